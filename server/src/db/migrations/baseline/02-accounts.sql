-- `person`, `session`, `credential` and `verification` have the columns that better-auth expects, under our names.

create table person (
  id uuid primary key,
  email text not null unique, -- person: is replaced; export: account
  email_verified boolean not null default false,
  -- keyed; of the own address: however an account is created, it starts with what is stored under it
  email_digest text,
  -- when the mail server of the address refused it for good, the latest three
  mail_refused_at timestamptz[] not null default '{}',
  name text not null,
  first_name text not null default '',
  last_name text not null default '',
  image text,
  user_type text not null default 'recipient' check (user_type in ('donor', 'volunteer', 'recipient')),
  organization_name text,
  organization_type text,
  language text,

  place_id uuid,
  -- a changed place counts from the next day on: until then, the place from before does
  former_place_id uuid,
  place_set_at timestamptz,
  radius_km double precision not null default 10 check (radius_km between 1 and 50),

  diets text[] not null default '{}',
  allergens text[] not null default '{}',
  household_size smallint check (household_size between 1 and 20),

  leaderboard_visible boolean not null default true,
  shows_sharing boolean not null default true,
  shows_replies boolean not null default true,
  shows_verified boolean not null default true,
  -- whether mails and calendars say nothing of food
  discreet boolean not null default false,
  discreet_set_at timestamptz,

  -- how far a person is trusted, from their completed handovers
  verified boolean not null default false,
  -- the mark is gone since a name or the public address changed; what it allowed lasts until then
  verified_until timestamptz,
  -- where a verified organization was when it got the mark: several small moves are one large one
  verified_latitude double precision,
  verified_longitude double precision,
  known_at timestamptz,
  vouched_at timestamptz,
  first_handover_at timestamptz,

  is_admin boolean not null default false,
  paused_at timestamptz,
  paused_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  closed_at timestamptz
);
create index person_place on person (place_id) where place_id is not null;
create index person_former_place on person (former_place_id) where former_place_id is not null;
create index person_closed on person (closed_at) where closed_at is not null;

create table session (
  id uuid primary key,
  token text not null unique,
  person_id uuid not null references person on delete cascade, -- person: goes; export: account
  expires_at timestamptz not null,
  ip_address text,
  user_agent text, -- person: goes; export: account
  -- browser and system by name; the library's own column would hold the whole header
  device text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index session_person on session (person_id);
create index session_expires on session (expires_at);

create table credential (
  id uuid primary key,
  account_id text not null, -- person: goes; export: not theirs to use
  provider_id text not null,
  person_id uuid not null references person on delete cascade, -- person: goes; export: account
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);
create index credential_person on credential (person_id);

create table verification (
  id uuid primary key,
  identifier text not null, -- person: goes; export: a digest of what was mailed
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verification_identifier on verification (identifier);

-- A sign-up whose account begins once the mail to its address is opened; whether the address is known, it does not say.
create table pending_sign_up (
  id uuid primary key,
  email text not null, -- person: is gone within a day; export: has no account yet
  password text not null,
  first_name text not null,
  last_name text not null,
  user_type text not null,
  language text,
  code_digest text,
  tries_left smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_sign_up_email on pending_sign_up (email);
create index pending_sign_up_expires_at on pending_sign_up (expires_at);

-- When links were mailed to an email of the last day, for their limits.
create table link_mail (
  digest text primary key,
  sent_at timestamptz[] not null
);

-- What others see of how a person shares, renewed each night. A person without a row has nothing to show.
create table person_standing (
  person_id uuid primary key references person on delete cascade, -- person: goes; export: account
  shares_step text check (shares_step in ('often', 'very_often', 'all_the_time')),
  replies_same_day boolean not null,
  day date not null
);

-- Waits for an account that is being closed. Not a condition: the row is read as it is after its lock is released.
create function person_is_closed(who uuid) returns boolean language plpgsql as $$
declare closed timestamptz;
begin
  select closed_at into closed from person where id = who for key share;
  return closed is not null;
end $$;
