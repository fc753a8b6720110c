import { nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { GRID_SCHEME, publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { areaNames } from './place-names.ts';
import { type ListingPublicLocation, onGridChanged } from './places.hooks.ts';
import { placesWithPointOf } from './places.store.ts';
import { isOwnLabelFit, nearestHome } from './public-location.ts';
import * as store from './regrid.store.ts';

const PEOPLE_AT_ONCE = 500;

/**
 * Recomputes every stored public point of a home from the exact ones, with its label, if they come from another grid
 * than that of the settings. Before the app listens, in batches of one transaction each: a process that starts after a
 * crash, or concurrently, continues where the last batch ended.
 */
export async function regridIfChanged(ctx: AppContext): Promise<void> {
  while (await inTransaction(ctx, moveBatch));
}

/** Moves the next batch of homes, then of the public points that later features store; false if all have moved. */
async function moveBatch(tx: TxContext): Promise<boolean> {
  const grid = { scheme: GRID_SCHEME, cellM: tx.settings.cellM };
  const stored = await store.lockGrid(tx.db);
  const isSame = stored?.scheme === grid.scheme && stored.cellM === grid.cellM;
  const move = isSame ? stored.move : { step: 0, after: null };
  if (!move) return false;
  const later = onGridChanged.handlersOf(tx);
  const handle = later[move.step - 1];
  const through = handle
    ? await handle(tx, (listings) => locationsOf(tx, listings), move.after)
    : await regridHomes(tx, move.after);
  const next = move.step < later.length ? { step: move.step + 1, after: null } : null;
  await store.saveGrid(tx.db, { ...grid, move: through === null ? next : { ...move, after: through } });
  return true;
}

/** Moves the homes of the next people; returns the last of them, null if there is none. */
async function regridHomes(tx: TxContext, after: string | null): Promise<string | null> {
  const people = await store.selectPeopleWithHomes(tx.db, after, PEOPLE_AT_ONCE);
  const homes = await store.selectHomesOf(tx.db, people);
  const addresses = await store.selectAddressesOf(tx.db, people);
  const byPerson = Map.groupBy(homes, ({ personId }) => personId);
  await store.updateHomes(
    tx.db,
    [...byPerson.values()].flatMap((theirs) => homesOfPerson(tx, theirs, addresses)),
  );
  return people.at(-1) ?? null;
}

/** Homes within 1 km of one that was stored before show its point, as if they were given now. */
function homesOfPerson(
  tx: TxContext,
  homes: readonly store.HomeRow[],
  addresses: ReadonlyMap<string, readonly string[]>,
): store.HomePublicLocation[] {
  const shown: {
    kind: 'home';
    isOwn: false;
    id: string;
    exactPoint: GeoPoint;
    publicPoint: GeoPoint;
    areaLabel: string;
  }[] = [];
  return homes.map(({ id, personId, exactPoint, areaLabel: before }) => {
    const known = exactPoint && nearestHome(shown, exactPoint);
    const publicPoint = known?.publicPoint ?? (exactPoint && publicPointOf(exactPoint, tx.settings.cellM));
    const areaLabel = known?.areaLabel ?? labelAt(tx, publicPoint, before, addresses.get(personId));
    if (exactPoint && publicPoint && !known)
      shown.push({ kind: 'home', isOwn: false, id, exactPoint, publicPoint, areaLabel });
    return { id, publicPoint, areaLabel };
  });
}

/** The area's name; else the former label, unless it contains a part of an address: then the community's name. */
function labelAt(
  tx: TxContext,
  publicPoint: GeoPoint | null,
  before: string,
  addresses: readonly string[] = [],
): string {
  const known = publicPoint && nearestAreaName(publicPoint, areaNames(tx));
  if (known) return known;
  const isFit = [...addresses, ''].every((address) => isOwnLabelFit(tx, before, address));
  return isFit ? before : tx.settings.appName;
}

/**
 * The public locations of these listings on the grid of the settings; each shows its donor's nearest home within 1 km.
 */
async function locationsOf(
  tx: TxContext,
  listings: readonly ListingPublicLocation[],
): Promise<ListingPublicLocation[]> {
  const donorIds = [...new Set(listings.map(({ donorId }) => donorId))];
  const [points, addresses] = await Promise.all([
    store.selectListingPoints(
      tx.db,
      listings.map(({ listingId }) => listingId),
    ),
    store.selectAddressesOf(tx.db, donorIds),
  ]);
  const homes = new Map<string, Awaited<ReturnType<typeof placesWithPointOf>>>();
  for (const donorId of donorIds) homes.set(donorId, await placesWithPointOf(tx.db, donorId));
  return listings.map(({ listingId, donorId, publicPoint: pointBefore, areaLabel: before }) => {
    const exactPoint = points.get(listingId) ?? pointBefore;
    const home = exactPoint && nearestHome(homes.get(donorId) ?? [], exactPoint);
    const publicPoint = home?.publicPoint ?? (exactPoint && publicPointOf(exactPoint, tx.settings.cellM));
    const areaLabel = home?.areaLabel ?? labelAt(tx, publicPoint, before, addresses.get(donorId));
    return { listingId, donorId, publicPoint, areaLabel };
  });
}
