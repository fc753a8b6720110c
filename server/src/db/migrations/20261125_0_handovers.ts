import { type Kysely, sql } from 'kysely';

/**
 * A claim and a match each had the whole life of a handover; now both have a row in `handover`. A handover made here
 * has the id of its claim, else of its match, so that calendars keep the ids of their events.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table handover (
      id uuid primary key,
      giver_id uuid not null,
      receiver_id uuid not null,
      conversation_id uuid not null,
      status text not null default 'open'
        check (status in ('open', 'completed', 'released', 'no_show', 'lapsed', 'disputed')),
      window_from timestamptz not null,
      window_until timestamptz not null,
      agreed_time timestamptz,
      agreed_at timestamptz,
      proposed_time timestamptz,
      proposed_by text check (proposed_by in ('giver', 'receiver')),
      code text not null,
      code_tries smallint not null default 0,
      coming_at timestamptz,
      giver_on_my_way_at timestamptz,
      receiver_on_my_way_at timestamptz,
      giver_confirmed_at timestamptz,
      receiver_confirmed_at timestamptz,
      completed_by text check (completed_by in ('both', 'code', 'one_side')),
      release_reason text,
      ended_by text check (ended_by in ('giver', 'receiver')),
      disputed_at timestamptz,
      disputed_by text check (disputed_by in ('giver', 'receiver')),
      reminded_at timestamptz,
      asked_at timestamptz,
      outcome_asked_at timestamptz,
      created_at timestamptz not null,
      ended_at timestamptz,
      check ((status = 'open') = (ended_at is null)),
      check ((proposed_time is null) = (proposed_by is null)),
      check ((disputed_at is null) = (disputed_by is null)),
      check (completed_by is null or status in ('completed', 'disputed'))
    )`.execute(db);
  await moveClaims(db);
  await moveMatches(db);
  await dropOldColumns(db);
  await referToHandovers(db);
  await sql`create unique index handover_open_once on handover (conversation_id) where status = 'open'`.execute(
    db,
  );
  await sql`create index handover_conversation on handover (conversation_id, created_at desc)`.execute(db);
  await sql`create index handover_giver on handover (giver_id, created_at desc)`.execute(db);
  await sql`create index handover_receiver on handover (receiver_id, created_at desc)`.execute(db);
  // For the tasks that look for due handovers.
  await sql`create index handover_open on handover (id) where status = 'open'`.execute(db);
  await sql`create index handover_no_shows on handover (receiver_id, ended_at) where status = 'no_show'`.execute(
    db,
  );
  await sql`alter table message add column event_time timestamptz`.execute(db);
  // No handover is opened for a closed account, as no claim was.
  await sql`drop function claim_claimer_id_open cascade`.execute(db);
  await sql`
    create function handover_receiver_id_open() returns trigger language plpgsql as $$
    begin
      if person_is_closed(new.receiver_id) then raise exception using errcode = 'P0401'; end if;
      return new;
    end $$`.execute(db);
  await sql`
    create trigger handover_receiver_id_open before insert on handover
    for each row execute function handover_receiver_id_open()`.execute(db);
}

const SIDE_OF_CLAIM = (column: string) =>
  sql.raw(`case ${column} when 'donor' then 'giver' when 'claimer' then 'receiver' end`);

/**
 * "Did it happen?" was asked at the end of the window and is now asked an hour later: whoever has been asked is not asked
 * again.
 */
const OUTCOME_ASKED_AT = sql.raw(`case
  when claim.status = 'open' and claim.asked_at >= listing.available_until
  then greatest(claim.asked_at, listing.available_until + interval '1 hour') else claim.asked_at end`);

