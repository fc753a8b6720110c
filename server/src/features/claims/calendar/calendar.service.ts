import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db, DbOrTx, Tx } from '#server/db/database.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import type { Listings } from '#server/features/listings/listings.service.ts';
import type { Moderation } from '#server/features/moderation/moderation.service.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { NewId } from '#server/platform/ids.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type ClaimRow, selectOwnClaim } from '../claims.store.ts';
import { calendarFile, type CalendarPickup } from './calendar-file.ts';
import * as store from './calendar.store.ts';

const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/;

/**
 * The secret part of a feed's address: the feed's id, and what only this server can sign it with. The table keeps the
 * id alone, so that whoever reads a copy of the database reads nobody's calendar.
 */
function makeFeedTokens(secret: string) {
  const sign = (feedId: string): string =>
    createHmac('sha256', secret).update(`calendar-feed:${feedId}`).digest('base64url');

  return {
    make: (feedId: string): string => `${feedId.replaceAll('-', '')}${sign(feedId)}`,

    /** The id of the feed the token opens, or null when it is not one that was signed here. */
    read(token: string): string | null {
      const [, ...parts] = TOKEN.exec(token) ?? [];
      const signature = parts.pop();
      if (!signature) return null;
      const feedId = parts.join('-');
      const [expected, given] = [Buffer.from(sign(feedId)), Buffer.from(signature)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? feedId : null;
    },
  };
}

export type Calendar = ReturnType<typeof makeCalendar>;

/** Pickups in the calendars that people keep elsewhere: one as a file, or all of them at an address of one's own. */
export function makeCalendar(parts: {
  readonly db: Db;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly accounts: Pick<Accounts, 'summaries'>;
  readonly moderation: Pick<Moderation, 'blockedWith'>;
  readonly listings: Pick<Listings, 'listingsById'>;
  readonly sessionSecret: string;
  readonly publicUrl: string;
  readonly appName: string;
}) {
  const { db, clock, newId, accounts, moderation, listings, publicUrl } = parts;
  const tokens = makeFeedTokens(parts.sessionSecret);
  const addressOf = (feedId: string): string =>
    `${publicUrl}/api/calendar/${tokens.make(feedId)}/pickups.ics`;

  /** What of these claims may stand in the person's calendar: across a block, nothing. */
  async function pickupsOf(personId: string, rows: readonly ClaimRow[]): Promise<CalendarPickup[]> {
    const otherOf = (row: ClaimRow): string => (row.donor_id === personId ? row.claimer_id : row.donor_id);
    const [people, listingRows, blocked] = await Promise.all([
      accounts.summaries(db, rows.map(otherOf)),
      listings.listingsById(
        db,
        rows.map((row) => row.listing_id),
      ),
      moderation.blockedWith(db, personId),
    ]);
    return rows.flatMap((row) => {
      const [other, listing] = [people.get(otherOf(row)), listingRows.get(row.listing_id)];
      if (!other || !listing || blocked.has(otherOf(row))) return [];
      const changes = [row.created_at, listing.updated_at, row.ended_at ?? row.created_at];
      return {
        claimId: row.id,
        side: row.donor_id === personId ? ('donor' as const) : ('claimer' as const),
        status: row.status,
        title: listing.title,
        servings: row.servings,
        otherName: other.displayName,
        from: listing.available_from,
        until: listing.available_until,
        claimedAt: row.created_at,
        changedAt: new Date(Math.max(...changes.map((at) => at.getTime()))),
        publicAddress: listing.place_is_public ? listing.area_label : null,
      };
    });
  }

  return {
    /** One pickup as a calendar file, for either of its two; 404 to anybody else, and across a block. */
    async pickupFile(caller: Caller, claimId: string): Promise<string> {
      const row = await selectOwnClaim(db, claimId, caller.userId);
      const pickups = row ? await pickupsOf(caller.userId, [row]) : [];
      if (pickups.length === 0) throw notFound();
      return calendarFile(pickups, parts);
    },

    /** The open pickups of whoever made the address with this token; 404 once it is another, or they are gone. */
    async feedFile(token: string): Promise<string> {
      const feedId = tokens.read(token);
      const personId = feedId && (await store.selectFeedOwner(db, feedId));
      if (!personId) throw notFound();
      const rows = await store.selectOpenClaimRowsOf(db, personId);
      return calendarFile(await pickupsOf(personId, rows), parts);
    },

    /** The address of the caller's feed; null when there is none. */
    async feedAddress(caller: Caller): Promise<string | null> {
      const feed = await store.selectFeed(db, caller.userId);
      return feed ? addressOf(feed.id) : null;
    },

    /** Makes a new address of the caller's feed; the one before works no more. */
    async makeFeedAddress(caller: Caller): Promise<string> {
      const id = newId();
      await store.replaceFeed(db, { id, personId: caller.userId, now: clock.now() });
      return addressOf(id);
    },

    /** Ends the address of the caller's feed; none is no error. */
    async revokeFeedAddress(caller: Caller): Promise<void> {
      await store.deleteFeed(db, caller.userId);
    },

    async closePerson(tx: Tx, personId: string): Promise<void> {
      await store.deleteFeed(tx, personId);
    },

    /** Since when a person has an address for their calendar. The address opens a door: it is not told. */
    async exportPerson(dbOrTx: DbOrTx, personId: string) {
      const feed = await store.selectFeed(dbOrTx, personId);
      return { feedSince: feed?.created_at.toISOString() ?? null };
    },
  };
}
