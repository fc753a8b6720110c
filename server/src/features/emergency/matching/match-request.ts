import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { type EarlierMatches, mayRejoin } from '@openlarder/domain/emergency/request-states.ts';
import { AppError, conflict, notFound, signedOut } from '@openlarder/domain/kernel/app-error.ts';
import { requireVerifiedEmail } from '#server/features/accounts/auth/recovery/email-verification.ts';
import { lockPerson, requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { claimForRequest, refusalForRequest } from '#server/features/claims/create/claim-for-request.ts';
import type { HandoverRow } from '#server/features/handovers/handovers.tables.ts';
import * as handovers from '#server/features/handovers/lifecycle/open-handover.ts';
import { endHandovers } from '#server/features/handovers/lifecycle/end-all-handovers.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { lockPairAgainstBlock } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { type AppContext, perApp, type TxContext } from '#server/platform/app-context.ts';
import { makeKeyedConcurrencyLimit } from '#server/platform/concurrency-limit.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as alerts from '../alerts/alerts.ts';
import { reachOf } from '../areas/area-of-point.ts';
import { announceChange } from '../emergency.events.ts';
import { notPending } from '../requests/request-facts.ts';
import { lockRequest } from '../requests/request-locks.internal.ts';
import { placeToday, requestAfterAction, requireDonor } from '../requests/request-queries.ts';
import * as store from '../requests/requests.store.ts';
import { isBlockedFromMatch } from './anonymous-requesters.ts';
import { besideHelper, knownTurnEnd, requestsKeptApart } from './hidden-requests.ts';
import { earlierMatches } from './match-messages.ts';
import { readMatchLimits, requireRoom, tooManyMatches } from './match-limits.ts';
import * as matches from './matches.store.ts';
import { closeWaitingConversations } from './waiting-conversations.internal.ts';
import { laterMoment, momentBetween } from '#server/platform/clock.ts';

/** What a helper offers: servings of their own listing (by default as many as needed), or something else. */
export type MatchOffer = { readonly listingId: string | null; readonly servings: number | null };

/**
 * How many matches of one request use the database at the same time. The rest wait without a connection, so that a rush
 * on one request leaves connections to all others. The database decides who is first.
 */
const matchesOfRequest = perApp(() => makeKeyedConcurrencyLimit(4));

/**
 * Makes the caller the helper of a request (beside someone who is not known, a known donor offers first: `helpBeside`): with servings of their own listing, which are claimed for the requester in
 * the same transaction, or with something else. Idempotent for the same helper. 403 `donors-only`, `verify-email`,
 * `account-paused`; 404 for a listing of another donor; 409 `own-request`, `not-pending`, `already-helped`,
 * `kept-apart`, `known-only`, `out-of-reach`, `match-limit`, and for the listing `not-available`, `not-enough`. A caller who must not
 * be matched with the requester gets `not-pending` from the first attempt on, as if another donor were helping.
 */
export async function matchRequest(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  help: MatchOffer = { listingId: null, servings: null },
  idempotency: Idempotency | null = null,
): Promise<EmergencyRequest> {
  await makeHelper(ctx, caller, requestId, help, idempotency);
  return requestAfterAction(ctx, caller, requestId);
}

async function makeHelper(
  ctx: AppContext,
  caller: Caller,
  requestId: string,
  help: MatchOffer,
  idempotency: Idempotency | null,
): Promise<void> {
  const helperId = caller.userId;
  await requireDonor(ctx, helperId);
  const seen = await store.selectRequest(ctx.db, requestId);
  if (!seen) throw notFound();
  if (seen.requester_id === helperId) throw conflict('own-request');
  await requireActive(ctx, helperId);
  await requireVerifiedEmail(ctx, helperId);
  try {
    await matchesOfRequest(ctx)(requestId, () =>
      inTransaction(ctx, (tx) =>
        once(tx, helperId, idempotency, async () => {
          await match(tx, helperId, requestId, help);
          return { requestId };
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 409) throw error;
    // an identical call may have been faster, at any of the reads
    if ((await matches.selectOpenMatch(ctx.db, requestId))?.helper_id === helperId) return;
    if (error.key === 'not-pending.matched') {
      const now = ctx.clock.now();
      await matches.insertAttempt(ctx.db, {
        request_id: requestId,
        helper_id: helperId,
        round: seen.round,
        is_blocked: error instanceof BlockedMatch,
        attempted_at: now,
      });
      // what is left of the time until a match shows, at a moment within that time
      await store.shortenShown(ctx.db, requestId, momentBetween(now, laterMoment(now)));
    }
    throw error;
  }
}

/** The refusal across a block, which looks the same as that of a request with another helper. */
class BlockedMatch extends AppError {
  constructor() {
    super(409, 'not-pending.matched');
  }
}

async function match(tx: TxContext, helperId: string, requestId: string, help: MatchOffer): Promise<void> {
  if ((await matches.selectOpenMatch(tx.db, requestId))?.helper_id === helperId) return;
  const { row: seen, earlier, beside } = await refuseEarly(tx, helperId, requestId, help);
  if (beside === 'offered') return;
  // a concurrent block is either visible from here on, or waits for this match and ends it
  await lockPairAgainstBlock(tx, helperId, seen.requester_id);
  const isRejoin = earlier !== undefined;
  const people = { helperId, requesterId: seen.requester_id };
  if (await isBlockedFromMatch(tx, people, { isRejoin })) throw new BlockedMatch();
  const now = tx.clock.now();
  const former = beside && (await lockRequest(tx, requestId));
  if (beside !== (former && (await mayHelpBeside(tx, helperId, requestId, earlier))))
    throw notPending('matched');
  const isOffer = beside === 'offer';
  const row = beside
    ? former?.match && former.row
    : // the servings of a listing are taken now: others see the two apart
      await store.takeRequest(
        tx.db,
        requestId,
        helperId,
        now,
        help.listingId === null ? null : laterMoment(now),
      );
  if (!row) throw notPending('matched');
  const { handover, claimId } = await openHandover(tx, row, helperId, help, isOffer);
  // before the match, so that an earlier one of this helper counts too
  if (isOffer) await messaging.keepConversationOpen(tx, handover.conversation_id, row.expires_at);
  else await closeWaitingConversations(tx, requestId, helperId);
  await matches.insertMatch(tx.db, {
    id: tx.newId(),
    request_id: requestId,
    helper_id: helperId,
    handover_id: handover.id,
    claim_id: claimId,
    is_rejoin: isRejoin,
    created_at: handover.created_at,
  });
  if (former?.match && !isOffer) await endHandovers(tx, [former.match.handover_id], 'receiver_id');
  await notifications.notify(tx, {
    personId: row.requester_id,
    kind: 'request_matched',
    subject: { type: 'request', id: requestId },
    actorId: helperId,
    listingTitle: row.title,
  });
  await alerts.followMatch(tx, row, helperId);
  // others have heard of the helper beside whom, or in whose place, this one comes
  await (beside ? announceChange(tx, row, helperId, 'known') : announceChange(tx, row, helperId));
  await enforceLimit(tx, helperId, { isCounted: !isRejoin && !isOffer });
  // checked last: the match may have waited while the person was paused
  await requireActive(tx, helperId);
}

/**
 * Refuses, before anything is locked, a match that cannot succeed. `takeRequest` decides; this keeps late calls from
 * queueing behind the first one. All facts of a request are read before the first refusal, so that the response
 * time does not reveal the reason. Refusals of the match itself come before a block and before what others do not see
 * yet, so that only a match that would otherwise succeed is refused by them; a person to whom the request looks taken
 * already is refused right after the public state of the request.
 */
async function refuseEarly(
  tx: TxContext,
  helperId: string,
  requestId: string,
  help: MatchOffer,
): Promise<{
  readonly row: store.RequestRow;
  /** The helper's own earlier matches of the request. */
  readonly earlier: EarlierMatches | undefined;
  readonly beside: ReturnType<typeof besideHelper>;
}> {
  const now = tx.clock.now();
  const row = await store.selectRequest(tx.db, requestId);
  if (!row) throw notFound();
  const place = await placeToday(tx, helperId);
  const earlier = (await earlierMatches(tx, helperId, [requestId])).get(requestId);
  const beside = await mayHelpBeside(tx, helperId, requestId, earlier);
  const isKept = await isKeptForOthers(tx, helperId, requestId);
  const isWanted = earlier?.requesterAnswered === true || !isKept;
  const limits = await readMatchLimits(tx, helperId);
  const isRejoin = earlier !== undefined;
  const isBlocked = await isBlockedFromMatch(tx, { helperId, requesterId: row.requester_id }, { isRejoin });
  const isKeptApart = (await requestsKeptApart(tx, helperId)).has(requestId);
  const refused = await matches.selectRefusal(tx.db, row, helperId);
  const listingRefusal = await refusalOfListing(tx, helperId, row, help);
  if (row.public_status !== 'pending' && !beside)
    throw isBlocked && row.public_status === 'matched' ? new BlockedMatch() : notPending(row.public_status);
  if (row.expires_at <= now) throw notPending('expired');
  if (isKeptApart) throw conflict('kept-apart');
  if (limits.attempts.times.length >= limits.attempts.max)
    throw tooManyMatches(limits.attempts, now, 'match-limit.attempts');
  if (refused.isBlocked) throw new BlockedMatch();
  if (refused.isInRound) throw notPending('matched');
  if (earlier && !mayRejoin(earlier)) throw conflict('already-helped');
  if (!isWanted) throw conflict('known-only');
  if (!reachOf(row, place)) throw conflict('out-of-reach');
  if (!earlier) requireRoom(limits, now, 0);
  if (listingRefusal) throw listingRefusal;
  if (isBlocked) throw new BlockedMatch();
  if (row.status !== 'pending' && !beside) throw notPending('matched');
  return { row, earlier, beside };
}

/** What the caller may do beside the helper of a request; null without one. */
async function mayHelpBeside(
  tx: TxContext,
  callerId: string,
  requestId: string,
  earlier: EarlierMatches | undefined,
): Promise<ReturnType<typeof besideHelper>> {
  const [held] = await matches.selectHeld(tx.db, requestId);
  const trust = await trustOf(tx, [callerId, ...(held ? [held.helper_id] : [])]);
  return held ? besideHelper(held, callerId, trust, earlier) : null;
}

/** Why the listing that the helper offers cannot be given; null if it can, and without one. */
async function refusalOfListing(
  tx: TxContext,
  helperId: string,
  row: store.RequestRow,
  { listingId, servings }: MatchOffer,
): Promise<AppError | null> {
  if (listingId === null) return null;
  return refusalForRequest(tx, {
    listingId,
    donorId: helperId,
    servings,
    householdSize: row.household_size,
  });
}

/** Whether it is the turn of known donors, and this helper is not known. */
async function isKeptForOthers(tx: TxContext, helperId: string, requestId: string): Promise<boolean> {
  if ((await knownTurnEnd(tx, requestId)) === null) return false;
  return (await trustOf(tx, [helperId])).get(helperId) !== 'known';
}

/** Checks the limit with this match counted. Matches of one helper pass one after the other. */
async function enforceLimit(
  tx: TxContext,
  helperId: string,
  { isCounted }: { readonly isCounted: boolean },
): Promise<void> {
  if (!(await lockPerson(tx, helperId))) throw signedOut();
  if (isCounted) requireRoom(await readMatchLimits(tx, helperId), tx.clock.now(), 1);
}

type OpenedHandover = { readonly handover: HandoverRow; readonly claimId: string | null };

/**
 * Opens the handover of the two: that of the claim if a listing is given, else one about the request; the latter also
 * if the claim would reveal who the requester is.
 */
async function openHandover(
  tx: TxContext,
  row: store.RequestRow,
  helperId: string,
  help: MatchOffer,
  isOffer: boolean,
): Promise<OpenedHandover> {
  const claim =
    help.listingId === null || isOffer
      ? null
      : await claimForRequest(tx, {
          requestId: row.id,
          listingId: help.listingId,
          donorId: helperId,
          requesterId: row.requester_id,
          servings: help.servings,
          householdSize: row.household_size,
        });
  if (claim) return claim;
  const handover = await handovers.openHandover(tx, {
    giverId: helperId,
    receiverId: row.requester_id,
    conversationId: await messaging.openRequestConversation(tx, {
      requestId: row.id,
      title: row.title,
      giverId: helperId,
      receiverId: row.requester_id,
    }),
    windowFrom: tx.clock.now(),
    windowUntil: row.expires_at,
    event: 'request_matched',
    isOffer,
  });
  if (!handover) throw notPending('matched');
  return { handover, claimId: null };
}
