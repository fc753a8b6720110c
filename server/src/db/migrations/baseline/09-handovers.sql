create table handover (
  id uuid primary key,
  giver_id uuid not null references person on delete cascade, -- person: stays, as an id; export: claims
  receiver_id uuid not null references person on delete cascade, -- person: stays, as an id; export: claims
  conversation_id uuid not null references conversation on delete cascade,
  status text not null default 'open'
    check (status in ('open', 'completed', 'released', 'no_show', 'lapsed', 'disputed')),

  window_from timestamptz not null,
  window_until timestamptz not null,
  agreed_time timestamptz,
  agreed_at timestamptz,
  proposed_time timestamptz,
  proposed_by text check (proposed_by in ('giver', 'receiver')),
  coming_at timestamptz,
  giver_on_my_way_at timestamptz,
  receiver_on_my_way_at timestamptz,

  code text not null,
  code_tries smallint not null default 0,
  giver_confirmed_at timestamptz,
  receiver_confirmed_at timestamptz,
  -- how many servings each side says were taken, if they say so
  giver_servings integer check (giver_servings > 0),
  receiver_servings integer check (receiver_servings > 0),
  completed_by text check (completed_by in ('both', 'code', 'one_side')),
  release_reason text,
  ended_by text check (ended_by in ('giver', 'receiver')),
  disputed_at timestamptz,
  disputed_by text check (disputed_by in ('giver', 'receiver')),
  -- the receiver thanks the giver once; the note is a message
  thanked_at timestamptz,
  -- the receiver, who asked for food as a neighbor, tells the giver who they are
  receiver_named_at timestamptz,

  reminded_at timestamptz,
  asked_at timestamptz,
  outcome_asked_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,

  check ((status = 'open') = (ended_at is null)),
  check ((proposed_time is null) = (proposed_by is null)),
  check ((disputed_at is null) = (disputed_by is null)),
  check (completed_by is null or status in ('completed', 'disputed'))
);
create unique index handover_open_once on handover (conversation_id) where status = 'open';
create index handover_conversation on handover (conversation_id, created_at desc);
create index handover_giver on handover (giver_id, created_at desc);
create index handover_receiver on handover (receiver_id, created_at desc);
create index handover_no_shows on handover (receiver_id, ended_at) where status = 'no_show';
-- For the tasks that look for due handovers.
create index handover_open on handover (id) where status = 'open';
-- What the community received lately.
create index handover_completed on handover (ended_at) where status = 'completed';

create table calendar_feed (
  person_id uuid primary key references person on delete cascade, -- person: goes; export: calendar
  id uuid not null unique,
  created_at timestamptz not null
);
