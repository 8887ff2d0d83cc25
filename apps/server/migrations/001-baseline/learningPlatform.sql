-- The built-in learning platform; it refers to none of the portal's tables.

create table builtin_courses (
  id bigint generated always as identity primary key,
  organisation integer not null,
  code text not null,
  title text not null,
  exam_date date not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  title_en text not null default '',
  unique (organisation, code)
);

create table builtin_users (
  id bigint generated always as identity primary key,
  organisation integer not null,
  key text not null,
  full_name text not null,
  sort_name text collate "C" not null,
  email text not null,
  unique (organisation, key)
);
create index builtin_users_by_address on builtin_users (organisation, lower(email));

create table builtin_enrolments (
  course_id bigint not null references builtin_courses (id),
  user_id bigint not null references builtin_users (id),
  enrolled_at timestamptz not null,
  primary key (course_id, user_id)
);
create index builtin_enrolments_by_user on builtin_enrolments (user_id);

-- Grades that an administrator gives on the built-in platform. They outlive an enrolment: a person who is put back has
-- theirs.
create table builtin_grades (
  course_id bigint not null references builtin_courses (id),
  user_id bigint not null references builtin_users (id),
  -- Out of 100.
  points numeric(5,2) not null check (points between 0 and 100),
  given_at timestamptz not null,
  given_by text not null,
  primary key (course_id, user_id)
);
create index builtin_grades_by_user on builtin_grades (user_id);

create table builtin_entries (
  id uuid primary key,
  organisation integer not null,
  user_key text not null,
  full_name text not null,
  language text not null,
  is_staff boolean not null,
  course_code text,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The session from which the person came: the visit ends with it.
  opened_by uuid
);

create table builtin_sessions (
  token_hash bytea primary key,
  organisation integer not null,
  user_key text not null,
  full_name text not null,
  is_staff boolean not null,
  expires_at timestamptz not null,
  opened_by uuid
);
