-- Credentials are encrypted and bound to the address. version rises with each change, so that every server opens the
-- platform anew. A removed one has no credentials; courses of past exams still refer to it.
create table learning_platforms (
  id integer generated always as identity primary key,
  name text not null,
  kind text not null,
  address text not null,
  encrypted_credentials text not null,
  semester_id integer,
  template_id integer,
  student_role integer not null,
  call_seconds integer not null,
  copy_seconds integer not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  removed_at timestamptz
);
create unique index learning_platforms_by_name on learning_platforms (lower(name)) where removed_at is null;

-- OAuth 2 tokens of platforms whose refresh tokens are replaced at each use.
create table platform_tokens (
  -- Fingerprint of the registration and of the operator's refresh token, from which later tokens come.
  chain text primary key,
  -- Encrypted, like access_token.
  refresh_token text not null,
  access_token text,
  expires_at timestamptz,
  -- Rises with each new refresh token.
  version integer not null default 1,
  -- Until when a single server may renew; null: no server is renewing.
  renewing_until timestamptz,
  -- When the provider refused the refresh token.
  refused_at timestamptz,
  used_at timestamptz not null,
  check ((access_token is null) = (expires_at is null))
);

-- A super admin's connections to a platform by OAuth 2, from the button in its form until it is saved.
create table platform_consents (
  id uuid primary key,
  -- The person who began the consent; nobody else may use it.
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  address text not null,
  -- Null once the sign-in service has answered: an answer counts once.
  state_hash bytea unique,
  -- Contains the refresh token once connected_at is set.
  encrypted_credentials text not null,
  connected_at timestamptz,
  expires_at timestamptz not null
);
create index platform_consents_by_user on platform_consents (user_id);
create index platform_consents_by_end on platform_consents (expires_at);

-- Which account of a platform is whose, and under which key. A row outlives its person, so it refers to no row of
-- users. People who were sent to a platform before this table are known there by the number of their row: these are
-- 'old' until the platform has been asked who has that key.
create table platform_accounts (
  id bigint generated always as identity primary key,
  -- The platform, or the system on the built-in platform.
  site text not null,
  user_id bigint not null,
  -- The key that the account has on the platform.
  key text not null,
  -- The account's id on the platform; null until the platform has given one.
  external_id text,
  -- old: named by the number of a row, not read back; adopted: read back; joined: made by others.
  origin text not null check (origin in ('new', 'made', 'old', 'adopted', 'joined')),
  -- How the account signs in on the platform, as first seen.
  authentication text,
  -- Why nobody uses the account until a super admin has decided.
  doubt jsonb,
  changed_at timestamptz not null,
  unique (site, user_id),
  unique (site, key),
  unique (site, external_id)
);
create index platform_accounts_by_user on platform_accounts (user_id);
create index platform_accounts_unread on platform_accounts (site, id) where origin = 'old' and doubt is null;

