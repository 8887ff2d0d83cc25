-- A row that names an exam names the system of that exam too, by composite keys (system_id, id): a query that mixes
-- two systems fails in the database.

-- At most one row: what a super admin wrote. Without it the name of the settings holds. The sender, reply address,
-- telephone and office are used wherever a system has none.
create table university (
  id integer primary key check (id = 1),
  name_fr text not null,
  name_en text not null,
  -- Rises with each change.
  version integer not null,
  changed_at timestamptz not null,
  email_from text,
  email_from_name text,
  email_from_name_en text,
  reply_to text,
  phone text,
  office_fr text,
  office_en text
);

create table systems (
  id integer primary key,
  slug text not null unique,
  name text not null,
  course_prefix text not null unique,
  student_role text not null unique,
  landing text not null check (landing in ('bare', 'byLanguage')),
  template_id integer,
  semester_id integer,
  email_from text,
  email_from_name text,
  created_at timestamptz not null,
  -- What the mails of a system have besides their sender; null: the university's.
  email_from_name_en text,
  reply_to text,
  phone text,
  office_fr text,
  office_en text,
  logo_id bigint,
  -- Null: the platform of the settings in the environment.
  platform_id integer
);

-- The picture at the head of a system's mails. A replaced one stays for as long as a mailing refers to it.
create table mail_logos (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id),
  content_type text not null check (content_type in ('image/png', 'image/jpeg')),
  width integer not null,
  height integer not null,
  bytes bytea not null,
  uploaded_at timestamptz not null
);
create index mail_logos_by_system on mail_logos (system_id);

create table content_items (
  system_id integer not null references systems (id),
  label text not null,
  language text not null check (language in ('fr', 'en')),
  content text not null,
  updated_at timestamptz not null,
  primary key (system_id, label, language)
);

-- Every state in which a text was ever saved; the newest is the present one. saved_by is null where the program itself
-- wrote it, and refers to no row: a version outlives the account of whoever saved it.
create table content_versions (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id),
  label text not null,
  language text not null check (language in ('fr', 'en')),
  -- Null in the version in which the label was removed.
  content text,
  saved_at timestamptz not null,
  saved_by bigint,
  saved_by_name text not null
);
create index content_versions_by_text on content_versions (system_id, label, language, id);

create table banners (
  system_id integer primary key references systems (id),
  version text not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  alt_fr text not null,
  alt_en text not null,
  bytes bytea not null,
  uploaded_at timestamptz not null
);

alter table systems add foreign key (logo_id) references mail_logos (id);
