import { type Kysely, sql } from 'kysely';

/** The message of the return path's mailbox that was begun last, and how often: one that ends the process is not begun for ever. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table return_path_readings
    add column message_uid bigint, add column message_tries integer not null default 0`.execute(db);
}