async function moveClaims(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into handover (id, giver_id, receiver_id, conversation_id, status, window_from, window_until, code,
      code_tries, coming_at, giver_confirmed_at, receiver_confirmed_at, completed_by, release_reason, ended_by,
      disputed_at, disputed_by, reminded_at, outcome_asked_at, created_at, ended_at)
    select claim.id, claim.donor_id, claim.claimer_id, claim.conversation_id, claim.status,
      listing.available_from, listing.available_until, claim.code, claim.code_tries, claim.coming_at,
      claim.donor_confirmed_at, claim.claimer_confirmed_at, claim.completed_by, claim.release_reason,
      ${SIDE_OF_CLAIM('claim.ended_by')}, claim.disputed_at, ${SIDE_OF_CLAIM('claim.disputed_by')},
      claim.reminded_at, ${OUTCOME_ASKED_AT}, claim.created_at, claim.ended_at
    from claim join food_listing as listing on listing.id = claim.listing_id`.execute(db);
}

const REASON_OF_MATCH = sql.raw(
  `case match.status when 'silent' then 'silent' when 'cancelled' then 'taken_back' else match.release_reason end`,
);

/** A match and the claim of the listing that was given for it were made at the same time. */
async function moveMatches(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table emergency_match
      add column handover_id uuid,
      add column claim_id uuid`.execute(db);
  await sql`
    update emergency_match as match set claim_id = claim.id, handover_id = claim.id from claim
    where claim.request_id = match.request_id and claim.conversation_id = match.conversation_id
      and claim.created_at = match.created_at`.execute(db);
  // The reason of a release was the match's alone.
  await sql`
    update handover set release_reason = ${REASON_OF_MATCH} from emergency_match as match
    where match.handover_id = handover.id and handover.release_reason is null
      and (match.status, handover.status) in
        (('released', 'released'), ('silent', 'lapsed'), ('cancelled', 'released'))`.execute(db);
  await sql`
    insert into handover (id, giver_id, receiver_id, conversation_id, status, window_from, window_until, code,
      code_tries, giver_confirmed_at, receiver_confirmed_at, completed_by, release_reason, ended_by, created_at,
      ended_at)
    select match.id, match.helper_id, request.requester_id, match.conversation_id,
      case match.status when 'fulfilled' then 'completed' when 'silent' then 'lapsed' when 'cancelled' then 'released'
        when 'released' then case when match.ended_by is null then 'lapsed' else 'released' end
        else match.status end,
      match.created_at, greatest(request.expires_at, match.created_at), match.code, match.code_tries,
      match.helper_confirmed_at, match.requester_confirmed_at,
      case when match.status = 'fulfilled' then
        case when match.helper_confirmed_at is null or match.requester_confirmed_at is null
          then 'one_side' else 'both' end end,
      ${REASON_OF_MATCH},
      case match.ended_by when 'helper' then 'giver' when 'requester' then 'receiver' end,
      match.created_at, match.ended_at
    from emergency_match as match join emergency_request as request on request.id = match.request_id
    where match.handover_id is null`.execute(db);
  await sql`update emergency_match set handover_id = id where handover_id is null`.execute(db);
}

async function dropOldColumns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table emergency_match
      drop column conversation_id, drop column status, drop column code, drop column code_tries,
      drop column requester_confirmed_at, drop column helper_confirmed_at, drop column ended_at,
      drop column ended_by, drop column release_reason`.execute(db);
  await sql`
    alter table claim
      drop column donor_id, drop column claimer_id, drop column conversation_id, drop column status,
      drop column code, drop column code_tries, drop column donor_confirmed_at,
      drop column claimer_confirmed_at, drop column created_at, drop column ended_at,
      drop column release_reason, drop column ended_by, drop column completed_by, drop column coming_at,
      drop column disputed_at, drop column disputed_by, drop column reminded_at, drop column asked_at`.execute(
    db,
  );
}

/** After all rows are written: checking them together takes a fraction of the time. */
async function referToHandovers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table claim add column handover_id uuid`.execute(db);
  await sql`update claim set handover_id = id`.execute(db);
  await sql`
    alter table handover
      add foreign key (giver_id) references person on delete cascade,
      add foreign key (receiver_id) references person on delete cascade,
      add foreign key (conversation_id) references conversation on delete cascade`.execute(db);
  await sql`
    alter table claim
      alter column handover_id set not null,
      add unique (handover_id),
      add foreign key (handover_id) references handover on delete cascade`.execute(db);
  await sql`
    alter table emergency_match
      alter column handover_id set not null,
      add unique (handover_id),
      add foreign key (handover_id) references handover on delete cascade,
      add unique (claim_id),
      add foreign key (claim_id) references claim on delete set null`.execute(db);
}
