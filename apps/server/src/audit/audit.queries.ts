import type { Insertable } from 'kysely';
import type { WriteTx } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema.ts';

export async function insertAuditLine(tx: WriteTx, line: Insertable<Schema['audit_lines']>): Promise<void> {
  await tx.insertInto('audit_lines').values(line).execute();
}
