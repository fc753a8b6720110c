-- One combined mail; the row exists while the mail is being sent, so that no person has two in progress. What is urgent
-- has a mail of its own, which the other cannot delay.
create table queued_mail (
  id uuid primary key,
  person_id uuid not null references person on delete cascade, -- person: goes; export: is gone within minutes
  is_urgent boolean not null,
  turn integer not null,
  failures integer not null,
  try_at timestamptz not null,
  counted_on date not null,
  unique (person_id, is_urgent)
);
create index queued_mail_try on queued_mail (try_at);

create table notification (
  id uuid primary key,
  person_id uuid not null references person on delete cascade, -- person: goes; export: notifications
  kind text not null,
  subject_type text not null,
  subject_id uuid not null,
  actor_id uuid references person on delete set null, -- person: stays, as an id; export: belongs to the person who was told
  listing_title text,
  -- of a claim: how many servings were claimed, of how many shared
  servings_claimed integer,
  servings_shared integer,
  -- one that is switched off in the app is kept for its mail
  in_app boolean not null default true,
  created_at timestamptz not null,
  read_at timestamptz,
  mail_due_at timestamptz,
  mail_id uuid references queued_mail (id) on delete set null,
  mailed_at timestamptz
);
create index notification_person on notification (person_id, created_at desc);
create index notification_age on notification (created_at);
create index notification_unread on notification (person_id) where read_at is null;
-- Several unread messages of one conversation are one notification.
create unique index notification_message_once on notification (person_id, subject_id)
  where kind = 'message_received' and read_at is null;
create index notification_mail_due on notification (mail_due_at)
  where mail_due_at is not null and mail_id is null and mailed_at is null and read_at is null;
create index notification_mail on notification (mail_id) where mail_id is not null;
create index notification_subject on notification (subject_id)
  where mail_due_at is not null and mailed_at is null;

-- A switch for each group, in the app and by mail. Without a row everything is on.
create table notification_settings (
  person_id uuid primary key references person on delete cascade, -- person: goes; export: notifications
  app_off text[] not null default '{}'
    check (app_off <@ array['claims', 'pickups', 'messages', 'endings', 'alerts']),
  mail_off text[] not null default '{}'
    check (mail_off <@ array['claims', 'pickups', 'messages', 'alerts', 'help']),
  quiet_from text,
  quiet_until text,
  check ((quiet_from is null) = (quiet_until is null))
);

-- Mails per person and day of the community, and mails of all kinds in total.
create table mail_count (
  day date not null,
  person_id uuid not null references person on delete cascade, -- person: goes; export: notifications
  sent integer not null,
  primary key (day, person_id)
);
create table mail_day (
  day date primary key,
  sent integer not null,
  -- of these, mails that people signed out cause: sign-ups and resets
  signed_out integer not null default 0
);
-- One row while the mail server does not take our mail.
create table mail_trouble (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null,
  answer text not null
);
