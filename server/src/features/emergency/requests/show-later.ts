import { randomInt } from 'node:crypto';
import { helpedShare, lastingLikeOthers } from '@openlarder/domain/emergency/end-like-others.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { openAccounts } from '#server/features/accounts/profile/person-queries.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { LATER_MINUTES } from '#server/platform/clock.ts';
import { processDue } from '#server/platform/process-due.ts';
import * as alerts from '../alerts/alerts.ts';
import { announceChange } from '../emergency.events.ts';
import * as ended from './ended-requests.store.ts';
import { withRequest } from './request-locks.internal.ts';
import * as store from './requests.store.ts';

/* What others see of a request later than it happens. */

/** How many of the newest ended requests say how one ends whose author has left. */
const NEWEST_ENDED = 30;
/** A share is drawn in steps of this size. */
const STEPS = 1_000_000;

/** Shows others what is of every request that is due, each in its own transaction. Idempotent. Returns how many. */
export const showDueRequests = async (ctx: AppContext): Promise<number> =>
  processDue(
    (page) => store.selectDueToShow(ctx.db, ctx.clock.now(), page),
    ({ id }) =>
      withRequest(ctx, id, async (tx, { row, match }) => {
        if (row.shown_until === null || row.shown_until > tx.clock.now()) return false;
        if (await looksHelped(tx, row)) await showAsHelped(tx, row);
        else await show(tx, row, match?.helper_id ?? null);
        return true;
      }),
    'requests',
  );

/** Shows others what is of a locked request. */
export async function show(tx: TxContext, row: store.RequestRow, helperId: string | null): Promise<void> {
  const shown = await store.endShown(tx.db, row.id);
  await deleteTextsOfClosed(tx, row);
  if (helperId !== null && shown.status === 'matched') await alerts.followMatch(tx, shown, helperId);
  else await alerts.markAlertsRead(tx, shown);
  // it has left their lists before, as one with a helper
  const isOver = row.shown_status === 'matched' && row.status === 'cancelled';
  await announceChange(tx, shown, helperId, isOver ? 'none' : 'all');
}

/** Shows others a locked request, which nobody helps with, as one that has a helper, until its time is over. */
async function showAsHelped(tx: TxContext, row: store.RequestRow): Promise<void> {
  const shown = await ended.showAsHelped(tx.db, row.id);
  await deleteTextsOfClosed(tx, row);
  await alerts.markAlertsRead(tx, shown);
  await announceChange(tx, { ...shown, status: 'matched' }, null, 'all');
}

/** Deletes what others saw of a closed account. */
async function deleteTextsOfClosed(tx: TxContext, { id, requester_id }: store.RequestRow): Promise<void> {
  if (!(await openAccounts(tx, [requester_id])).has(requester_id))
    await store.deleteTexts(tx.db, { id }, null);
}

/**
 * Whether a request whose author has left ends for others as with a helper: if it was tried, since that was refused as if
 * another helped, else as often as those of others do.
 */
async function looksHelped(tx: TxContext, row: store.RequestRow): Promise<boolean> {
  if (row.status !== 'cancelled' || row.shown_status !== 'pending') return false;
  if (tx.clock.now() >= row.expires_at || !(await hasLeft(tx, row.requester_id))) return false;
  if (await ended.isTried(tx.db, row.id)) return true;
  const share = helpedShare(await ended.selectEnded(tx.db, tx.clock.now(), NEWEST_ENDED), lifeMsOf(row));
  return randomInt(STEPS) < share * STEPS;
}

const lifeMsOf = ({ created_at, expires_at }: store.RequestRow): number =>
  expires_at.getTime() - created_at.getTime();

/** Until when others see a request as pending whose author leaves now. */
export async function shownUntilLikeOthers(tx: TxContext, row: store.RequestRow): Promise<Date> {
  const createdMs = row.created_at.getTime();
  const fromMs = tx.clock.now().getTime() - createdMs + LATER_MINUTES.least * MINUTE_MS;
  const others = await ended.selectEnded(tx.db, tx.clock.now(), NEWEST_ENDED);
  return new Date(createdMs + lastingLikeOthers(others, { fromMs, lifeMs: lifeMsOf(row) }, randomInt));
}

const hasLeft = async (tx: TxContext, personId: string): Promise<boolean> =>
  !(await openAccounts(tx, [personId])).has(personId) || !(await isActive(tx, personId));

/** Whether the person may have an open request, which a paused person may not. */
export async function isActive(tx: TxContext, personId: string): Promise<boolean> {
  try {
    await requireActive(tx, personId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
