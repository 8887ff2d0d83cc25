import { listAuditLines } from '@guichet/contract/audit';
import type { AppContext } from '../platform/appContext.ts';
import type { Serve } from '../platform/serve.ts';
import * as audit from './audit.service.ts';

export function auditRoutes(serve: Serve, context: AppContext): void {
  serve(listAuditLines, ({ query }, grant) => audit.listAuditLines(context, grant, query));
}
