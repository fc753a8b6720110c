import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { summaries } from '#server/features/accounts/profile/person-queries.ts';
import { isBlockedBetween } from '#server/features/moderation/blocks/blocks.ts';
import type { ReportEvidence } from '#server/features/moderation/moderation.hooks.ts';
import { fileIdsOf } from '#server/features/photos/photos.service.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { pageGone } from '#server/platform/http/paging.ts';
import { presentListings } from './listings.presenter.ts';
import * as store from './listings.store.ts';
import type { ListingRow, ListingThumbnail } from './listings.tables.ts';

/** How many of a person's listings are returned without paging. */
const MAX_OF_A_PERSON = 200;

/** The listing if this person may see it; 404 for withdrawn listings of others and across a block. */
export async function requireVisibleListing(
  ctx: AppContext,
  viewerId: string,
  id: string,
): Promise<ListingRow> {
  const row = await store.selectListing(ctx.db, id);
  if (!row) throw notFound();
  if (row.donor_id === viewerId) return row;
  if (row.status === 'withdrawn') throw notFound();
  if (await isBlockedBetween(ctx, viewerId, row.donor_id)) throw notFound();
  return row;
}

export async function getListing(ctx: AppContext, caller: Caller, id: string): Promise<Listing> {
  const row = await requireVisibleListing(ctx, caller.userId, id);
  const [listing] = await presentListings(ctx, caller.userId, [row]);
  if (!listing) throw notFound();
  return listing;
}

/** Stored listings by id, without any check of visibility. */
export async function listingsById(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, ListingRow>> {
  const rows = await store.selectListings(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The data for thumbnails, by the listing's id, without any check of visibility. */
export async function thumbnailsById(
  ctx: AppContext,
  ids: readonly string[],
): Promise<Map<string, ListingThumbnail>> {
  const rows = await store.selectThumbnails(ctx.db, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}

export async function peopleOffering(
  ctx: AppContext,
  personIds: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set(await store.selectOffering(ctx.db, personIds, ctx.clock.now()));
}

async function requireCursorRow(ctx: AppContext, personId: string, cursor: string): Promise<ListingRow> {
  const row = idSchema.safeParse(cursor).success ? await store.selectListing(ctx.db, cursor) : undefined;
  if (row?.donor_id !== personId) throw pageGone();
  return row;
}

/**
 * A page of a person's listings, newest first: all of them for themself, the currently offered ones for others. 404 if
 * the person does not exist or is across a block, 422 on an invalid `cursor`.
 */
export async function listingsPageOfPerson(
  ctx: AppContext,
  caller: Caller,
  personId: string,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
): Promise<{ listings: Listing[]; nextCursor: string | null }> {
  if (personId !== caller.userId) {
    const known = await summaries(ctx, [personId]);
    if (!known.has(personId)) throw notFound();
    if (await isBlockedBetween(ctx, caller.userId, personId)) throw notFound();
  }
  const offeredAt = personId === caller.userId ? null : ctx.clock.now();
  const after = cursor === null ? undefined : await requireCursorRow(ctx, personId, cursor);
  const rows = await store.selectListingsOf(ctx.db, personId, { offeredAt, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    listings: await presentListings(ctx, caller.userId, shown),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function listingsOfPerson(
  ctx: AppContext,
  caller: Caller,
  personId: string,
): Promise<Listing[]> {
  const page = { limit: MAX_OF_A_PERSON, cursor: null };
  return (await listingsPageOfPerson(ctx, caller, personId, page)).listings;
}

/** The public text of a listing and its donor, for a report. */
export async function listingEvidence(tx: TxContext, id: string): Promise<ReportEvidence | null> {
  const row = await store.selectListing(tx.db, id);
  if (!row) return null;
  const photos = (await store.selectPhotos(tx.db, [id])).get(id) ?? [];
  const files = await fileIdsOf(
    tx,
    photos.map(({ photoId }) => photoId),
  );
  const lines = [
    row.title,
    row.description,
    ...photos.map(
      ({ photoId, caption }) => `Photo ${files.get(photoId) ?? photoId}${caption && `: ${caption}`}`,
    ),
  ];
  const text = lines.filter(Boolean).join('\n');
  return { aboutId: row.donor_id, text: await places.redactAddresses(tx, [row.donor_id], text) };
}
