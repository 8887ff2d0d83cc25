import { type Kysely, sql } from 'kysely';

/** The few lines about super admins, which the audit log shows first: each visit read all newer lines to find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_lines_of_super_admins on audit_lines (id)
    where action = 'role.superAdminGiven'`.execute(db);
}
