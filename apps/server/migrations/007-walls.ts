import { type Kysely, sql } from 'kysely';

/**
 * Row-level security, the wall that holds when a query forgets its system (docs/decisions/008-second-wall.md).
 *
 * `raise_walls` puts it around each table that has a `system_id` and no wall yet. Every run of migrations ends with a
 * call of it, so a table that comes later has its wall from its first row.
 *
 * `guichet.reach` holds the systems that a statement may meet. Where it is not set nothing is bounded: sign-in,
 * workers, migrations, backups. The sub-select lets it be read once for a statement and not once for a row.
 *
 * What a person holds elsewhere decides whether an admin may touch that person: roles are read from everywhere. Lines
 * and mails of no system (a sign-in, a new password) come from deeds of everybody and are read by super admins alone.
 */
const raiseWalls = sql`create function raise_walls() returns void language plpgsql as $$
  declare
    walled record;
    reach constant text := '(select nullif(current_setting(''guichet.reach'', true), '''')::integer[])';
    within text;
  begin
    for walled in
      select c.relname as name, not a.attnotnull as may_be_of_none, c.relname = 'user_roles' as tells_rights
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'system_id' and not a.attisdropped
      where c.relnamespace = current_schema::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
    loop
      within := format('coalesce(coalesce(system_id, 0) = any(%s::integer[]), true)', reach);
      execute format('create policy wall_select on %I for select using (%s)', walled.name,
                     case when walled.tells_rights then 'true' else within end);
      execute format('create policy wall_insert on %I for insert with check (%s)', walled.name,
                     case when walled.may_be_of_none and not walled.tells_rights
                          then 'system_id is null or ' || within else within end);
      execute format('create policy wall_update on %I for update using (%s)', walled.name, within);
      execute format('create policy wall_delete on %I for delete using (%s)', walled.name, within);
      execute format('alter table %I enable row level security', walled.name);
    end loop;
  end $$`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await raiseWalls.execute(db);
}
