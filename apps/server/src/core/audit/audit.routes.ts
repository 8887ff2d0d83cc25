import { listAuditLines, recordExport } from '@guichet/contract/core/audit';
import type { AppContext } from '../context/appContext.ts';
import type { Serve } from '../http/serve.ts';
import * as audit from './audit.service.ts';

export function auditRoutes(serve: Serve, context: AppContext): void {
  serve(listAuditLines, ({ query }, grant) =>
    context.database.fromReplica(() => audit.listAuditLines(context, grant, query)),
  );
  serve(recordExport, ({ body }, grant) => audit.recordExport(context, grant, body));
}
