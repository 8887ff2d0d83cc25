import { type Kysely, sql } from 'kysely';

/**
 * Renames tables, columns, functions and settings to the terms that the code uses: `one_time_tokens`, `encrypted_secret`,
 * and for row-level security `apply_policies` and `guichet.tenant_scope`. The policies equal those of migration 007.
 */
const applyPolicies = sql`create function apply_policies() returns void language plpgsql as $$
  declare
    protected record;
    scope constant text := '(select nullif(current_setting(''guichet.tenant_scope'', true), '''')::integer[])';
    within text;
  begin
    for protected in
      select c.relname as name, not a.attnotnull as may_be_of_none, c.relname = 'user_roles' as tells_rights
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'system_id' and not a.attisdropped
      where c.relnamespace = current_schema::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
    loop
      within := format('coalesce(coalesce(system_id, 0) = any(%s::integer[]), true)', scope);
      execute format('create policy tenant_select on %I for select using (%s)', protected.name,
                     case when protected.tells_rights then 'true' else within end);
      execute format('create policy tenant_insert on %I for insert with check (%s)', protected.name,
                     case when protected.may_be_of_none and not protected.tells_rights
                          then 'system_id is null or ' || within else within end);
      execute format('create policy tenant_update on %I for update using (%s)', protected.name, within);
      execute format('create policy tenant_delete on %I for delete using (%s)', protected.name, within);
      execute format('alter table %I enable row level security', protected.name);
    end loop;
  end $$`;

/** Drops the policies of migration 007, so that `apply_policies` creates all of them. */
const dropOldPolicies = sql`do $$
  declare
    old record;
  begin
    for old in select distinct tablename from pg_policies where schemaname = current_schema and policyname like 'wall\\_%'
    loop
      execute format('drop policy wall_select on %I', old.tablename);
      execute format('drop policy wall_insert on %I', old.tablename);
      execute format('drop policy wall_update on %I', old.tablename);
      execute format('drop policy wall_delete on %I', old.tablename);
      execute format('alter table %I disable row level security', old.tablename);
    end loop;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table passes rename to one_time_tokens`.execute(db);
  await sql`alter index passes_pkey rename to one_time_tokens_pkey`.execute(db);
  await sql`alter index passes_by_session rename to one_time_tokens_by_session`.execute(db);
  await sql`alter index passes_by_end rename to one_time_tokens_by_end`.execute(db);
  await sql`alter table totp_secrets rename column sealed_secret to encrypted_secret`.execute(db);
  await applyPolicies.execute(db);
  await dropOldPolicies.execute(db);
  await sql`drop function raise_walls()`.execute(db);
  await sql`select apply_policies()`.execute(db);
}
