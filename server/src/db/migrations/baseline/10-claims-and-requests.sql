create table emergency_request (
  id uuid primary key,
  requester_id uuid not null references person on delete cascade, -- person: stays, as an id; export: emergency
  shows_first_name boolean not null default false,
  title text not null,
  description text not null default '',
  urgency_level text not null check (urgency_level in ('high', 'emergency')),
  household_size smallint not null check (household_size between 1 and 20),
  special_needs text not null default '',
  dietary_restrictions text[] not null default '{}',
  preferred_categories text[] not null default '{}',
  radius_km double precision not null check (radius_km between 1 and 50),
  -- { key, label, bounds: [{ north, south, east, west }] }; null for the community as a whole. No place is stored.
  area jsonb,
  -- a public place she named, for her helper alone
  meeting_point text not null default '',
  status text not null default 'pending'
    check (status in ('pending', 'matched', 'fulfilled', 'expired', 'cancelled')),
  -- what all but its two people still see, and until when: an end that something public of a person or a listing
  -- accompanies shows later
  shown_status text check (shown_status in ('pending', 'matched')),
  shown_until timestamptz,
  public_status text not null generated always as (coalesce(shown_status, status)) stored,
  -- of a closed account that chose to show it, as long as others see the request as pending
  kept_first_name text,
  -- each time it is open to all again is a new round of alerts
  round smallint not null default 0,
  next_wave smallint not null default 0,
  next_wave_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  cancel_reason text,
  check ((ended_at is null) = (status in ('pending', 'matched'))),
  check ((shown_status is null) = (shown_until is null))
);
create unique index emergency_request_open_once on emergency_request (requester_id)
  where status in ('pending', 'matched');
create index emergency_request_open on emergency_request (expires_at) where status in ('pending', 'matched');
create index emergency_request_public on emergency_request (expires_at)
  where public_status in ('pending', 'matched');
create index emergency_request_shown on emergency_request (shown_until) where shown_until is not null;
create index emergency_request_requester on emergency_request (requester_id, created_at desc);

alter table conversation add foreign key (request_id) references emergency_request on delete cascade;

create table claim (
  id uuid primary key,
  handover_id uuid not null unique references handover on delete cascade,
  listing_id uuid not null references food_listing on delete cascade,
  -- the request that it answers
  request_id uuid references emergency_request on delete set null,
  servings integer not null check (servings > 0),
  -- whether its servings counted to the daily share of bulk food when they were taken: its listing may change
  is_shared_out boolean not null default false,
  -- when what the food contains or its dates were corrected: a release after it counts to no limit
  food_corrected_at timestamptz
);
create index claim_listing on claim (listing_id);
create index claim_request on claim (request_id) where request_id is not null;

create table emergency_match (
  id uuid primary key,
  handover_id uuid not null unique references handover on delete cascade,
  request_id uuid not null references emergency_request on delete cascade,
  helper_id uuid not null references person on delete cascade, -- person: stays, as an id; export: emergency
  -- of the listing that is given for it
  claim_id uuid unique references claim on delete set null,
  -- the helper takes the request up again after silence
  is_rejoin boolean not null default false,
  created_at timestamptz not null
);
create index emergency_match_request on emergency_match (request_id, created_at desc);
create index emergency_match_helper on emergency_match (helper_id, created_at desc);

-- A match that was refused because another person helped, or because of a block.
create table match_attempt (
  request_id uuid not null references emergency_request on delete cascade,
  helper_id uuid not null references person on delete cascade, -- person: goes; export: emergency
  -- of the request: in this round it looks taken to this person
  round smallint not null,
  -- because of a block: it looks taken to this person from then on
  is_blocked boolean not null,
  attempted_at timestamptz not null
);
create index match_attempt_helper on match_attempt (helper_id, attempted_at);
create index match_attempt_request on match_attempt (request_id);

create table emergency_alert (
  request_id uuid not null references emergency_request on delete cascade,
  donor_id uuid not null references person on delete cascade, -- person: goes; export: emergency
  round smallint not null,
  wave smallint not null,
  alerted_at timestamptz not null,
  primary key (request_id, donor_id, round)
);
create index emergency_alert_donor on emergency_alert (donor_id, alerted_at desc);

create table request_area_build (
  -- as 2026-11
  month text primary key,
  cells text[] not null,
  -- the label of each area in force, by its key; null for the community's name
  in_force jsonb not null,
  -- how many people count in each 16 km cell, by its key
  people jsonb not null,
  built_at timestamptz not null
);

-- The great-circle distance from a point to the nearest edge of an area: 0 inside, null without an area.
create function metres_to_area(area jsonb, latitude float8, longitude float8) returns float8
language sql immutable parallel safe as $$
  select min(2 * 6371008.8 * asin(least(1, sqrt(
    sin(radians(edge.latitude - $2) / 2) ^ 2
    + cos(radians($2)) * cos(radians(edge.latitude)) * sin(radians(edge.longitude - $3) / 2) ^ 2))))
  from jsonb_to_recordset(area -> 'bounds') as box (north float8, south float8, east float8, west float8)
  cross join lateral (values (box.west), (box.east), (greatest(box.west, least(box.east, $3)))) as side (longitude)
  cross join lateral (select greatest(box.south, least(box.north, $2)) as latitude, side.longitude) as edge
$$;
