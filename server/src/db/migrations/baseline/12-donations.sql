-- Written before the card provider knows of them. Amounts are whole minor units of
-- the currency: cents, yen. When an account is closed its rows stay
-- without the person and without the message: the money was given, and the books have to balance.
create table donation (
  id uuid primary key,
  person_id uuid references person, -- person: goes; export: donations
  amount_cents integer not null check (amount_cents between 100 and 50000000),
  currency text not null,
  donation_type text not null
    check (donation_type in ('platform_donation', 'food_listing_support', 'emergency_response', 'community_program')),
  donor_message text not null default '' check (length(donor_message) <= 200),
  is_anonymous boolean not null default false,
  food_listing_id uuid,
  emergency_request_id uuid,
  status text not null default 'pending'
    check (status in ('pending', 'requires_action', 'succeeded', 'failed', 'canceled')),
  payment_intent_id text unique,
  fee_cents integer,
  net_cents integer,
  refunded_cents integer not null default 0 check (refunded_cents between 0 and amount_cents),
  disputed_cents integer not null default 0 check (disputed_cents between 0 and amount_cents),
  payment_method_type text,
  receipt_url text,
  is_demo boolean not null default false,
  created_at timestamptz not null,
  processed_at timestamptz,
  -- What the provider says is fetched, possibly by several processes concurrently. Fetches are numbered when they begin;
  -- the result of one is written only if none that began later has been.
  fetches_begun integer not null default 0,
  fetch_written integer not null default 0
);
create index donation_of_person on donation (person_id, created_at desc, id desc);
-- what is added up for everyone
create index donation_succeeded on donation (donation_type) where status = 'succeeded';
-- what the nightly reconciliation looks at
create index donation_by_time on donation (created_at) where not is_demo;

-- the provider's events that have been handled, by its ids
create table payment_event (
  id text primary key,
  received_at timestamptz not null
);
