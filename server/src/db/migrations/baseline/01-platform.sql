-- Readers take, once and in no order, what the snapshot of their last read does not see.
create table live_event (
  -- orders only what one transaction has written
  number bigint generated always as identity primary key,
  -- what clients are told
  id uuid not null default gen_random_uuid() unique,
  transaction_id xid8 not null default pg_current_xact_id(),
  kind text not null,
  payload jsonb not null,
  -- what may be different for these people
  topics text[] not null default '{}',
  people text[] not null default '{}',
  -- whether it also concerns those who look at its point of the map; without one, at any part of it
  is_on_map boolean not null default false,
  latitude double precision,
  longitude double precision,
  -- the socket, and its session, that the cause came from
  writer text,
  created_at timestamptz not null default now()
);
create index live_event_order on live_event (transaction_id, number);
create index live_event_age on live_event (created_at);
create index live_event_people on live_event using gin (people);

-- One row: the server whose transactions the log names. Restored into another, they mean nothing.
create table live_event_log (
  system text
);
insert into live_event_log default values;

create table idempotency_key (
  person_id uuid not null, -- person: goes; export: holds ids of a day
  endpoint text not null,
  key text not null,
  body_hash text not null,
  result jsonb not null default 'null',
  created_at timestamptz not null,
  primary key (person_id, endpoint, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- The processes of the app, with fingerprints of the settings in which they must agree.
create table app_process (
  id uuid primary key,
  settings jsonb not null,
  seen_at timestamptz not null
);

-- Uses of what is limited for all processes together; the key is a keyed hash of the limit and of who used it. Not worth
-- writing ahead: after a crash all have their share again.
create unlogged table rate_limit (
  key text primary key,
  spent integer not null,
  ends_at timestamptz not null
);

-- How often each scheduled task has run, for its watch, and when last; the minute, counted from 1970, in which some
-- process has queued it last.
create table scheduled_task (
  name text primary key,
  runs bigint not null,
  last_run_at timestamptz not null,
  queued_minute bigint
);

-- Whether this database holds the demo community, and whether seeding it finished.
create table demo_community (
  state text not null check (state in ('begun', 'done')),
  created_at timestamptz not null
);

-- What an organizer has decided, by the variable of the environment that wins where it is set.
create table community_setting (
  name text not null,
  value text not null,
  -- the last that counts holds: a changed time zone counts from a month's beginning
  counts_from timestamptz not null,
  primary key (name, counts_from)
);

-- One row: the mark of the object store that holds this database's files, and whether it was written there.
create table object_store (
  mark uuid not null default gen_random_uuid(),
  is_marked boolean not null default false
);
create unique index object_store_is_one on object_store ((true));
insert into object_store default values;
