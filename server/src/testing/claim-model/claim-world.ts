import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { claimsFixture } from '#server/testing/factories/claims-fixture.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Act } from './claim-acts.ts';
import type { Model } from './claim-model.ts';
import * as accounts from '#server/features/accounts/accounts.service.ts';
import * as claims from '#server/features/claims/claims.service.ts';
import * as listings from '#server/features/listings/listings.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';

/** The product under test; `people` are its sessions by person. */
export type World = {
  readonly fixture: Awaited<ReturnType<typeof claimsFixture>>;
  readonly people: Map<string, Caller>;
};

/** What came of an act: `ok` or the code it was refused with, and the id of what it made. */
export type Answer = { readonly answer: string; readonly id?: string };

const iso = (ms: number): string => new Date(ms).toISOString();

/** Applies an act to the product. */
export async function perform(world: World, act: Act): Promise<Answer> {
  try {
    const made = await doIt(world, act);
    return { answer: 'ok', ...(made && { id: made.id }) };
  } catch (error) {
    if (error instanceof AppError) return { answer: error.code };
    throw error;
  }
}

async function doIt({ fixture, people }: World, act: Act): Promise<{ readonly id: string } | null> {
  const { ctx, clock } = fixture;
  if (act.do === 'wait') {
    clock.forward(act.ms);
    return null;
  }
  if (act.do === 'jobs') {
    await listings.expireListings(ctx);
    await claims.expireClaims(ctx);
    await claims.sendPickupReminders(ctx);
    await claims.sendHandoverQuestions(ctx);
    return null;
  }
  const caller = people.get(act.by);
  if (!caller) throw new Error('no session of this person');
  switch (act.do) {
    case 'post':
      return fixture.listing(caller, {
        estimatedServings: act.servings,
        availableFrom: iso(act.fromMs),
        availableUntil: iso(act.untilMs),
        expiryDate: act.expiryMs === null ? null : iso(act.expiryMs),
        bestByDate: iso(act.untilMs + 365 * DAY_MS),
      });
    case 'claim':
      return claims.claimListing(ctx, caller, act.listing.id, act.servings);
    case 'withdraw':
      return listings.withdrawListing(ctx, caller, act.listing.id);
    case 'reschedule':
      return listings.changeListing(ctx, caller, act.listing.id, { availableUntil: iso(act.untilMs) });
    case 'recount':
      return listings.changeListing(ctx, caller, act.listing.id, { estimatedServings: act.servings });
    case 'release':
      return claims.releaseClaim(ctx, caller, act.claim.id, act.reason);
    case 'confirm':
      return claims.completeClaim(ctx, caller, act.claim.id);
    case 'right code':
    case 'wrong code': {
      const { rows } = await fixture.pool.query<{ code: string }>('select code from claim where id = $1', [
        act.claim.id,
      ]);
      const right = rows[0]?.code ?? '';
      const wrong = right === '0000' ? '0001' : '0000';
      return claims.completeClaim(ctx, caller, act.claim.id, act.do === 'right code' ? right : wrong);
    }
    case 'no-show':
      return claims.reportNoShow(ctx, caller, act.claim.id);
    case 'share place': {
      const { rows } = await fixture.pool.query<{ id: string }>(
        'select conversation_id as id from claim where id = $1',
        [act.claim.id],
      );
      return claims.revealAddress(ctx, caller, rows[0]?.id ?? '');
    }
    case 'coming':
      return claims.confirmComing(ctx, caller, act.claim.id);
    case 'dispute':
      return claims.disputeClaim(ctx, caller, act.claim.id);
    case 'block':
      await moderation.blockPerson(ctx, caller, act.other);
      return null;
    case 'unblock':
      await moderation.unblockPerson(ctx, caller, act.other);
      return null;
    case 'close':
      await accounts.closeAccount(ctx, caller, undefined);
      return null;
    default:
      return act satisfies never;
  }
}

const ms = (at: Date | null): number | null => at?.getTime() ?? null;
const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
const isLive = (status: string): boolean => status === 'posted' || status === 'claimed';

/** The part of the model that is visible in the database. */
export function modelState(m: Model) {
  return {
    listings: m.listings
      .map(({ id, status, total, left, isWithdrawn, untilMs }) => ({
        id,
        status,
        total,
        left,
        isWithdrawn,
        ...(isLive(status) && { untilMs }),
      }))
      .toSorted(byId),
    claims: m.claims
      .map(({ listing, createdMs: _created, isHandedOver: _given, ...claim }) => ({
        ...claim,
        listing: listing.id,
      }))
      .toSorted(byId),
    seen: [...m.grants]
      .filter(([, untilMs]) => untilMs > m.nowMs)
      .map(([key]) => key)
      .toSorted(),
  };
}

