import {
  ALERT_REACH_KM,
  type AlertLevel,
  alertLevel,
  MAX_ALERTS_A_DAY,
  MAX_ALERTS_OF_GIVER,
  MAX_PEOPLE_ALERTED,
  MIN_COUNT_SHOWN,
} from '@openlarder/domain/expiry-alerts/expiry-alerts.ts';
import { conflict } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import { offerOf } from '#server/features/listings/feed/offers-near.ts';
import { lockListing, lockOwnListing } from '#server/features/listings/lifecycle/stock.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import type { ListingRow } from '#server/features/listings/listings.tables.ts';
import { peopleMatchingFood } from '#server/features/matching/recommendations.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { peopleAround } from '#server/features/places/daily-place.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { processDue } from '#server/platform/process-due.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from './expiry-alerts.store.ts';
import { geoPointOf } from '#server/db/database.ts';

const AT_ONCE = 100;

/**
 * Alerts the owners of food that has reached a worse level, and people nearby whom it suits: once for each listing,
 * level and person, also with several processes. Each listing has its own transaction, so that a restart continues with
 * the next one.
 */
export async function alertExpiring(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  const alerted = await processDue(
    // found once, the first to end first; the rest in the next run
    async ({ after }) => (after === null ? store.selectUnalerted(ctx.db, now, AT_ONCE) : []),
    ({ id }) => alertListing(ctx, id),
    'alerts',
  );
  await processDue(
    async ({ after }) => (after === null ? store.selectUntold(ctx.db, now, AT_ONCE) : []),
    ({ id }) =>
      inTransaction(ctx, async (tx) => {
        const row = await lockListing(tx, id);
        const isDue = row !== undefined && levelOf(tx, row) === 'critical';
        if (isDue) await tellOwner(tx, row);
        return isDue;
      }),
    'owners to tell',
  );
  return alerted;
}

/** Null for food that is not offered, or does not end within a day. */
function levelOf(tx: AppContext, row: ListingRow): AlertLevel | null {
  const now = tx.clock.now();
  if (row.status !== 'posted' || row.offered_until <= now) return null;
  return alertLevel(offerOf(row).endMs, now.getTime());
}

/**
 * Alerts the owner and people nearby, unless the owner was alerted at this level; false if the food does not end within a day.
 * Claims wait for no choice of people: they are chosen before the listing is locked.
 */
async function alertListing(ctx: AppContext, id: string): Promise<boolean> {
  const people = await inTransaction(ctx, async (tx) => {
    const row = (await listingsById(tx, [id])).get(id);
    return row && levelOf(tx, row) ? peopleFor(tx, row) : [];
  });
  return inTransaction(ctx, async (tx) => {
    const row = await lockListing(tx, id);
    const level = row && levelOf(tx, row);
    if (!level) return false;
    const alert = { listing_id: id, level, created_at: tx.clock.now() };
    if (!(await store.insertOwnAlert(tx.db, { ...alert, id: tx.newId(), person_id: row.donor_id })))
      return true;
    const isNew = (await trustOf(tx, [row.donor_id])).get(row.donor_id) === 'new';
    const alerted = await store.insertAlerts(
      tx.db,
      people.map((personId) => ({ id: tx.newId(), personId })),
      alert,
      {
        since: new Date(alert.created_at.getTime() - DAY_MS),
        mostADay: isNew ? MAX_ALERTS_OF_GIVER : MAX_ALERTS_A_DAY,
        mostOfGiver: MAX_ALERTS_OF_GIVER,
      },
    );
    await announce(tx, [row.donor_id, ...alerted]);
    return true;
  });
}

/** Rings the bell for the owner, once. The transaction has locked the listing. */
async function tellOwner(tx: TxContext, row: ListingRow): Promise<void> {
  if (!(await store.markOwnerTold(tx.db, row.id, tx.clock.now()))) return;
  await notifications.notify(tx, {
    personId: row.donor_id,
    kind: 'listing_ending',
    subject: { type: 'listing', id: row.id },
    actorId: null,
    listingTitle: row.title,
  });
}

/** The people near whom this food suits best, by public points. */
async function peopleFor(tx: TxContext, row: ListingRow): Promise<string[]> {
  if (!row.public_point) return [];
  const { latitude, longitude } = geoPointOf(row.public_point);
  const around = { north: latitude, south: latitude, east: longitude, west: longitude };
  const near = await peopleAround(tx, [around], ALERT_REACH_KM);
  return peopleMatchingFood(tx, offerOf(row), near, MAX_PEOPLE_ALERTED);
}

export const announce = (tx: TxContext, personIds: readonly string[]): Promise<void> =>
  tx.eventLog.append(tx, EXPIRY_ALERTED, { personIds } satisfies ExpiryAlerted, {
    topics: ['alerts'],
    people: personIds,
  });

/**
 * Notifies the people whom the caller's food suits, once for each level. Returns their number; null below five. 404 for
 * another's listing, 409 `not-expiring` for food that is not offered or has more than a day.
 */
export async function tellNeighbors(ctx: AppContext, caller: Caller, listingId: string) {
  const seen = (await listingsById(ctx, [listingId])).get(listingId);
  if (seen?.donor_id === caller.userId) await alertListing(ctx, listingId);
  return inTransaction(ctx, async (tx) => {
    const row = await lockOwnListing(tx, caller, listingId);
    const level = levelOf(tx, row);
    if (!level) throw conflict('not-expiring');
    const alert = { listing_id: row.id, level };
    if (!(await store.markNeighborsTold(tx.db, alert, tx.clock.now()))) return { people: null };
    const blocked = await blockedWith(tx, caller.userId);
    const people = (await store.selectAlertedNeighbors(tx.db, alert)).filter((id) => !blocked.has(id));
    await notifications.notifyAll(tx, people, {
      kind: 'food_ending_near',
      subject: { type: 'listing', id: row.id },
      listingTitle: row.title,
    });
    await announce(tx, [caller.userId]);
    return { people: people.length < MIN_COUNT_SHOWN ? null : people.length };
  });
}

/** People were alerted to food that ends soon, or one of them has acknowledged an alert. */
const EXPIRY_ALERTED = 'expiry_alerted';
type ExpiryAlerted = { readonly personIds: readonly string[] };
