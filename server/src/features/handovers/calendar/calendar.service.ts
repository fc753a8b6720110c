import { createHmac, timingSafeEqual } from 'node:crypto';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { anonymousSummaries } from '#server/features/accounts/profile/anonymous-people.ts';
import { readerOf, summaries } from '#server/features/accounts/profile/person-queries.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import { acrossBlock } from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import * as store from '../handovers.store.ts';
import type { HandoverRow } from '../handovers.tables.ts';
import { otherOf, sideOf } from '../lifecycle/handover-facts.ts';
import { subjectsOf } from '../lifecycle/handover-locks.ts';
import { calendarFile, type CalendarPickup, type CalendarSource } from './calendar-file.ts';

/** How long an agreed meeting is shown in a calendar. */
const AGREED_MEETING_MS = 15 * MINUTE_MS;

/** The calendar file of one pickup, for either of its two people; 404 to anyone else, and across a block. */
export async function pickupFile(ctx: AppContext, caller: Caller, handoverId: string) {
  const row = await store.selectOwnHandover(ctx.db, handoverId, caller.userId);
  const pickups = row ? await pickupsOf(ctx, caller.userId, [row]) : [];
  if (pickups.length === 0) throw notFound();
  const source = await sourceFor(ctx, caller.userId);
  const fileName = source.isDiscreet ? 'appointment.ics' : 'pickup.ics';
  return { content: calendarFile(pickups, source), fileName };
}

/** The open pickups of the feed with this token; 404 once it is replaced, revoked, or its owner paused or closed. */
export async function feedFile(ctx: AppContext, token: string): Promise<string> {
  const feedId = feedIdOf(ctx, token);
  const personId = feedId && (await store.selectFeedOwner(ctx.db, feedId));
  if (!personId) throw notFound();
  const rows = await store.selectOpenOf(ctx.db, personId);
  return calendarFile(await pickupsOf(ctx, personId, rows), await sourceFor(ctx, personId));
}

async function sourceFor(ctx: AppContext, personId: string): Promise<CalendarSource> {
  const { appName, publicUrl } = ctx.settings;
  const { language, isDiscreet, discreetSetAt } = await readerOf(ctx, personId);
  return { translate: translateInto(language), appName, publicUrl, isDiscreet, discreetSetAt };
}

/** The address of the caller's feed; null if there is none. */
export async function feedAddress(ctx: AppContext, caller: Caller): Promise<string | null> {
  const feed = await store.selectFeed(ctx.db, caller.userId);
  return feed ? addressOf(ctx, feed.id) : null;
}

/** Creates a new address of the caller's feed; an earlier one stops working. */
export async function createFeedAddress(ctx: AppContext, caller: Caller): Promise<string> {
  const id = ctx.newId();
  await store.replaceFeed(ctx.db, { id, personId: caller.userId, now: ctx.clock.now() });
  return addressOf(ctx, id);
}

/** Revokes the address of the caller's feed. Idempotent. */
export async function revokeFeedAddress(ctx: AppContext, caller: Caller): Promise<void> {
  await store.deleteFeed(ctx.db, caller.userId);
}

/**
 * Invalidates the address, when the account is closed or its password changed: a person who knew that may have copied
 * the address. A new one is created on request.
 */
export const endFeed = (tx: TxContext, personId: string): Promise<void> => store.deleteFeed(tx.db, personId);

/** Since when a person has a feed. Its address gives access and is not exported. */
export async function exportPerson(ctx: AppContext, personId: string) {
  const feed = await store.selectFeed(ctx.db, personId);
  return { feedSince: feed?.created_at.toISOString() ?? null };
}

/** The handovers among these that the person's calendar may contain: none across a block. */
async function pickupsOf(
  ctx: AppContext,
  personId: string,
  rows: readonly HandoverRow[],
): Promise<CalendarPickup[]> {
  const otherIds = [...new Set(rows.map((row) => otherOf(row, personId)))];
  const [subjects, blocked] = await Promise.all([
    subjectsOf(
      ctx,
      rows.map(({ id }) => id),
    ),
    acrossBlock(
      ctx,
      personId,
      rows.map((row) => ({ id: row.id, otherId: otherOf(row, personId) })),
    ),
  ]);
  const [people, anonymous, listingRows] = await Promise.all([
    summaries(ctx, otherIds, new Set()),
    anonymousSummaries(
      ctx,
      personId,
      rows.map(({ id }) => id),
    ),
    listingsById(
      ctx,
      [...subjects.values()].flatMap(({ listingId }) => listingId ?? []),
    ),
  ]);
  return rows.flatMap((row) => {
    const [other, subject] = [people.get(otherOf(row, personId)), subjects.get(row.id)];
    if (!other || !subject || blocked.has(row.id)) return [];
    // without an agreed time, a request's whole day is not an appointment
    if (subject.listingId === null && row.agreed_time === null) return [];
    const listing = subject.listingId === null ? undefined : listingRows.get(subject.listingId);
    const changes = [row.created_at, row.agreed_at, listing?.updated_at, row.ended_at];
    return {
      handoverId: row.id,
      claimId: subject.claimId,
      side: sideOf(row, personId),
      status: row.status,
      title: subject.title,
      otherName: (anonymous.get(row.id) ?? other).displayName,
      from: row.agreed_time ?? row.window_from,
      until: row.agreed_time ? new Date(row.agreed_time.getTime() + AGREED_MEETING_MS) : row.window_until,
      createdAt: row.created_at,
      changedAt: new Date(Math.max(...changes.map((at) => at?.getTime() ?? 0))),
      publicAddress: listing?.place_is_public ? listing.area_label : null,
    };
  });
}

/*
 * The secret part of a feed's address is its id and a signature with the server's secret. The table has only the id, so
 * that a copy of the database gives access to no calendar.
 */

const TOKEN = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})([\w-]{43})$/;

function addressOf(ctx: AppContext, feedId: string): string {
  const token = `${feedId.replaceAll('-', '')}${signatureOf(ctx, feedId)}`;
  return `${ctx.settings.publicUrl}/api/calendar/${token}/pickups.ics`;
}

const signatureOf = ({ settings }: AppContext, feedId: string): string =>
  createHmac('sha256', settings.sessionSecret).update(`calendar-feed:${feedId}`).digest('base64url');

/** The id of the feed that a token opens; null if this server has not signed it. */
function feedIdOf(ctx: AppContext, token: string): string | null {
  const [, ...parts] = TOKEN.exec(token) ?? [];
  const signature = parts.pop();
  if (!signature) return null;
  const feedId = parts.join('-');
  const [expected, given] = [Buffer.from(signatureOf(ctx, feedId)), Buffer.from(signature)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? feedId : null;
}
