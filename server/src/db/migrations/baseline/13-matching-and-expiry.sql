-- Food that someone does not want recommended again.
create table dismissed_match (
  person_id uuid not null references person on delete cascade, -- person: goes; export: matching
  listing_id uuid not null references food_listing on delete cascade,
  created_at timestamptz not null,
  primary key (person_id, listing_id)
);
create index dismissed_match_listing on dismissed_match (listing_id);

-- Who was alerted to food that ends soon, once for each level.
create table expiry_alert (
  id uuid primary key,
  listing_id uuid not null references food_listing on delete cascade,
  person_id uuid not null references person on delete cascade, -- person: goes; export: expiry
  level text not null check (level in ('today', 'urgent', 'critical')),
  is_own boolean not null,
  created_at timestamptz not null,
  acknowledged_at timestamptz,
  neighbors_told_at timestamptz check (neighbors_told_at is null or is_own),
  -- when the bell rang for the owner
  owner_told_at timestamptz check (owner_told_at is null or is_own),
  unique (listing_id, person_id, level)
);
create index expiry_alert_person on expiry_alert (person_id, created_at);
create index expiry_alert_age on expiry_alert (created_at);
