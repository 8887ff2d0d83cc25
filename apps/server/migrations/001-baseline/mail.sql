create table attachments (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id),
  file_name text not null,
  content_type text not null,
  bytes bytea not null,
  uploaded_at timestamptz not null,
  unique (system_id, id)
);

create table messages (
  system_id integer not null references systems (id),
  language text not null check (language in ('fr', 'en')),
  subject text not null,
  body text not null,
  attachment_id bigint,
  updated_at timestamptz not null,
  -- The default is from before there were reminders.
  kind text not null default 'invitation' check (kind in ('invitation', 'reminder')),
  -- Shown by inboxes beside the subject; '' for the first words of the body.
  preheader text not null default '',
  -- updated_at of the other language's text to which this text was found to correspond.
  compared_to timestamptz,
  foreign key (system_id, attachment_id) references attachments (system_id, id),
  primary key (system_id, kind, language)
);

-- Like content_versions.
create table message_versions (
  id bigint generated always as identity primary key,
  system_id integer not null references systems (id),
  language text not null check (language in ('fr', 'en')),
  subject text not null,
  body text not null,
  attachment_id bigint,
  saved_at timestamptz not null,
  saved_by bigint,
  saved_by_name text not null,
  kind text not null default 'invitation' check (kind in ('invitation', 'reminder')),
  preheader text not null default '',
  foreign key (system_id, attachment_id) references attachments (system_id, id)
);
create index message_versions_by_attachment on message_versions (attachment_id) where attachment_id is not null;
create index message_versions_by_message on message_versions (system_id, kind, language, id);

create table mailings (
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
  reply_to text,
  logo_id bigint references mail_logos (id),
  -- The text before it was laid out, for mails that have not left when the exam changes.
  source jsonb,
  foreign key (system_id, attachment_id) references attachments (system_id, id)
);
create index mailings_by_logo on mailings (logo_id) where logo_id is not null;

create table outgoing_mails (
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
  last_error text,
  -- The moment for which somebody planned the mail; null: due when it is queued.
  planned_for timestamptz,
  -- What the recipient's mail server reported (RFC 3464) after it had taken the mail; null: no report. The reason is a
  -- stored failure, as in last_error.
  delivery text check (delivery in ('delayed', 'delivered', 'failed')),
  delivery_reported_at timestamptz,
  delivery_reason text,
  -- When the link of a mail that sets a password was first opened.
  link_opened_at timestamptz
);
create index outgoing_mails_due on outgoing_mails (next_try_at, id) where state in ('queued', 'sending', 'waiting');
create index outgoing_mails_by_system on outgoing_mails (system_id, id);
create index outgoing_mails_by_cohort on outgoing_mails (cohort_id, user_id, id) where cohort_id is not null;
create index outgoing_mails_by_user on outgoing_mails (user_id);
-- Home counts the mails that failed, and those that came back, among all that there ever were.
create index outgoing_mails_failed on outgoing_mails (system_id) where state = 'failed' or delivery = 'failed';
-- Finds all that was sent to an address, whoever has or had it.
create index outgoing_mails_by_recipient on outgoing_mails (lower(recipient));

-- At most one row: while it stands, after a restore, nothing leaves.
create table outgoing_holds (
  is_only boolean default true primary key check (is_only),
  held_at timestamptz not null,
  backup_made_at timestamptz not null
);

-- At most one row: the readings of the mailbox of the return path, one job, due again after each reading.
create table return_path_readings (
  id integer primary key check (id = 1),
  state text not null check (state in ('queued', 'reading', 'waiting', 'failed')),
  attempts integer not null default 0,
  next_try_at timestamptz not null,
  leased_until timestamptz,
  leased_by text,
  last_error text,
  -- The message that was begun last, and how often: one that ends the process is not begun for ever.
  message_uid bigint,
  message_tries integer not null default 0
);
create index return_path_readings_due on return_path_readings (next_try_at, id)
  where state in ('queued', 'reading', 'waiting');

-- How many messages of that mailbox were what, for the metrics.
create table return_path_counts (
  outcome text primary key,
  messages bigint not null
);
