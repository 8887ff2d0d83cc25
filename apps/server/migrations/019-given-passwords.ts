import { type Kysely, sql } from 'kysely';

/** A mail that waits since an older version holds the password that somebody gave under the name that it had then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update outgoing_mails
    set variables = (variables - 'sealedPassword')
                    || jsonb_build_object('encryptedPassword', variables -> 'sealedPassword')
    where variables ? 'sealedPassword'`.execute(db);
}
