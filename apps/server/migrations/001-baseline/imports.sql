create table imports (
  id uuid primary key,
  system_id integer not null,
  cohort_id bigint not null,
  started_by bigint references users (id) on delete set null,
  file_name text not null,
  file_sha256 bytea not null,
  send_email boolean not null,
  rows integer not null,
  placed integer not null,
  finished_at timestamptz not null,
  -- Null in imports from before these columns, which cannot be undone.
  started_by_name text,
  accounts integer,
  already_there integer,
  mails integer,
  undone_at timestamptz,
  undone_by_name text,
  undone_counts jsonb,
  unique (system_id, id),
  foreign key (system_id, cohort_id) references cohorts (system_id, id),
  check ((undone_at is null) = (undone_counts is null))
);
create index imports_by_cohort on imports (cohort_id);
create index imports_by_system on imports (system_id, finished_at desc, id);
-- Without it, every deletion of an account reads the whole table; so with import_progress.
create index imports_by_starter on imports (started_by) where started_by is not null;

-- Whom an import named and what it alone made for them, so that it can be undone. No foreign keys: a list may hold
-- 200,000 lines, and a row may outlive its person, whose id is never used again.
create table import_people (
  import_id uuid not null,
  system_id integer not null,
  user_id bigint not null,
  -- The first line of the person in the file.
  line integer not null,
  -- Whether the import enrolled the person; false: they were already in the exam.
  placed boolean not null,
  gave_role boolean not null,
  -- Hash of the account that the import made; null for one that existed.
  account_hash text,
  primary key (import_id, user_id)
);

create table import_progress (
  import_id uuid primary key,
  user_id bigint not null references users (id) on delete cascade,
  phase text not null,
  rows integer not null,
  share real not null,
  imported integer,
  updated_at timestamptz not null
);
create index import_progress_by_user on import_progress (user_id);

create unlogged table staged_candidates (
  stage_id uuid not null,
  line integer not null,
  email text not null,
  email_key text not null,
  first_name text not null,
  last_name text not null,
  sort_name text not null,
  search_text text not null,
  student_number text,
  language text,
  staged_at timestamptz not null,
  -- Texts of a list that have no column here: a column of the import needs no migration.
  more jsonb,
  extra_minutes integer,
  extra_factor double precision,
  primary key (stage_id, line)
);

-- How somebody last matched the columns of a list by hand, by a digest of its headings, or of their number, since a
-- list without headings begins with a person.
create table list_layouts (
  system_id integer not null references systems (id) on delete cascade,
  layout_key text not null,
  columns jsonb not null,
  used_at timestamptz not null,
  primary key (system_id, layout_key)
);
