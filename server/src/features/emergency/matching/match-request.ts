import { randomInt } from 'node:crypto';
import { MAX_MATCHES_PER_DAY } from '@openlarder/domain/emergency/asking.ts';
import { AppError, conflict, notFound, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import { distanceKm } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, SECOND_MS } from '@openlarder/domain/kernel/time.ts';
import { geoPointOf } from '#server/db/point-column.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { formatWait } from '@openlarder/domain/kernel/format-wait.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { makeKeyedConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import * as store from '../requests/requests.store.ts';
import * as matches from './matches.store.ts';
import type { Reading } from '../requests/request-queries.ts';
import { notPending } from '../requests/request-refusals.ts';

/** What a helper brings: servings of a listing of theirs, as many as are needed without a number, or something else. */
export type Help = { readonly listingId: string | null; readonly servings: number | null };

type MatchingParts = EmergencyParts & Pick<Reading, 'requireDonor'>;

/**
 * How many helpers of one request are at the database together. The rest wait here, without a connection: else whoever
 * wants to help most would keep everybody else from the database. Who is first, the database decides.
 */
const MATCHES_AT_ONCE = 4;

const outOfReach = (): AppError =>
  conflict(
    'out-of-reach',
    'This request is for people nearer to it. Please check the place in your profile.',
  );

function tooManyMatches(times: readonly Date[], now: Date): AppError {
  const lastOfShare = times[MAX_MATCHES_PER_DAY - 1] ?? now;
  const waitMs = Math.max(SECOND_MS, lastOfShare.getTime() + DAY_MS - now.getTime());
  return new AppError(
    409,
    'match-limit',
    `You have offered your help ${MAX_MATCHES_PER_DAY} times in 24 hours. Thank you! You can help again in ${formatWait(waitMs)}.`,
    { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) },
  );
}

/** Four digits that nobody can foresee. */
const newCode = (): string => String(randomInt(10_000)).padStart(4, '0');

/** How a request finds its helper. `takeRequest` is the one statement by which exactly one of them is it. */
export function makeMatching(
  parts: MatchingParts,
  takeRequest: typeof store.takeRequest = store.takeRequest,
) {
  const { db, clock, newId, accounts, places, moderation, messaging, notifications, claims, alerts } = parts;
  const { requireDonor } = parts;
  const inTurn = makeKeyedConcurrencyLimit(MATCHES_AT_ONCE);

  const timesOf = (dbOrTx: DbOrTx, helperId: string, now: Date): Promise<Date[]> =>
    matches.selectMatchTimes(dbOrTx, helperId, new Date(now.getTime() - DAY_MS), MAX_MATCHES_PER_DAY + 1);

  /**
   * Says before anything is locked why somebody cannot help. It decides nothing (that is `takeRequest`), but those who
   * come too late do not queue up behind the one who was first.
   */
  async function refuseEarly(tx: Tx, helperId: string, requestId: string): Promise<store.RequestRow> {
    const now = clock.now();
    const row = await store.selectRequest(tx, requestId);
    if (!row) throw notFound();
    if (row.status !== 'pending') throw notPending(row.status);
    if (row.expires_at <= now) throw notPending('expired');
    const own = (await places.profilePlaces(tx, [helperId])).get(helperId)?.publicPoint;
    if (!own || distanceKm(own, geoPointOf(row.public_point)) > row.radius_km) throw outOfReach();
    const times = await timesOf(tx, helperId, now);
    if (times.length >= MAX_MATCHES_PER_DAY) throw tooManyMatches(times, now);
    return row;
  }

  /** The limit with this match counted. One helper's matches pass here one after the other. */
  async function keepLimit(tx: Tx, helperId: string): Promise<void> {
    if (!(await store.lockPerson(tx, helperId))) throw signedOut();
    const now = clock.now();
    const times = await timesOf(tx, helperId, now);
    // the newest is the one being made
    if (times.length > MAX_MATCHES_PER_DAY) throw tooManyMatches(times.slice(1), now);
  }

  /**
   * The conversation of the two: the listing's with the claim in it, or one about the request. The match is as old as its
   * claim, by which the two are found together.
   */
  async function begin(
    tx: Tx,
    row: store.RequestRow,
    helperId: string,
    help: Help,
  ): Promise<{ readonly conversationId: string; readonly madeAt: Date }> {
    if (help.listingId !== null)
      return claims.claimForRequest(tx, {
        requestId: row.id,
        listingId: help.listingId,
        donorId: helperId,
        requesterId: row.requester_id,
        servings: help.servings,
        householdSize: row.household_size,
      });
    const madeAt = clock.now();
    const conversationId = await messaging.openRequestConversation(tx, {
      requestId: row.id,
      title: row.title,
      hostId: helperId,
      guestId: row.requester_id,
    });
    await messaging.postSystemMessage(tx, conversationId, 'request_matched', helperId);
    return { conversationId, madeAt };
  }

  async function match(tx: Tx, helperId: string, requestId: string, help: Help): Promise<void> {
    if ((await matches.selectOpenMatch(tx, requestId))?.helper_id === helperId) return;
    const { requester_id } = await refuseEarly(tx, helperId, requestId);
    // a block between the two is there before this, or waits for it and ends the match
    if ((await moderation.lockPairAgainstBlock(tx, helperId, requester_id)).isBlocked) throw notFound();
    const row = await takeRequest(tx, requestId, helperId, clock.now());
    if (!row) throw notPending('matched');
    const { conversationId, madeAt } = await begin(tx, row, helperId, help);
    await matches.insertMatch(tx, {
      id: newId(),
      request_id: requestId,
      helper_id: helperId,
      conversation_id: conversationId,
      code: newCode(),
      requester_confirmed_at: null,
      helper_confirmed_at: null,
      created_at: madeAt,
      ended_at: null,
    });
    await notifications.notify(tx, {
      personId: row.requester_id,
      kind: 'request_matched',
      subject: { type: 'request', id: requestId },
      actorId: helperId,
      listingTitle: row.title,
    });
    await alerts.tellChange(tx, row, helperId);
    await keepLimit(tx, helperId);
    // behind the match, which waited for whoever was being paused meanwhile
    await accounts.requireActive(tx, helperId);
  }

  return {
    /** Makes the caller the request's helper. What it refuses, `matchRequest` says. */
    async becomeHelper(
      caller: Caller,
      requestId: string,
      help: Help,
      idempotency: Idempotency | null,
    ): Promise<void> {
      const helperId = caller.userId;
      await requireDonor(helperId);
      const about = await store.selectRequest(db, requestId);
      if (!about || (await moderation.isBlockedBetween(db, helperId, about.requester_id))) throw notFound();
      if (about.requester_id === helperId) throw conflict('own-request', 'This is your own request.');
      await accounts.requireActive(db, helperId);
      await accounts.requireVerifiedEmail(db, helperId);
      try {
        await inTurn(requestId, () =>
          inTransaction(db, (tx) =>
            once(tx, helperId, idempotency, clock, async () => {
              await match(tx, helperId, requestId, help);
              return { requestId };
            }),
          ),
        );
      } catch (error) {
        // a twin of this very call may have been the faster one
        const isTwin =
          error instanceof AppError &&
          error.code === 'not-pending' &&
          (await matches.selectOpenMatch(db, requestId))?.helper_id === helperId;
        if (!isTwin) throw error;
      }
    },
  };
}
