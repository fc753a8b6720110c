-- Opening hours of organizations, their recurring surplus, and what they were asked about it.
create table opening_interval (
  person_id uuid not null references person on delete cascade, -- person: goes; export: partners
  weekday text not null,
  opens text not null check (opens ~ '^[0-2][0-9]:[0-5][0-9]$'),
  closes text not null check (closes ~ '^[0-2][0-9]:[0-5][0-9]$'),
  primary key (person_id, weekday, opens)
);

create table recurring_surplus (
  id uuid primary key,
  person_id uuid not null references person on delete cascade, -- person: goes; export: partners
  title text not null,
  description text not null,
  category text not null,
  servings integer not null check (servings > 0),
  date_kind text not null,
  allergens text[],
  diets text[] not null,
  pickup_instructions text not null,
  weekdays text[] not null,
  ask_at text not null,
  pickup_from text not null,
  pickup_until text not null,
  starts_on date not null,
  listing_id uuid references food_listing on delete set null,
  paused_at timestamptz,
  created_at timestamptz not null
);
create index recurring_surplus_person on recurring_surplus (person_id, created_at);
create index recurring_surplus_listing on recurring_surplus (listing_id);

create table surplus_question (
  id uuid primary key,
  surplus_id uuid not null references recurring_surplus on delete cascade,
  person_id uuid not null references person on delete cascade, -- person: goes; export: partners
  day date not null,
  state text not null check (state in ('open', 'posted', 'skipped', 'lapsed')),
  pickup_from timestamptz not null,
  pickup_until timestamptz not null,
  asked_at timestamptz,
  answered_at timestamptz,
  listing_id uuid references food_listing on delete set null,
  unique (surplus_id, day),
  check (asked_at is not null or state = 'skipped')
);
create index surplus_question_person on surplus_question (person_id, pickup_until);
create index surplus_question_listing on surplus_question (listing_id);
create index surplus_question_open on surplus_question (pickup_until) where state = 'open';

-- When, where and how someone can help.
create table help_offer (
  person_id uuid primary key references person on delete cascade, -- person: goes; export: volunteers
  days text[] not null,
  times text[] not null,
  area text not null,
  transport text[] not null,
  answered_at timestamptz not null
);

create table ad (
  id uuid primary key,
  location text not null,
  ad_type text not null check (ad_type in ('banner', 'card', 'inline')),
  category text not null,
  title text not null,
  description text not null,
  cta_text text not null,
  cta_link text,
  image_url text check (image_url like '/%'),
  sponsor text,
  is_tip boolean not null,
  audience text[] not null,
  weight integer not null check (weight between 1 and 100),
  daily_cap integer check (daily_cap > 0),
  starts_at timestamptz not null,
  ends_at timestamptz,
  created_at timestamptz not null,
  impressions integer not null default 0,
  clicks integer not null default 0,
  check (clicks <= impressions),
  check (sponsor is null or not is_tip)
);

-- What was seen and followed of an ad. Nothing says who saw one.
create table ad_impression (
  id uuid primary key,
  ad_id uuid not null references ad on delete cascade,
  placement text not null,
  created_at timestamptz not null,
  clicked_at timestamptz,
  is_counted boolean not null
);
create index ad_impression_of on ad_impression (ad_id, created_at);
create index ad_impression_age on ad_impression (created_at);
