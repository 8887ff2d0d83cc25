import { type Kysely, sql } from 'kysely';

/**
 * Composite keys (system_id, id) are the second wall between systems: a row that names a cohort must name the
 * system of that cohort too, so a query that mixes two systems fails in the database.
 */
const statements = [
  sql`create extension if not exists pg_trgm`,

  sql`create table systems (
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
    created_at timestamptz not null
  )`,

  sql`create table users (
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
    created_at timestamptz not null
  )`,
  sql`create index users_by_name on users (sort_name, id)`,
  sql`create index users_by_search_text on users using gin (search_text gin_trgm_ops)`,

  sql`create table user_roles (
    user_id bigint not null references users (id) on delete cascade,
    system_id integer references systems (id),
    role text not null check (role in ('student', 'support', 'admin', 'superAdmin')),
    granted_at timestamptz not null,
    check ((role = 'superAdmin') = (system_id is null)),
    unique nulls not distinct (user_id, system_id, role)
  )`,
  sql`create index user_roles_by_system on user_roles (system_id, role, user_id)`,

  sql`create table sessions (
    id uuid primary key,
    user_id bigint not null references users (id) on delete cascade,
    started_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz
  )`,
  sql`create index sessions_by_user on sessions (user_id) where ended_at is null`,

  sql`create table refresh_tokens (
    token_hash bytea primary key,
    session_id uuid not null references sessions (id) on delete cascade,
    issued_at timestamptz not null,
    spent_at timestamptz
  )`,
  sql`create index refresh_tokens_by_session on refresh_tokens (session_id)`,

  sql`create table throttles (
    key text primary key,
    count integer not null,
    since timestamptz not null,
    blocked_until timestamptz
  )`,

  sql`create table account_tokens (
    id uuid primary key,
    user_id bigint not null references users (id) on delete cascade,
    purpose text not null check (purpose in ('resetPassword')),
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  sql`create index account_tokens_by_user on account_tokens (user_id)`,

  sql`create table content_items (
    system_id integer not null references systems (id),
    label text not null,
    language text not null check (language in ('fr', 'en')),
    content text not null,
    updated_at timestamptz not null,
    primary key (system_id, label, language)
  )`,

  sql`create table attachments (
    id bigint generated always as identity primary key,
    system_id integer not null references systems (id),
    file_name text not null,
    content_type text not null,
    bytes bytea not null,
    uploaded_at timestamptz not null,
    unique (system_id, id)
  )`,
  sql`create table messages (
    system_id integer not null references systems (id),
    language text not null check (language in ('fr', 'en')),
    subject text not null,
    body text not null,
    attachment_id bigint,
    updated_at timestamptz not null,
    primary key (system_id, language),
    foreign key (system_id, attachment_id) references attachments (system_id, id)
  )`,

  sql`create table cohorts (
    id bigint generated always as identity primary key,
    system_id integer not null references systems (id),
    title text not null,
    exam_date date not null,
    course_id text not null,
    created_at timestamptz not null,
    deactivated_at timestamptz,
    unique (system_id, id),
    unique (system_id, course_id)
  )`,
  sql`create index cohorts_by_date on cohorts (system_id, exam_date, title)`,

  sql`create table imports (
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
    unique (system_id, id),
    foreign key (system_id, cohort_id) references cohorts (system_id, id)
  )`,
  sql`create index imports_by_cohort on imports (cohort_id)`,

  sql`create table import_progress (
    import_id uuid primary key,
    user_id bigint not null references users (id) on delete cascade,
    phase text not null,
    rows integer not null,
    share real not null,
    imported integer,
    updated_at timestamptz not null
  )`,

  sql`create unlogged table staged_candidates (
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
    primary key (stage_id, line)
  )`,

  sql`create table enrolments (
    system_id integer not null,
    cohort_id bigint not null,
    user_id bigint not null references users (id) on delete cascade,
    learning_platform_id text not null,
    import_id uuid,
    enrolled_at timestamptz not null,
    primary key (cohort_id, user_id),
    foreign key (system_id, cohort_id) references cohorts (system_id, id)
  )`,
  sql`create index enrolments_by_user on enrolments (user_id)`,

  sql`create table mailings (
    id bigint generated always as identity primary key,
    system_id integer references systems (id),
    purpose text not null,
    language text not null check (language in ('fr', 'en')),
    from_address text not null,
    from_name text not null,
    subject text not null,
    html text not null,
    text text not null,
    attachment_id bigint,
    variables jsonb not null,
    created_at timestamptz not null,
    foreign key (system_id, attachment_id) references attachments (system_id, id)
  )`,
  sql`create table outgoing_mails (
    id bigint generated always as identity primary key,
    mailing_id bigint not null references mailings (id),
    system_id integer references systems (id),
    cohort_id bigint,
    user_id bigint,
    key text not null unique,
    recipient text not null,
    recipient_name text not null,
    variables jsonb not null,
    state text not null check (state in ('queued', 'sending', 'waiting', 'sent', 'failed', 'cancelled')),
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    leased_until timestamptz,
    leased_by text,
    queued_at timestamptz not null,
    sent_at timestamptz,
    last_error text
  )`,
  sql`create index outgoing_mails_due on outgoing_mails (next_try_at, id) where state in ('queued', 'sending', 'waiting')`,
  sql`create index outgoing_mails_by_system on outgoing_mails (system_id, id)`,
  sql`create index outgoing_mails_by_cohort on outgoing_mails (cohort_id, user_id, id) where cohort_id is not null`,
  sql`create index outgoing_mails_by_user on outgoing_mails (user_id)`,

  sql`create table platform_courses (
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
    primary key (system_id, course_id)
  )`,
  sql`create index platform_courses_due on platform_courses (next_try_at) where state in ('pending', 'waiting')`,
  sql`create table platform_enrolments (
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
    primary key (system_id, course_id, platform_user_id),
    foreign key (system_id, course_id) references platform_courses (system_id, course_id)
  )`,
  sql`create index platform_enrolments_due on platform_enrolments (system_id, course_id, next_try_at) where state in ('pending', 'waiting')`,

  sql`create table audit_lines (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    actor_id bigint,
    actor_name text not null,
    impersonated_id bigint,
    system_id integer,
    action text not null,
    subject text,
    detail jsonb not null
  )`,
  sql`create index audit_lines_by_system on audit_lines (system_id, id)`,

  sql`create table key_fingerprints (
    name text primary key,
    fingerprint bytea not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
