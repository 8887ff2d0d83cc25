import { type Kysely, sql } from 'kysely';
import { operatorText } from '../../runtime/operatorText.ts';
import { DatabaseRefusal } from '../operator.ts';

/** The first migration, which replaced the migrations from `firstBefore` to `lastBefore` and makes the same tables. */
export const baseline = '001-baseline';
export const firstBefore = '001-foundation';
const lastBefore = '098-dates-alone';

/** Translates names of migrations that a former version stored: its last state is the baseline. */
export function sinceBaseline(names: readonly string[]): readonly string[] {
  return names.includes(lastBefore) ? [baseline] : names;
}

/** Tells the way from a state before the baseline, of the database or of the backup at `path`; null for any other state. */
export function explainTooOld(names: readonly string[], path = ''): string | null {
  if (names[0] !== firstBefore || names.includes(lastBefore)) return null;
  const states = { path, last: names.at(-1) ?? '', needed: lastBefore };
  return operatorText(path === '' ? 'databaseTooOld' : 'backupTooOld', states);
}

/** Marks a database at the last state of a former version as one that has had the baseline. @throws DatabaseRefusal for an earlier state */
export async function takeOver(db: Pick<Kysely<never>, 'getExecutor'>, names: readonly string[]) {
  const refusal = explainTooOld(names);
  if (refusal) throw new DatabaseRefusal(refusal);
  if (!names.includes(lastBefore)) return;
  await sql`
    with marked as (update kysely_migration set name = ${baseline} where name = ${lastBefore} returning name)
    delete from kysely_migration where name <> ${lastBefore} and exists (select from marked)`.execute(db);
}
