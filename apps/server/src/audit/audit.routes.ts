import { listAuditLines } from '@guichet/contract/audit';
import type { House } from '../platform/house.ts';
import type { Serve } from '../platform/serve.ts';
import * as audit from './audit.service.ts';

export function auditRoutes(serve: Serve, house: House): void {
  serve(listAuditLines, ({ query }, grant) => audit.listAuditLines(house, grant, query));
}
