import { listAuditLines, recordExport } from '@guichet/contract/core/audit';
import type { AppContext } from '../context/appContext.ts';
import type { Serve } from '../http/serve.ts';
import * as auditLog from './auditLog.ts';

export function auditRoutes(serve: Serve, context: AppContext): void {
  serve(listAuditLines, ({ query }, grant) =>
    context.database.fromReplica(() => auditLog.listAuditLines(context, grant, query)),
  );
  serve(recordExport, ({ body }, grant) => auditLog.recordExport(context, grant, body));
}
