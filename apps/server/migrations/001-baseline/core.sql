create extension if not exists pg_trgm;

create table audit_lines (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint,
  actor_name text not null,
  impersonated_id bigint,
  system_id integer,
  action text not null,
  subject text,
  detail jsonb not null,
  -- Like the actor's, the name at that time.
  impersonated_name text
);
create index audit_lines_by_system on audit_lines (system_id, id);
create index audit_lines_by_actor on audit_lines (actor_id, id);
create index audit_lines_by_subject on audit_lines (subject, id);
-- What was done with single candidates of an exam names the exam among the details.
create index audit_lines_by_cohort on audit_lines ((detail ->> 'cohortId'), id)
  where (detail ->> 'cohortId') is not null;
-- The history of a person has what was done to many people at once as well.
create index audit_lines_by_people on audit_lines using gin ((detail -> 'userIds') jsonb_path_ops)
  where (detail -> 'userIds') is not null;

create table key_fingerprints (
  name text primary key,
  fingerprint bytea not null
);

-- The counters of every rate limit; key: the limit's name and what is counted, as in signIn|zoe@example.ca|10.0.0.1.
create table rate_limits (
  key text primary key,
  count integer not null,
  since timestamptz not null,
  blocked_until timestamptz
);
create index rate_limits_by_since on rate_limits (since);

-- Why a destination takes no jobs; remark: the reason as a code with its parameters, told in the reader's language.
create table destination_outages (
  destination text primary key,
  since timestamptz not null,
  seen_at timestamptz not null,
  reason text not null,
  remark jsonb
);

-- Row-level security, which holds when a query forgets its system (docs/decisions/008-second-wall.md).
--
-- Adds the policies to each table that has a system_id and none yet. Every run of migrations ends with a call, so a
-- later table has them from its first row.
--
-- guichet.tenant_scope holds the systems that a statement may meet. Where it is not set nothing is bounded: sign-in,
-- workers, migrations, backups. The sub-select lets it be read once for a statement and not once for a row.
--
-- Roles are read from everywhere, since roles elsewhere decide whether an administrator may manage a person. Lines and
-- mails of no system (a sign-in, a new password) are written by everybody and read by super admins alone.
create function apply_policies() returns void language plpgsql as $$
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
  end $$;
