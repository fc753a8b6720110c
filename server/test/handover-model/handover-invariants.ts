import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { brokenRequestInvariants } from '#server/test/factories/emergency-fixture.ts';
import type { World } from './handover-world.ts';

/** The invariants of handovers in the database, independent of the model; each row is a violation. */
export async function brokenHandovers({ fixture: { pool, clock } }: World): Promise<unknown[]> {
  const { rows } = await pool.query(
    `with one as (
      select handover.*, claim.id as claim_id, claim.listing_id, claim.request_id as claimed_for,
        match.id as match_id, match.request_id, match.claim_id as match_claim_id, match.is_rejoin
      from handover left join claim on claim.handover_id = handover.id
        left join emergency_match as match on match.handover_id = handover.id
    ), seen as (
      select held.until, one.* from place_grant as held cross join lateral (
        select * from one where (held.subject_type = 'listing' and listing_id = held.subject_id
            and receiver_id = held.viewer_id)
          or (held.subject_type = 'request' and request_id = held.subject_id and giver_id = held.viewer_id)
        order by created_at desc limit 1) as one
    )
    select 'a listing that is over, with servings' as invariant, id from food_listing
      where status in ('completed', 'withdrawn', 'expired') and servings_claimed > 0
        or status = 'completed' and servings_left > 0
    union all select 'a claim and its match with two handovers', id from one
      where claimed_for is distinct from case when claim_id is not null then request_id end
        or match_id is not null and match_claim_id is distinct from claim_id
    union all select 'a handover of others than its listing or conversation', one.id from one
      left join food_listing as listing on listing.id = one.listing_id
      left join conversation as talk on talk.id = one.conversation_id and one.giver_id = talk.giver_id
        and one.receiver_id = talk.receiver_id and (talk.listing_id = one.listing_id
          or one.listing_id is null and talk.request_id = one.request_id)
      where listing.donor_id <> one.giver_id or one.giver_id = one.receiver_id or talk.id is null
    union all select 'two open handovers in a conversation', conversation_id from one
      where status = 'open' group by conversation_id having count(*) > 1
    union all select 'two open handovers for a request', request_id from one
      where status = 'open' and request_id is not null group by request_id having count(*) > 1
    union all select 'matched, and its latest handover is not open', request.id from emergency_request as request
      where (status = 'matched') <> coalesce((select one.status = 'open' from one where request_id = request.id
        order by created_at desc limit 1), false)
    union all select 'a request with an end that does not fit its status', id from emergency_request
      where (status in ('fulfilled', 'expired', 'cancelled')) <> (ended_at is not null)
    union all select 'an address seen after the end', id from seen
      where status in ('released', 'lapsed', 'no_show', 'disputed')
        and until > greatest(ended_at, case status when 'disputed' then disputed_at end)
    union all select 'an address seen without an open handover', id from seen
      where until = 'infinity' and status <> 'open'
    union all select 'agreed without a moment', id from one where (agreed_time is null) <> (agreed_at is null)
    union all select 'open across a block', one.id from one join block
      on (blocker_id, blocked_id) in ((giver_id, receiver_id), (receiver_id, giver_id)) where status = 'open'
    union all select 'ended without food, and one can still write', one.id from one
      join conversation as talk on talk.id = conversation_id
        left join emergency_request as request on request.id = one.request_id
      where one.status in ('released', 'lapsed') and talk.closed_at > $1
        and not (release_reason = 'silent' and request.status = 'pending') and not exists (select from one as later
        where later.conversation_id = one.conversation_id and later.created_at > one.created_at)
    union all select 'an end that does not fit its status', id from one
      where status = 'released' and ended_by is null
        or status in ('completed', 'lapsed') and ended_by is not null
        or status = 'no_show' and (ended_by <> 'giver' or request_id is not null)
    union all select 'handed over without exactly one message', conversation_id from one group by conversation_id
      having count(completed_by) <> (select count(*) from message where event in ('completed', 'completed_alone')
        and message.conversation_id = one.conversation_id)
    union all select 'handed over without exactly one event', id from one
      where (completed_by is not null)::int <> (select count(*) from live_event
        where kind = 'handover_changed' and payload->>'handoverId' = one.id::text
          and payload->>'status' = 'completed')
    union all select 'more than ten counted claims or three matches in 24 hours', id from one
      where (select count(*) from one as other where other.created_at > one.created_at - interval '24 hours'
          and other.created_at <= one.created_at
          and (other.status <> 'released'
            or other.ended_by = case when one.request_id is null then 'receiver' else 'giver' end)
          and (case when one.request_id is null
            then other.receiver_id = one.receiver_id and other.request_id is null
            else other.giver_id = one.giver_id and other.request_id is not null and not other.is_rejoin end))
        > case when request_id is null then 10 else 3 end
    union all select 'two open requests of one person', requester_id from emergency_request
      where status in ('pending', 'matched') group by requester_id having count(*) > 1`,
    [clock.now()],
  );
  return [...rows, ...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))];
}
