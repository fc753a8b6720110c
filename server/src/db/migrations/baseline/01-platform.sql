-- Readers take events ordered by (transaction, number), below the oldest running transaction.
create table live_event (
  number bigint generated always as identity primary key,
  transaction_id xid8 not null default pg_current_xact_id(),
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null default now()
);
create index live_event_order on live_event (transaction_id, number);
create index live_event_age on live_event (created_at);

-- One row. A new generation tells readers that their positions in the log are void.
create table live_event_generation (
  generation uuid primary key default gen_random_uuid(),
  -- the database cluster that numbered the events: restored into another, their transaction ids mean nothing
  system text,
  -- the last deleted event: a reader that has seen it, or a later one, has missed nothing
  pruned_transaction_id xid8 not null default '0',
  pruned_number bigint not null default 0
);
insert into live_event_generation default values;

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

-- How often each scheduled task has run, for its watch, and when last.
create table scheduled_task (
  name text primary key,
  runs bigint not null,
  last_run_at timestamptz not null
);

-- Whether this database holds the demo community, and whether seeding it finished.
create table demo_community (
  state text not null check (state in ('begun', 'done')),
  created_at timestamptz not null
);

-- One row: the mark of the object store that holds this database's files, and whether it was written there.
create table object_store (
  mark uuid not null default gen_random_uuid(),
  is_marked boolean not null default false
);
create unique index object_store_is_one on object_store ((true));
insert into object_store default values;