create table platform_courses (
  system_id integer not null references systems (id),
  course_id text not null,
  title text not null,
  exam_date date not null,
  external_id text,
  state text not null check (state in ('pending', 'done', 'waiting', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  -- Since when the exam of the course is cancelled: what the platform is to show.
  cancelled_at timestamptz,
  leased_by text,
  version integer not null default 1,
  -- A course stays on the platform where it was made until it is moved, and in its semester also when its system gets
  -- another one for later courses.
  platform_id integer references learning_platforms (id),
  semester_id integer,
  -- Shown to English readers by the built-in platform; '' where the exam has none.
  title_en text not null default '',
  -- What last_error says, as a code with its parameters, for readers of either language. So in the other tables of
  -- jobs.
  last_remark jsonb,
  -- Somebody asked for the job who saw how the platform differs: it may set what the staff of the platform changed
  -- there. So with enrolments.
  is_repair boolean not null default false,
  -- Of the course and not of the reading, which is deleted when the exam is long over: the count must not fall.
  repaired integer not null default 0,
  -- Somebody had the quizzes of the course opened to all of its candidates in the hours of the exam; which other hours
  -- it had since.
  sets_dates boolean not null default false,
  former_hours jsonb not null default '[]',
  primary key (system_id, course_id)
);
create index platform_courses_due on platform_courses (next_try_at, system_id, course_id)
  where state in ('pending', 'waiting');
-- Home counts, at each visit, the exams of which the platform refused the course or which differ there: few of all
-- courses.
create index platform_courses_failed on platform_courses (system_id, course_id) where state = 'failed';
create index platform_courses_repaired on platform_courses (system_id, course_id) where repaired > 0;

create table platform_enrolments (
  system_id integer not null,
  course_id text not null,
  platform_user_id text not null,
  user_id bigint not null,
  wanted text not null check (wanted in ('in', 'out')),
  state text not null check (state in ('pending', 'done', 'waiting', 'failed')),
  version integer not null default 1,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  last_error text,
  leased_by text,
  -- When the platform confirmed the enrolment.
  done_at timestamptz,
  last_remark jsonb,
  is_repair boolean not null default false,
  -- The enrolment stands on the platform: only name and address of the account are to be set there.
  only_account boolean not null default false,
  primary key (system_id, course_id, platform_user_id),
  foreign key (system_id, course_id) references platform_courses (system_id, course_id)
);
create index platform_enrolments_due on platform_enrolments (next_try_at, system_id, course_id, platform_user_id)
  where state in ('pending', 'waiting');
create index platform_enrolments_failed on platform_enrolments (system_id, course_id) where state = 'failed';

-- The job that brings an extra time onto the platform or takes it away there, by what stands in extra_times when it
-- runs.
create table platform_extra_times (
  system_id integer not null,
  course_id text not null,
  platform_user_id text not null,
  state text not null check (state in ('pending', 'done', 'waiting', 'failed')),
  version integer not null default 1,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_by text,
  leased_until timestamptz,
  last_error text,
  -- Quizzes with a time limit, and how many were read back; null before, or without extra time.
  quizzes integer,
  in_place integer,
  read_at timestamptz,
  last_remark jsonb,
  -- The course has been on another platform, where the time may still be set although it was taken away since.
  was_moved boolean not null default false,
  -- The platform was told of the person for the dates of the quizzes alone: extra time that its staff gave them stays.
  dates_alone boolean not null default false,
  primary key (system_id, course_id, platform_user_id),
  foreign key (system_id, course_id) references platform_courses (system_id, course_id) on delete cascade
);
create index platform_extra_times_due on platform_extra_times (next_try_at, system_id, course_id, platform_user_id)
  where state in ('pending', 'waiting');

-- What was read of an exam on the platform, and how it differs from what should stand there.
create table platform_readings (
  system_id integer not null,
  course_id text not null,
  state text not null check (state in ('pending', 'done', 'waiting', 'failed')),
  version integer not null default 1,
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_by text,
  leased_until timestamptz,
  last_error text,
  read_at timestamptz,
  findings jsonb,
  -- The number of rows that differ, in each list; shut: counted in course too, quizzes that are shut in the hours of
  -- the exam.
  course integer not null default 0,
  missing integer not null default 0,
  strangers integer not null default 0,
  changed integer not null default 0,
  -- The platform's ids of people whom somebody asked to take off the course.
  removals jsonb not null default '[]',
  last_remark jsonb,
  shut integer not null default 0,
  primary key (system_id, course_id),
  foreign key (system_id, course_id) references platform_courses (system_id, course_id) on delete cascade
);
create index platform_readings_due on platform_readings (next_try_at, system_id, course_id)
  where state in ('pending', 'waiting');
create index platform_readings_drifted on platform_readings (system_id, course_id)
  where course + missing + changed + strangers > 0;

alter table systems add foreign key (platform_id) references learning_platforms (id);
