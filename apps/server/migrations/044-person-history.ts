import { type Kysely, sql } from 'kysely';

/** Finds what was done to many people at once by each of them, for the history of a person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statement = sql`create index audit_lines_by_people on audit_lines using gin ((detail -> 'userIds') jsonb_path_ops)
    where detail -> 'userIds' is not null`;
  await statement.execute(db);
}
