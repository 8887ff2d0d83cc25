create table users (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null unique,
  first_name text not null,
  last_name text not null,
  sort_name text collate "C" not null,
  search_text text not null,
  language text not null check (language in ('fr', 'en')),
  student_number text,
  password_hash text,
  must_choose_password_since timestamptz,
  deactivated_at timestamptz,
  sessions_ended_at timestamptz,
  last_visit_at timestamptz,
  created_at timestamptz not null,
  -- The full name as it is shown, folded as search_text is, whose last word is the e-mail address, with the student
  -- number behind a #.
  full_name_key text collate "C" not null generated always as (regexp_replace(search_text, ' [^ ]*$', '')) stored,
  profession text,
  profession_key text collate "C",
  wants_newsletter boolean not null default false,
  email_confirmed_at timestamptz,
  -- Since when a password that has stood in a mail waits for its owner to replace it.
  password_mailed_at timestamptz,
  -- Since when the account opens with a mailed link only, because a role of staff came to an address that nobody had
  -- confirmed.
  link_due_since timestamptz,
  -- An account that was locked in an emergency, until a super admin decides. The name of who locked it outlives their
  -- account.
  locked_at timestamptz,
  locked_by bigint,
  locked_by_name text,
  -- Links from before the last change of the address went to somebody else's.
  email_changed_at timestamptz,
  -- Since when the account has been a super admin's: the command line restores the access of no other one.
  first_super_admin_at timestamptz,
  -- When somebody else last took the account in hand: addresses of its calendar from before that moment are void.
  feeds_ended_at timestamptz,
  -- Who set the password, until the owner chooses one through a mailed link.
  password_given_by bigint,
  check ((profession is null) = (profession_key is null))
);
create index users_by_name on users (sort_name, id);
create index users_by_full_name on users (full_name_key, id);
create index users_by_profession on users (profession_key) where profession_key is not null;
create index users_locked on users (locked_at) where locked_at is not null;
create index users_by_search_text on users using gin (search_text gin_trgm_ops);
create index users_password_given_by on users (password_given_by) where password_given_by is not null;

create table user_roles (
  user_id bigint not null references users (id) on delete cascade,
  system_id integer references systems (id),
  role text not null check (role in ('student', 'support', 'admin', 'superAdmin')),
  granted_at timestamptz not null,
  -- What the system said of a person whom it enrolled although others had the account, by the columns of users; null
  -- for a person whom the system knows. told_at: when they and the administrators of those others were told.
  stated jsonb,
  told_at timestamptz,
  check ((role = 'superAdmin') = (system_id is null)),
  unique nulls not distinct (user_id, system_id, role)
);
create index user_roles_by_system on user_roles (system_id, role, user_id);
create index user_roles_untold on user_roles (granted_at) where stated is not null and told_at is null;
create index user_roles_of_guests on user_roles (system_id) where stated is not null;

-- A right in a system that no role brings along.
create table user_rights (
  user_id bigint not null references users (id) on delete cascade,
  system_id integer not null references systems (id),
  name text not null check (name = 'extraTime'),
  granted_at timestamptz not null,
  primary key (user_id, system_id, name)
);
create index user_rights_by_system on user_rights (system_id, name, user_id);

-- Which people were added, renamed, deleted or given other roles, for whoever keeps their names outside of the
-- database (docs/decisions/010-search.md). xid lets a reader go on where it stopped without missing a transaction that
-- began earlier and ended later. An import of any size is a few rows.
create table user_changes (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  first_id bigint not null,
  last_id bigint not null,
  changed_at timestamptz not null default now()
);
create index user_changes_by_transaction on user_changes (xid);
create index user_changes_by_end on user_changes (changed_at);

-- Who set the password or the address of whose account (docs/decisions/042-handed-accounts.md).
create table account_handovers (
  user_id bigint not null references users (id) on delete cascade,
  part text not null check (part in ('password', 'address')),
  by_id bigint not null,
  -- The latest time counts.
  at timestamptz not null,
  primary key (user_id, part, by_id)
);

-- Until when holders of the right to extra time vouch for such an account.
create table confirmed_handovers (
  user_id bigint not null references users (id) on delete cascade,
  system_id integer not null references systems (id),
  part text not null check (part in ('password', 'address')),
  until timestamptz not null,
  primary key (user_id, system_id, part)
);

create function note_added_users() returns trigger language plpgsql as $$
    begin
      insert into user_changes (first_id, last_id) select min(id), max(id) from added having count(*) > 0;
      return null;
    end $$;

create function note_changed_user() returns trigger language plpgsql as $$
    begin
      insert into user_changes (first_id, last_id) values (old.id, old.id);
      return null;
    end $$;

create trigger users_added after insert on users referencing new table as added
  for each statement execute function note_added_users();
create trigger users_renamed after update on users
  for each row when (old.search_text is distinct from new.search_text) execute function note_changed_user();
create trigger users_deleted after delete on users for each row execute function note_changed_user();

-- People within a thousand ids are one row, so that an import of any size is a few.
create function note_changed_roles() returns trigger language plpgsql as $$
    begin
      insert into user_changes (first_id, last_id)
      select min(user_id), max(user_id)
      from (select user_id, count(*) filter (where is_far) over (order by user_id) as run
            from (select user_id, user_id - lag(user_id) over (order by user_id) > 1000 as is_far from changed) near) runs
      group by run;
      return null;
    end $$;

create trigger user_roles_added after insert on user_roles referencing new table as changed
  for each statement execute function note_changed_roles();
create trigger user_roles_changed after update on user_roles referencing old table as changed
  for each statement execute function note_changed_roles();
create trigger user_roles_deleted after delete on user_roles referencing old table as changed
  for each statement execute function note_changed_roles();