/** The same, read from the database. */
export async function worldState({ fixture: { db, clock } }: World): Promise<ReturnType<typeof modelState>> {
  const [listingRows, claimRows, grants] = await Promise.all([
    db.selectFrom('food_listing').selectAll().execute(),
    db.selectFrom('claim').selectAll().execute(),
    db
      .selectFrom('place_grant')
      // a person who has left has no exact location any more
      .innerJoin('exact_side', (on) =>
        on
          .onRef('exact_side.subject_type', '=', 'place_grant.subject_type')
          .onRef('exact_side.subject_id', '=', 'place_grant.subject_id'),
      )
      .select(['place_grant.subject_id', 'place_grant.viewer_id'])
      .where('place_grant.until', '>', clock.now())
      .execute(),
  ]);
  return {
    listings: listingRows
      .map((row) => ({
        id: row.id,
        status: row.status,
        total: row.estimated_servings,
        left: row.servings_left,
        isWithdrawn: row.withdrawn_at !== null,
        ...(isLive(row.status) && { untilMs: row.available_until.getTime() }),
      }))
      .toSorted(byId),
    claims: claimRows
      .map((row) => ({
        id: row.id,
        listing: row.listing_id,
        claimer: row.claimer_id,
        servings: row.servings,
        requestId: row.request_id,
        status: row.status,
        endedMs: ms(row.ended_at),
        endedBy: row.ended_by,
        reason: row.release_reason,
        completedBy: row.completed_by,
        saidMs: { donor: ms(row.donor_confirmed_at), claimer: ms(row.claimer_confirmed_at) },
        comingMs: ms(row.coming_at),
        disputedBy: row.disputed_by,
        wrongCodes: row.code_tries,
        remindedMs: ms(row.reminded_at),
        askedMs: ms(row.asked_at),
      }))
      .toSorted(byId),
    seen: grants.map((row) => `${row.subject_id}|${row.viewer_id}`).toSorted(),
  };
}

/** What must hold for handovers and limits, independent of the model; each row is a violated invariant. */
export async function brokenLimits({ fixture: { pool } }: World): Promise<unknown[]> {
  const { rows } = await pool.query(`
    with handed as (
      select conversation_id, count(*) filter (where completed_by is not null) as times from claim group by 1
    )
    select 'handed over without exactly one system message' as invariant, conversation_id as id from handed
      where times <> (select count(*) from message where message.conversation_id = handed.conversation_id
        and message.event in ('completed', 'completed_alone'))
    union all
    select 'handed over without exactly one event', id from claim
      where (completed_by is not null)::int <> (select count(*) from live_event
        where kind = 'claim_changed' and payload->>'claimId' = claim.id::text and payload->>'status' = 'completed')
    union all
    select 'ended without a time or way', id from claim
      where (status = 'open') <> (ended_at is null)
        or (status = 'released' and ended_by is null)
        or (status in ('completed', 'lapsed') and ended_by is not null)
    union all
    select 'a listing without servings and without an end', id from food_listing
      where status in ('completed', 'withdrawn', 'expired') and servings_claimed > 0
    union all
    select 'completed with servings left', id from food_listing where status = 'completed' and servings_left > 0
    union all
    select 'more than ten claims in 24 hours', id from claim
      where (select count(*) from claim as other where other.claimer_id = claim.claimer_id
        and other.created_at > claim.created_at - interval '24 hours' and other.created_at <= claim.created_at) > 10`);
  return rows;
}

/** The future moments at which something becomes possible or happens by itself, in order. */
export function nextMoments(m: Model): number[] {
  const moments = [
    ...m.listings
      .filter(({ status }) => isLive(status))
      .flatMap(({ fromMs, untilMs, expiryMs }) => [
        fromMs - HOUR_MS,
        fromMs,
        fromMs + HOUR_MS,
        untilMs - HOUR_MS,
        untilMs,
        expiryMs ?? untilMs,
      ]),
    ...m.claims.flatMap((claim) =>
      claim.status === 'open'
        ? [
            claim.createdMs + HOUR_MS,
            (claim.saidMs.donor ?? claim.saidMs.claimer ?? claim.listing.untilMs) + 48 * HOUR_MS,
          ]
        : [(claim.endedMs ?? 0) + DAY_MS, (claim.endedMs ?? 0) + 48 * HOUR_MS],
    ),
  ];
  return [...new Set(moments)].filter((at) => at > m.nowMs).toSorted((a, b) => a - b);
}
