create table saved_views (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  list text not null,
  name text not null,
  -- The parameters of the page's address that the view restores.
  query text not null,
  saved_at timestamptz not null,
  unique (user_id, list, name)
);

-- Steps of the first day that only a try or a word can settle. reference: the key of the test mail, or the name of the
-- platform that answered.
create table setup_steps (
  step text primary key check (step in ('mailServer', 'learningPlatform', 'closed')),
  done_at timestamptz not null,
  reference text not null
);
