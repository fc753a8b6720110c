import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { AppError, notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { DbOrTx } from '#server/db/database.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import { makeRequestPresenter } from './request-presenter.ts';
import * as store from './requests.store.ts';
import * as matches from '../matching/matches.store.ts';

/** As many of one's own as anybody scrolls through. */
const MOST_OWN = 100;
/** As many as a donor can choose from. */
const MOST_LISTED = 200;

const donorsOnly = (): AppError => new AppError(403, 'donors-only', 'Only donors answer requests.');

/** What one may know of requests. */
export function makeReading(parts: EmergencyParts) {
  const { db, clock, accounts, places, moderation, alerts } = parts;
  const presentRequests = makeRequestPresenter(parts);

  async function isDonor(dbOrTx: DbOrTx, personId: string): Promise<boolean> {
    return (await accounts.summaries(dbOrTx, [personId])).get(personId)?.userType === 'donor';
  }

  /** Refuses (403 `donors-only`) whoever is not a donor. */
  async function requireDonor(personId: string): Promise<void> {
    if (!(await isDonor(db, personId))) throw donorsOnly();
  }

  /** Whether a donor who looks may know of it: while it is pending, and never across a block. */
  async function isOpenTo(dbOrTx: DbOrTx, row: store.RequestRow, personId: string): Promise<boolean> {
    if (row.status !== 'pending' || row.expires_at <= clock.now()) return false;
    if (!(await isDonor(dbOrTx, personId))) return false;
    return !(await moderation.isBlockedBetween(dbOrTx, personId, row.requester_id));
  }

  /**
   * The request, if the caller asked, or ever said that they help; 404 to anybody else, and to who does not help any
   * more once there is a block between the two.
   */
  async function ownRequest(caller: Caller, id: string): Promise<store.RequestRow> {
    const row = await store.selectRequest(db, id);
    if (!row) throw notFound();
    if (row.requester_id === caller.userId) return row;
    const shown = (await matches.selectShownMatches(db, [id])).get(id);
    if (shown?.helper_id === caller.userId) return row;
    const isKnown =
      (await matches.hasEverHelped(db, id, caller.userId)) &&
      !(await moderation.isBlockedBetween(db, caller.userId, row.requester_id));
    if (!isKnown) throw notFound();
    return row;
  }

  /**
   * The request, if the caller could have read it: its two people, whoever has helped with it, who was alerted to it,
   * and any donor while it is pending. Null to anybody else.
   */
  async function knownRequest(
    dbOrTx: DbOrTx,
    personId: string,
    id: string,
  ): Promise<store.RequestRow | null> {
    const row = await store.selectRequest(dbOrTx, id);
    if (!row) return null;
    const isKnown =
      row.requester_id === personId ||
      (await isOpenTo(dbOrTx, row, personId)) ||
      (await matches.hasEverHelped(dbOrTx, id, personId)) ||
      (await alerts.alertTimes(dbOrTx, personId, [id])).has(id);
    return isKnown ? row : null;
  }

  async function presentOne(viewerId: string, row: store.RequestRow): Promise<EmergencyRequest> {
    const [request] = await presentRequests(viewerId, [row], clock.now());
    if (!request) throw notFound();
    return request;
  }

  /** One request: for its two people, and for donors while it is pending. 404 to anybody else. */
  async function getRequest(caller: Caller, id: string): Promise<EmergencyRequest> {
    const row = await store.selectRequest(db, id);
    if (!row) throw notFound();
    const match = (await matches.selectShownMatches(db, [id])).get(id);
    const isTheirs = row.requester_id === caller.userId || match?.helper_id === caller.userId;
    if (!isTheirs && !(await isOpenTo(db, row, caller.userId))) throw notFound();
    return presentOne(caller.userId, row);
  }

  /** A request as it is for somebody who has just done something to it, even if it is not theirs any more. */
  async function requestAfterMove(caller: Caller, id: string): Promise<EmergencyRequest> {
    return presentOne(caller.userId, await ownRequest(caller, id));
  }

  /**
   * Pending requests for a donor: those whose radius reaches their own place, nearest first; where they have no place,
   * the newest. 403 `donors-only`.
   */
  async function listActive(caller: Caller): Promise<EmergencyRequest[]> {
    await requireDonor(caller.userId);
    const now = clock.now();
    const notBlocked = moderation.notBlockedBetween('emergency_request.requester_id', caller.userId);
    const own = (await places.profilePlaces(db, [caller.userId])).get(caller.userId)?.publicPoint ?? null;
    const rows = await store.selectPending(db, caller.userId, notBlocked, { own, now, limit: MOST_LISTED });
    return presentRequests(caller.userId, rows, now);
  }

  /** The caller's own requests, or those they help with or have helped with, newest first. */
  async function listRequests(caller: Caller, side: 'mine' | 'helping'): Promise<EmergencyRequest[]> {
    const { userId } = caller;
    const rows =
      side === 'mine'
        ? await store.selectRequestsOf(db, userId, MOST_OWN)
        : await store.selectRequests(db, await matches.selectHelpedBy(db, userId, MOST_OWN));
    return presentRequests(userId, rows, clock.now());
  }

  return { requireDonor, ownRequest, knownRequest, getRequest, requestAfterMove, listActive, listRequests };
}

export type Reading = ReturnType<typeof makeReading>;
