create table photo (
  id uuid primary key,
  owner_id uuid not null references person on delete cascade, -- person: goes; export: photos
  -- uploads in progress are apart from received files, and refusals are stored
  state text not null check (state in ('awaiting', 'receiving', 'uploaded', 'refused', 'ready')),
  visibility text not null default 'owner' check (visibility in ('owner', 'signed_in', 'one_person')),
  -- the other of the two people who see a photo in a message
  viewer_id uuid references person on delete set null, -- person: goes; export: of others’ photos
  byte_size integer,
  received_bytes integer not null default 0 check (received_bytes >= 0),
  width integer,
  height integer,
  thumbhash text,
  created_at timestamptz not null,
  attached_at timestamptz,
  -- when it was taken off what had shown it
  detached_at timestamptz,
  -- the photo whose files it shows; that may be gone
  copy_of uuid
);
create index photo_copy on photo (copy_of) where copy_of is not null;
create index photo_owner on photo (owner_id, created_at);
create index photo_viewer on photo (viewer_id) where viewer_id is not null;
create index photo_unattached on photo ((coalesce(detached_at, created_at))) where attached_at is null;

-- Counts the servings held by open claims, so that its status follows from the row alone, under one lock.
create table food_listing (
  id uuid primary key,
  donor_id uuid not null references person on delete cascade, -- person: stays, as an id; export: listings
  title text not null,
  description text not null,
  -- the words of the title, and of title and description, folded (domain: indexedWords)
  title_words text[] not null,
  words text[] not null,
  category text not null,
  allergens text[],
  diets text[] not null default '{}',
  status text not null default 'posted'
    check (status in ('posted', 'claimed', 'completed', 'withdrawn', 'expired')),
  urgency_level text not null check (urgency_level in ('low', 'medium', 'high', 'emergency')),

  -- shrinks to what was taken when the rest expires or is withdrawn
  estimated_servings integer not null check (estimated_servings > 0),
  servings_left integer not null check (servings_left between 0 and estimated_servings),
  servings_claimed integer not null default 0,
  -- of servings_claimed: what answered requests and was let go. It is on offer again, or gone, at settles_at.
  servings_returning integer not null default 0 check (servings_returning >= 0),
  servings_gone integer not null default 0 check (servings_gone >= 0),
  settles_at timestamptz,
  -- how much was shared, which sharing it again needs
  offered_servings integer,
  -- what the servings are, null for servings (domain: THINGS)
  counted_as text check (counted_as in ('pieces', 'rolls', 'loaves', 'boxes', 'bags', 'jars')),
  is_bulk boolean not null default false,
  may_go_to_one boolean not null default false,

  available_from timestamptz not null,
  available_until timestamptz not null,
  date_kind text not null default 'best_before' check (date_kind in ('best_before', 'use_by')),
  best_by_date timestamptz not null,
  expiry_date timestamptz,
  closing_time text,
  -- what the feed sorts by, and when the listing stops being offered (domain: feedEndMs, offeredUntilMs)
  feed_end_at timestamptz not null
    generated always as (coalesce(expiry_date, best_by_date, available_until)) stored,
  offered_until timestamptz not null generated always as
    (least(available_until, expiry_date, case when date_kind = 'use_by' then best_by_date end)) stored,

  public_point point,
  area_label text not null,
  place_is_public boolean not null default false,
  share_place_at_once boolean not null default false,

  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- the donor has withdrawn the rest: released servings are not offered again
  withdrawn_at timestamptz,

  check (status <> 'posted' or servings_left > 0),
  constraint food_listing_claimed_servings
    check (servings_claimed >= 0 and servings_left + servings_claimed <= estimated_servings),
  check (servings_returning + servings_gone <= servings_claimed),
  check ((settles_at is null) = (servings_returning + servings_gone = 0)),
  constraint food_listing_claimed_status
    check ((status = 'claimed') = (servings_left = 0 and servings_claimed > 0))
);
create index food_listing_donor on food_listing (donor_id, created_at desc);
create index food_listing_offered on food_listing (offered_until) where status = 'posted';
-- listings that may be offered again
create index food_listing_claimed on food_listing (id) where status = 'claimed';
create index food_listing_settles on food_listing (settles_at) where settles_at is not null;
create index food_listing_earliest_end on food_listing (least(available_until, best_by_date, expiry_date))
  where status = 'posted';

create table listing_photo (
  listing_id uuid not null references food_listing on delete cascade,
  position smallint not null,
  photo_id uuid not null unique references photo on delete cascade,
  caption text not null default '',
  primary key (listing_id, position)
);
