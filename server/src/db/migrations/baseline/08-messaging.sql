-- One conversation per pair of people and listing, however often it is claimed; or about a request.
create table conversation (
  id uuid primary key,
  listing_id uuid references food_listing on delete cascade,
  request_id uuid,
  -- as it was when it was claimed: later titles do not pass a block
  listing_title text,
  giver_id uuid not null references person on delete cascade, -- person: stays, as an id; export: conversations
  receiver_id uuid not null references person on delete cascade, -- person: stays, as an id; export: conversations
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (listing_id, receiver_id),
  check (giver_id <> receiver_id),
  check (listing_id is null or request_id is null)
);
create unique index conversation_request on conversation (request_id, giver_id)
  where request_id is not null;
-- the last questions about food
create index conversation_about_food on conversation (giver_id, created_at desc)
  where listing_id is not null;

create table conversation_member (
  conversation_id uuid not null references conversation on delete cascade,
  person_id uuid not null references person on delete cascade, -- person: goes; export: conversations
  last_read_at timestamptz not null,
  -- what the other person is shown, frozen while a block exists
  shown_read_at timestamptz not null,
  primary key (conversation_id, person_id)
);
create index conversation_member_person on conversation_member (person_id);

create table message (
  id uuid primary key,
  conversation_id uuid not null references conversation on delete cascade,
  sender_id uuid references person on delete set null, -- person: stays, as an id; export: conversations
  content text not null,
  event text,
  event_time timestamptz,
  photo_id uuid references photo on delete set null,
  created_at timestamptz not null
);
create index message_conversation on message (conversation_id, created_at desc, id desc);
create index message_photo on message (photo_id) where photo_id is not null;
