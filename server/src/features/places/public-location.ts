import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { distanceM, type GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import { isNeighborhoodOnly } from '@openlarder/domain/places/address-in-text.ts';
import { publicPointOf, SAME_BUSINESS_M, SAME_HOME_M } from '@openlarder/domain/places/public-grid.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { areaNames } from './area-names.ts';
import * as store from './places.store.ts';
import { sql } from 'kysely';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { startupTexts } from '#server/platform/startup-texts.ts';

export type PublicLocation = {
  readonly placeId: string;
  readonly publicPoint: GeoPoint;
  readonly areaLabel: string;
  /** True for a verified business: the point is exact, and the label is its address. */
  readonly isPublic: boolean;
};

export type GivenPlace = {
  readonly point: GeoPoint;
  /** The person's own label for the neighborhood; used if the list of area names has none. */
  readonly areaLabel?: string | undefined;
  /** The address, no part of which the label may contain. */
  readonly address: string;
};

/** The public location of a coordinate: that of a stored place, or of a home that is not stored yet. */
type Resolved =
  | { readonly isStored: true; readonly location: PublicLocation }
  | { readonly isStored: false; readonly publicPoint: GeoPoint };

/** The person's current business, if the coordinate is at its door. */
function businessAt(stored: readonly store.StoredPlace[], point: GeoPoint): store.StoredPlace | undefined {
  return stored.find(
    (place) =>
      place.kind === 'business' && place.isOwn && distanceM(place.publicPoint, point) <= SAME_BUSINESS_M,
  );
}

/** The nearest of these homes within 1 km. */
function nearestHome<Place extends store.StoredPlace>(
  stored: readonly Place[],
  point: GeoPoint,
): Place | null {
  let nearest: Place | null = null;
  let nearestM = SAME_HOME_M;
  for (const place of stored) {
    const awayM = distanceM(place.exactPoint, point);
    if (place.kind !== 'home' || awayM > nearestM) continue;
    nearest = place;
    nearestM = awayM;
  }
  return nearest;
}

/**
 * A neighborhood's name in the person's own words. Refuses with 422 on `areaLabel` if it is missing, or contains a
 * digit or a part of the address.
 */
export async function requireOwnLabel(
  ctx: AppContext,
  ownLabel: string | undefined,
  address: string,
): Promise<string> {
  const label = ownLabel?.trim();
  if (!label) throw unprocessable({ areaLabel: errorText('required.neighborhood') });
  const names = (await areaNames(ctx)).map(({ name }) => name);
  if (!isNeighborhoodOnly(label, address, names))
    throw unprocessable({ areaLabel: errorText('invalid.neighborhood') });
  return label;
}

/**
 * The area label of a place. It follows the public point, never the exact one: a label from across the street would
 * reveal on which side of it the home is. Without a known name, `unnamed`, else the person's own (see
 * `requireOwnLabel`).
 */
export async function labelFor(
  ctx: AppContext,
  publicPoint: GeoPoint | null,
  ownLabel: string | undefined,
  address: string,
  unnamed?: string,
): Promise<string> {
  const known = publicPoint && nearestAreaName(publicPoint, await areaNames(ctx));
  return known ?? unnamed ?? requireOwnLabel(ctx, ownLabel, address);
}

async function resolve(ctx: AppContext, personId: string, point: GeoPoint): Promise<Resolved> {
  const stored = await store.placesWithPointOf(ctx.db, personId);
  const known = businessAt(stored, point) ?? nearestHome(stored, point);
  if (!known) return { isStored: false, publicPoint: publicPointOf(point, ctx.settings.cellM) };
  const { id: placeId, publicPoint, areaLabel, kind } = known;
  return { isStored: true, location: { placeId, publicPoint, areaLabel, isPublic: kind === 'business' } };
}

/**
 * Returns the public location of a coordinate. At the door of the person's business it is the business's, which is
 * public; within 1 km of one of their homes it is that home's, so that an imprecise device position does not matter;
 * else a new home is stored, whose public point is that of the grid. Refuses with 422 on `areaLabel` if no name is
 * known and none is given that reveals the neighborhood only, unless `unnamed` is to stand there.
 */
export async function resolvePublicLocation(
  tx: TxContext,
  personId: string,
  { point, areaLabel, address }: GivenPlace,
  unnamed?: string,
): Promise<PublicLocation> {
  await store.lockPlacesOf(tx.db, personId);
  const resolved = await resolve(tx, personId, point);
  if (resolved.isStored) return resolved.location;
  const { publicPoint } = resolved;
  const place = {
    id: tx.newId(),
    exactPoint: point,
    publicPoint,
    areaLabel: await labelFor(tx, publicPoint, areaLabel, address, unnamed),
  };
  const createdAt = tx.clock.now();
  await store.insertPlace(tx.db, { ...place, personId, kind: 'home', address: '', createdAt });
  return { placeId: place.id, publicPoint, areaLabel: place.areaLabel, isPublic: false };
}

/** The point that others would see of a coordinate of this person; stores nothing. */
export async function publicPointFor(ctx: AppContext, personId: string, point: GeoPoint): Promise<GeoPoint> {
  const resolved = await resolve(ctx, personId, point);
  return resolved.isStored ? resolved.location.publicPoint : resolved.publicPoint;
}

/** The area label that others would see for a coordinate of the caller; null if the caller has to name it. */
export async function areaLabelAt(ctx: AppContext, caller: Caller, point: GeoPoint): Promise<string | null> {
  const resolved = await resolve(ctx, caller.userId, point);
  return resolved.isStored
    ? resolved.location.areaLabel
    : nearestAreaName(resolved.publicPoint, await areaNames(ctx));
}

/**
 * Throws a StartupError if homes are stored that are shown with another size of cells than that of the settings; else
 * keeps the size. A home that is shown at the points of two grids can be found where their cells meet.
 */
export async function requireSameGrid(ctx: AppContext): Promise<void> {
  const given = ctx.settings.cellM;
  const stored = await inTransaction(ctx, async ({ db }) => {
    await sql`lock table public_grid in exclusive mode`.execute(db);
    const grid = await db.selectFrom('public_grid').select('cell_m').executeTakeFirst();
    const home = await db
      .selectFrom('place')
      .select('id')
      .where('kind', '=', 'home')
      .limit(1)
      .executeTakeFirst();
    if (grid && home) return grid.cell_m;
    await db
      .insertInto('public_grid')
      .values({ cell_m: given })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ cell_m: given }))
      .execute();
    return given;
  });
  if (stored !== given)
    throw new StartupError((translate) =>
      translate(startupTexts, 'cell-size-fixed', { given: String(given), stored: String(stored) }),
    );
}
