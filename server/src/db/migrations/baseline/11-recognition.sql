-- Points, badges, and what they are worked out from. `point_entry` is the ledger; totals, months and the histogram are
-- sums of it, kept in the same transactions.

create table point_entry (
  id uuid primary key,
  person_id uuid not null references person, -- person: stays, as an id; export: recognition
  cause text not null,
  subject_id uuid not null,
  points integer not null,
  -- as much of them as giving earned
  given integer not null,
  month date not null,
  earned_at timestamptz not null,
  booked_at timestamptz not null,
  reverses_id uuid unique references point_entry,
  unique (person_id, cause, subject_id)
);
-- what a handover earned
create index point_entry_subject on point_entry (subject_id);

-- Each sum knows whether boards show its person, and as what kind: not who has given nothing, whose points say what they
-- received. So the first rows of a board are the first rows
-- of an index, however many people are hidden or of another kind. Triggers keep this, so that code that books points or
-- changes a profile need not know it.
create table point_total (
  person_id uuid primary key references person, -- person: stays, as an id; export: recognition
  user_type text not null default 'recipient',
  is_shown boolean not null default false,
  points integer not null,
  given integer not null,
  reached_at timestamptz not null
);
create index point_total_board on point_total (points desc, reached_at, person_id)
  where is_shown and points > 0 and given > 0;
create index point_total_board_of_type on point_total (user_type, points desc, reached_at, person_id)
  where is_shown and points > 0 and given > 0;

create table point_month (
  month date not null,
  person_id uuid not null references person, -- person: stays, as an id; export: recognition
  user_type text not null default 'recipient',
  is_shown boolean not null default false,
  points integer not null,
  given integer not null,
  reached_at timestamptz not null,
  primary key (month, person_id)
);
create index point_month_person on point_month (person_id);
create index point_month_board on point_month (month, points desc, reached_at, person_id)
  where is_shown and points > 0 and given > 0;
create index point_month_board_of_type on point_month (month, user_type, points desc, reached_at, person_id)
  where is_shown and points > 0 and given > 0;

create function keep_board_columns() returns trigger language plpgsql as $$
begin
  select user_type, leaderboard_visible and closed_at is null
    into new.user_type, new.is_shown from person where id = new.person_id;
  return new;
end $$;
create trigger point_total_board before insert on point_total
  for each row execute function keep_board_columns();
create trigger point_month_board before insert on point_month
  for each row execute function keep_board_columns();

create function show_on_boards() returns trigger language plpgsql as $$
begin
  update point_total set user_type = new.user_type, is_shown = new.leaderboard_visible and new.closed_at is null
    where person_id = new.id;
  update point_month set user_type = new.user_type, is_shown = new.leaderboard_visible and new.closed_at is null
    where person_id = new.id;
  return null;
end $$;
create trigger person_on_boards after update of user_type, leaderboard_visible, closed_at on person
  for each row when ((old.user_type, old.leaderboard_visible, old.closed_at)
    is distinct from (new.user_type, new.leaderboard_visible, new.closed_at))
  execute function show_on_boards();

-- A row whose last person has moved on stays, with 0 people.
create table point_histogram (
  board text not null,
  points integer not null,
  people integer not null,
  primary key (board, points)
);

create table person_badge (
  id uuid primary key,
  person_id uuid not null references person, -- person: goes; export: recognition
  badge_id text not null,
  earned_at timestamptz not null,
  unique (person_id, badge_id)
);

-- Like the ledger it outlives the handover.
create table recognized_handover (
  handover_id uuid primary key,
  giver_id uuid not null references person, -- person: stays, as an id; export: claims
  receiver_id uuid not null references person, -- person: stays, as an id; export: claims
  servings integer not null,
  answers_request boolean not null,
  giver_earns boolean not null,
  receiver_earns boolean not null,
  giver_was_known boolean not null,
  receiver_was_known boolean not null,
  -- in public figures: what earns points, and of many servings as many as two unknown people may count
  counted_servings integer not null generated always as (
    case when not giver_earns then 0
      when giver_was_known or receiver_was_known then servings
      else least(servings, 30) end
  ) stored,
  completed_at timestamptz not null,
  counted_on date,
  undone_at timestamptz
);
create index recognized_handover_giver on recognized_handover (giver_id, completed_at);
create index recognized_handover_receiver on recognized_handover (receiver_id, completed_at);
create index recognized_handover_waiting on recognized_handover (completed_at)
  where counted_on is null and undone_at is null;
-- what was handed over last, in the whole community
create index recognized_handover_completed on recognized_handover (completed_at)
  where undone_at is null and not answers_request;
