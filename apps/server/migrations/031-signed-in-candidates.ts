import { type Kysely, sql } from 'kysely';

/**
 * Whether a candidate has ever signed in, beside her enrolment: home counts those of the next exams at each visit, and read
 * one row of `users` for each. Kept by triggers, whoever writes; null is no.
 */
const statements = [
  sql`alter table enrolments add column signed_in boolean`,
  sql`update enrolments e set signed_in = true from users u where u.id = e.user_id and u.last_visit_at is not null`,

  // Row by row, so by index: a join with all that one statement added would read all people.
  sql`create function note_candidate_signed_in() returns trigger language plpgsql as $$
    begin
      new.signed_in := (select true from users where id = new.user_id and last_visit_at is not null);
      return new;
    end $$`,
  sql`create trigger enrolments_added before insert on enrolments
    for each row execute function note_candidate_signed_in()`,

  // In every system, whatever the scope of the transaction that signs in.
  sql`create function note_first_sign_in() returns trigger language plpgsql as $$
    declare
      scope constant text := coalesce(current_setting('guichet.tenant_scope', true), '');
    begin
      perform set_config('guichet.tenant_scope', '', true);
      update enrolments set signed_in = new.last_visit_at is not null where user_id = new.id;
      perform set_config('guichet.tenant_scope', scope, true);
      return null;
    end $$`,
  sql`create trigger users_signed_in after update of last_visit_at on users
    for each row when ((old.last_visit_at is null) is distinct from (new.last_visit_at is null))
    execute function note_first_sign_in()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
