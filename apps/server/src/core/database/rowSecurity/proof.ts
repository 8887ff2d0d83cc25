import { CompiledQuery, type Kysely, sql } from 'kysely';
import { operatorText } from '../../runtime/operatorText.ts';
import { DatabaseRefusal } from '../operator.ts';
import type { RowSecurity } from './rowSecurity.ts';

/**
 * Proves on a row that is rolled back that the server hides what the tenant scope of a connection leaves out. Some keep a setting
 * from where the rows are: an engine that spreads tables over further servers, or a pooler between two statements.
 * @throws DatabaseRefusal where the row is seen
 */
export async function proveRowSecurity<T>(root: Kysely<T>, rowSecurity: RowSecurity): Promise<void> {
  const tx = await root.startTransaction().execute();
  const statement = await rowSecurity.within([], async () => rowSecurity.beforeStatement());
  const setScope = (scope: string) =>
    statement && tx.executeQuery(CompiledQuery.raw(statement.text, [scope]));
  try {
    // The role first: some engines refuse to read as one role what a transaction wrote as another.
    await setScope('');
    const added = await sql<{ id: string }>`
      insert into audit_lines (at, actor_name, system_id, action, detail) values (now(), '', 1, 'proof', '{}')
      returning id`.execute(tx);
    await setScope('{}');
    const seen = await sql`select from audit_lines where id = ${added.rows[0]?.id}`.execute(tx);
    if (seen.rows.length > 0) throw new DatabaseRefusal(operatorText('rowsUnprotected'));
  } finally {
    await tx.rollback().execute();
  }
}
