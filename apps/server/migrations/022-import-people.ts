import { type Kysely, sql } from 'kysely';

/**
 * Whom each import named and what it alone made for them, so that it can be listed and undone.
 * Imports from before have no rows here: they are listed with what the audit log knows, and cannot be undone.
 */
const statements = [
  sql`alter table imports
    add column started_by_name text,
    add column accounts integer,
    add column already_there integer,
    add column mails integer,
    add column undone_at timestamptz,
    add column undone_by_name text,
    add column undone_counts jsonb,
    add check ((undone_at is null) = (undone_counts is null))`,
  sql`create index imports_by_system on imports (system_id, finished_at desc, id)`,
  sql`update imports i
    set accounts = (l.detail ->> 'accounts')::integer, mails = (l.detail ->> 'mails')::integer,
        started_by_name = case when l.actor_id is not null then l.actor_name end
    from audit_lines l
    where l.action = 'candidates.imported' and l.detail ->> 'importId' = i.id::text`,

  // No foreign keys: a list may hold 200,000 lines, and a row may outlive its person, whose id is never used again.
  sql`create table import_people (
    import_id uuid not null,
    system_id integer not null,
    user_id bigint not null,
    line integer not null,
    placed boolean not null,
    gave_role boolean not null,
    -- Hash of the account that it made; null for one that existed.
    account_hash text,
    primary key (import_id, user_id)
  )`,

  // Without these, every deletion of an account reads the whole table that refers to it.
  sql`create index sessions_by_impersonating_user on sessions (impersonator_id) where impersonator_id is not null`,
  sql`create index imports_by_starter on imports (started_by) where started_by is not null`,
  sql`create index import_progress_by_user on import_progress (user_id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
