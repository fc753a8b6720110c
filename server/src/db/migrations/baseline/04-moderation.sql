create table block (
  blocker_id uuid not null references person on delete cascade, -- person: goes; export: moderation
  blocked_id uuid not null references person on delete cascade, -- person: goes; export: not theirs to know
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index block_blocked on block (blocked_id);

-- A block by a request keeps two people from a match and does nothing else: it does not tell who the other is.
create table request_block (
  blocker_id uuid not null references person on delete cascade, -- person: goes; export: moderation
  -- not a reference: the block outlives the request
  request_id uuid not null,
  blocked_id uuid not null references person on delete cascade, -- person: goes; export: not theirs to know
  -- whether the blocker is the request's author, who knows the other by name
  is_by_requester boolean not null default false,
  created_at timestamptz not null,
  -- several may help with one request, one after the other
  primary key (blocker_id, request_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index request_block_blocked on request_block (blocked_id);

create table report (
  id uuid primary key,
  reporter_id uuid references person on delete set null, -- person: goes; export: moderation
  subject_type text not null
    check (subject_type in ('person', 'listing', 'conversation', 'message', 'claim', 'request')),
  subject_id uuid not null,
  reason text not null,
  details text not null,
  -- whom it is about, as far as that is known, and what they wrote, as it was when it was reported
  about_id uuid references person on delete set null, -- person: stays, as an id; export: not theirs to know
  evidence text not null default '',
  created_at timestamptz not null,
  -- when the admins were told by mail
  mailed_at timestamptz,
  closed_at timestamptz,
  closing_note text
);
create index report_open on report (created_at) where closed_at is null;

create table admin_action (
  id uuid primary key,
  act text not null,
  subject_type text not null,
  subject_id text not null,
  note text not null,
  created_at timestamptz not null
);
create function admin_action_stays() returns trigger language plpgsql as $$
begin
  raise exception 'what was done is neither changed nor deleted';
end $$;
create trigger admin_action_stays before update or delete on admin_action
  for each statement execute function admin_action_stays();

-- Blocks and pauses of a closed account, restored when the person signs up again, by a keyed digest of their email
-- address.
create table former_block (
  blocker_id uuid not null references person on delete cascade, -- person: goes; export: moderation
  email_digest text not null,
  -- null if the blocker knows the person
  request_id uuid,
  is_by_requester boolean not null default false,
  created_at timestamptz not null,
  closed_at timestamptz not null,
  unique nulls not distinct (blocker_id, email_digest, request_id)
);
create index former_block_digest on former_block (email_digest);

create table former_pause (
  email_digest text primary key,
  reason text,
  paused_at timestamptz not null,
  closed_at timestamptz not null
);

create function person_returns_paused() returns trigger language plpgsql as $$
begin
  with kept as (delete from former_pause where email_digest = new.email_digest returning *)
    select paused_at, reason into new.paused_at, new.paused_reason from kept;
  return new;
end $$;
create trigger person_returns_paused before insert on person
  for each row when (new.email_digest is not null) execute function person_returns_paused();

create function person_returns_blocked() returns trigger language plpgsql as $$
begin
  insert into block (blocker_id, blocked_id, created_at)
    select blocker_id, new.id, created_at from former_block
    where email_digest = new.email_digest and request_id is null;
  insert into request_block (blocker_id, request_id, blocked_id, is_by_requester, created_at)
    select blocker_id, request_id, new.id, is_by_requester, created_at from former_block
    where email_digest = new.email_digest and request_id is not null;
  delete from former_block where email_digest = new.email_digest;
  return new;
end $$;
create trigger person_returns_blocked after insert on person
  for each row when (new.email_digest is not null) execute function person_returns_blocked();
