import { type Kysely, sql } from 'kysely';

/** A super admin states on the first day that a backup was made and restored once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table setup_steps drop constraint setup_steps_step_check,
    add constraint setup_steps_step_check check (step in ('mailServer', 'learningPlatform', 'backup', 'closed'))`.execute(
    db,
  );
}
