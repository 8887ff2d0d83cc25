create table cohorts (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id),
  -- In the texts of an exam, '' stands for none.
  title_fr text not null default '',
  exam_date date not null,
  course_id text not null,
  created_at timestamptz not null,
  deactivated_at timestamptz,
  -- The number that the form has from when it is opened: sent again, it makes no second exam.
  request_id uuid,
  title_en text not null default '',
  -- hh:mm in the university's zone.
  start_time text collate "C" not null default '' check (start_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  end_time text collate "C" not null default '' check (end_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  place_fr text not null default '',
  place_en text not null default '',
  place_url text not null default '',
  instructions_fr text not null default '',
  instructions_en text not null default '',
  -- Tells whoever saves whether somebody else has saved meanwhile.
  version integer not null default 1,
  -- SEQUENCE of the calendar entry (RFC 5545 §3.8.7.4): rises with day, hours, place, title and state.
  sequence integer not null default 0,
  saved_at timestamptz,
  saved_by_name text,
  -- Read by nothing since enrolments.known_facts.
  announced jsonb,
  -- What the wire shows: the French title, or the English where that alone is given (readings §5).
  title text not null generated always as (coalesce(nullif(title_fr, ''), title_en)) stored,
  -- The least share of the points that passes, as it was set when grades were last read.
  pass_percent integer check (pass_percent between 1 and 100),
  grades_read_at timestamptz,
  unique (system_id, id),
  unique (system_id, course_id),
  check (title_fr <> '' or title_en <> ''),
  check (end_time = '' or (start_time <> '' and start_time < end_time))
);
create unique index cohorts_by_request on cohorts (system_id, request_id) where request_id is not null;
create index cohorts_by_date on cohorts (system_id, exam_date, title);

create table enrolments (
  system_id integer not null,
  cohort_id bigint not null,
  user_id bigint not null references users (id) on delete cascade,
  learning_platform_id text not null,
  import_id uuid,
  enrolled_at timestamptz not null,
  -- When somebody marked that the candidate attended the exam with success.
  attested_at timestamptz,
  -- Whether the person has ever signed in; null is no. Home counts them for the next exams at each visit, and would
  -- read a row of users for each. Kept by the triggers below, whoever writes.
  signed_in boolean,
  -- What the candidate last learned of day, hours and place, while these differ from the present ones; null: they know
  -- them.
  known_facts jsonb,
  primary key (cohort_id, user_id),
  foreign key (system_id, cohort_id) references cohorts (system_id, id)
);
create index enrolments_by_user on enrolments (user_id);
-- Home asks of each exam to come whether somebody was not told of a change; few rows of a hundred thousand say so.
create index enrolments_untold on enrolments (cohort_id, user_id) where known_facts is not null;
-- Home asks of each exam to come whether a candidate has never signed in; without it, where all have, every enrolment
-- is read.
create index enrolments_not_signed_in on enrolments (cohort_id) where signed_in is not true;

-- Goes with the enrolment, whatever ends it.
create table extra_times (
  system_id integer not null,
  cohort_id bigint not null,
  user_id bigint not null,
  -- Exactly one of the two is null.
  minutes integer check (minutes between 1 and 600),
  factor double precision check (factor between 1.01 and 5),
  check (num_nonnulls(minutes, factor) = 1),
  primary key (cohort_id, user_id),
  foreign key (cohort_id, user_id) references enrolments (cohort_id, user_id) on delete cascade
);

-- What the platform last said of each candidate's course, and what it had said before that, until when.
create table course_grades (
  system_id integer not null,
  cohort_id bigint not null,
  user_id bigint not null,
  points double precision,
  out_of double precision,
  -- The platform's former grade, which held until changed_at.
  points_before double precision,
  out_of_before double precision,
  changed_at timestamptz,
  primary key (cohort_id, user_id),
  foreign key (cohort_id, user_id) references enrolments (cohort_id, user_id) on delete cascade
);

-- Places that were taken away from many at once, so that they can be given back for a day. No foreign keys: a row may
-- outlive its person, whose id is never used again.
create table removals (
  id uuid not null,
  system_id integer not null,
  cohort_id bigint not null,
  user_id bigint not null,
  -- The exam to which the person was moved; null for none.
  moved_to bigint,
  -- The row of enrolments as it was.
  enrolment jsonb not null,
  -- The state of each unsent mail about the exam, by its id.
  mails jsonb not null,
  removed_at timestamptz not null,
  primary key (system_id, id, user_id)
);
create index removals_by_time on removals (removed_at);

-- For the undo of a removal; goes with the removal and with the person.
create table removed_extra_times (
  id uuid not null,
  system_id integer not null,
  user_id bigint not null references users (id) on delete cascade,
  minutes integer check (minutes between 1 and 600),
  factor double precision check (factor between 1.01 and 5),
  check (num_nonnulls(minutes, factor) = 1),
  primary key (system_id, id, user_id),
  foreign key (system_id, id, user_id) references removals (system_id, id, user_id) on delete cascade
);

-- A reminder by hand has no days and hour. The moment of a planned one follows from the exam's date in the
-- university's zone. sent_at is set in the transaction that queues the mails: a reminder with it never sends again.
create table reminders (
  id bigint generated always as identity primary key,
  system_id integer not null,
  cohort_id bigint not null,
  days_before integer,
  hour integer,
  request_id uuid,
  made_by bigint,
  made_by_name text not null,
  made_at timestamptz not null,
  state text not null check (state in ('queued', 'sending', 'waiting', 'sent', 'failed', 'stopped')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  leased_by text,
  last_error text,
  -- When the mails were queued, or would have been.
  sent_at timestamptz,
  mails integer,
  unsent_because text check (unsent_because in ('examOver', 'examCancelled', 'messageEmpty')),
  check ((days_before is null) = (hour is null)),
  foreign key (system_id, cohort_id) references cohorts (system_id, id)
);
create index reminders_due on reminders (next_try_at, id) where state in ('queued', 'sending', 'waiting');
create index reminders_by_cohort on reminders (cohort_id, id);
create unique index reminders_planned on reminders (cohort_id, days_before, hour)
  where state in ('queued', 'sending', 'waiting') and sent_at is null;
create unique index reminders_by_request on reminders (system_id, request_id) where request_id is not null;

-- The token of the address is computed from feed_id; a copy of the database opens no calendar.
create table calendar_feeds (
  user_id bigint primary key references users (id) on delete cascade,
  feed_id uuid not null unique,
  made_at timestamptz not null
);

-- A correction that a person asks for stands with the administrators of one of their systems until it is answered.
create table correction_requests (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id),
  user_id bigint not null references users (id) on delete cascade,
  field text not null,
  request text not null,
  asked_at timestamptz not null,
  -- Null while the request is open.
  outcome text check (outcome in ('answered', 'declined')),
  note text not null default '',
  answered_at timestamptz,
  answered_by_name text,
  check ((outcome is null) = (answered_at is null))
);
create index correction_requests_open on correction_requests (system_id, asked_at) where outcome is null;
create index correction_requests_by_user on correction_requests (user_id);

-- Row by row, so by index: a join with all that one statement added would read all people.
create function note_candidate_signed_in() returns trigger language plpgsql as $$
    begin
      new.signed_in := (select true from users where id = new.user_id and last_visit_at is not null);
      return new;
    end $$;

create trigger enrolments_added before insert on enrolments
  for each row execute function note_candidate_signed_in();

-- In every system, whatever the scope of the transaction that signs in.
create function note_first_sign_in() returns trigger language plpgsql as $$
    declare
      scope constant text := coalesce(current_setting('guichet.tenant_scope', true), '');
    begin
      perform set_config('guichet.tenant_scope', '', true);
      update enrolments set signed_in = new.last_visit_at is not null where user_id = new.id;
      perform set_config('guichet.tenant_scope', scope, true);
      return null;
    end $$;

create trigger users_signed_in after update of last_visit_at on users
  for each row when ((old.last_visit_at is null) is distinct from (new.last_visit_at is null))
  execute function note_first_sign_in();
