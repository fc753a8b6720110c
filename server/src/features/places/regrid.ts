import { nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { GRID_SCHEME, publicPointOf } from '@openlarder/domain/places/public-grid.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { areaNames } from './place-names.ts';
import { type ListingSide, onGridChanged } from './places.hooks.ts';
import { placesWithPointOf } from './places.store.ts';
import { isOwnLabelFit, nearestHome } from './public-location.ts';
import * as store from './regrid.store.ts';

const PEOPLE_AT_ONCE = 500;

/**
 * Computes every stored public point of a home anew from the exact ones, with its label, if they come from another grid
 * than that of the settings. One transaction, before the app listens; a second process waits, and finds it done.
 */
export async function followGrid(ctx: AppContext): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { cellM } = tx.settings;
    const stored = await store.lockGrid(tx.db);
    if (stored?.scheme === GRID_SCHEME && stored.cellM === cellM) return;
    await regridHomes(tx);
    for (const handle of onGridChanged.handlersOf(tx)) await handle(tx, (listings) => sidesOf(tx, listings));
    await store.saveGrid(tx.db, GRID_SCHEME, cellM);
  });
}

async function regridHomes(tx: TxContext): Promise<void> {
  let people = await store.selectPeopleWithHomes(tx.db, null, PEOPLE_AT_ONCE);
  while (people.length > 0) {
    const [homes, addresses] = await Promise.all([
      store.selectHomesOf(tx.db, people),
      store.selectAddressesOf(tx.db, people),
    ]);
    for (const ownHomes of Map.groupBy(homes, ({ personId }) => personId).values())
      await regridHomesOfPerson(tx, ownHomes, addresses);
    people = await store.selectPeopleWithHomes(tx.db, people.at(-1) ?? null, PEOPLE_AT_ONCE);
  }
}

/** Homes within 1 km of one that was stored before show its point, as if they were given now. */
async function regridHomesOfPerson(
  tx: TxContext,
  homes: readonly store.HomeRow[],
  addresses: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const shown: {
    kind: 'home';
    isOwn: false;
    id: string;
    exactPoint: GeoPoint;
    publicPoint: GeoPoint;
    areaLabel: string;
  }[] = [];
  for (const { id, personId, exactPoint, areaLabel: before } of homes) {
    const known = exactPoint && nearestHome(shown, exactPoint);
    const publicPoint = known?.publicPoint ?? (exactPoint && publicPointOf(exactPoint, tx.settings.cellM));
    const areaLabel = known?.areaLabel ?? labelAt(tx, publicPoint, before, addresses.get(personId));
    await store.updateHome(tx.db, id, publicPoint, areaLabel);
    if (exactPoint && publicPoint && !known)
      shown.push({ kind: 'home', isOwn: false, id, exactPoint, publicPoint, areaLabel });
  }
}

/** The area's name; else the one from before, unless it holds something of an address: then the community's name. */
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

/** The public sides of these listings on the grid of the settings; each shows its donor's nearest home within 1 km. */
async function sidesOf(tx: TxContext, listings: readonly ListingSide[]): Promise<ListingSide[]> {
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
