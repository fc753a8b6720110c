import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { sql } from 'kysely';
import { geoPointOf, pointText } from '#server/db/point-column.ts';
import type { Tx } from '#server/db/database.ts';

/** The progress of a move to a grid: the step, and the last id in it that has moved. */
export type RegridProgress = { readonly step: number; readonly after: string | null };

/** The grid of the stored points, and the move to it if it has not ended. */
export type StoredGrid = {
  readonly scheme: number;
  readonly cellM: number;
  readonly move: RegridProgress | null;
};

/** Locks the stored grid until the transaction ends; null at the first start. */
export async function lockGrid(tx: Tx): Promise<StoredGrid | null> {
  await sql`lock table public_grid in exclusive mode`.execute(tx);
  const row = await tx
    .selectFrom('public_grid')
    .select(['scheme', 'cell_m', 'step', 'moved_through'])
    .executeTakeFirst();
  if (!row) return null;
  const move = row.step === null ? null : { step: row.step, after: row.moved_through };
  return { scheme: row.scheme, cellM: row.cell_m, move };
}

export async function saveGrid(tx: Tx, { scheme, cellM, move }: StoredGrid): Promise<void> {
  const values = {
    scheme,
    cell_m: cellM,
    step: move && move.step,
    moved_through: move && move.after,
  };
  await tx
    .insertInto('public_grid')
    .values(values)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(values))
    .execute();
}

/** A home as it is stored; without points if only its neighborhood is known. */
export type HomeRow = {
  readonly id: string;
  readonly personId: string;
  readonly exactPoint: GeoPoint | null;
  readonly areaLabel: string;
};

/** The homes of these people, each person's in the order in which they were stored. */
export async function selectHomesOf(tx: Tx, personIds: readonly string[]): Promise<HomeRow[]> {
  const rows = await tx
    .selectFrom('place')
    .select(['id', 'person_id', 'exact_point', 'area_label'])
    .where('kind', '=', 'home')
    .where('person_id', '=', sql<string>`any(${personIds}::uuid[])`)
    .orderBy('person_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, person_id, exact_point, area_label }) => ({
    id,
    personId: person_id,
    exactPoint: exact_point && geoPointOf(exact_point),
    areaLabel: area_label,
  }));
}

/** The next people with a home, in the order of their ids. */
export async function selectPeopleWithHomes(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('place')
    .select('person_id')
    .distinct()
    .where('kind', '=', 'home')
    .$if(after !== null, (query) => query.where('person_id', '>', after ?? ''))
    .orderBy('person_id')
    .limit(limit)
    .execute();
  return rows.map(({ person_id }) => person_id);
}

/** All addresses of these people's exact locations. */
export async function selectAddressesOf(
  tx: Tx,
  personIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('exact_location')
    .select(['owner_id', 'address'])
    .distinct()
    .where('owner_id', '=', sql<string>`any(${personIds}::uuid[])`)
    .where('address', '<>', '')
    .execute();
  const addresses = new Map<string, string[]>();
  for (const { owner_id, address } of rows)
    addresses.set(owner_id, [...(addresses.get(owner_id) ?? []), address]);
  return addresses;
}

/** The exact points of these listings, as far as they have one. */
export async function selectListingPoints(
  tx: Tx,
  listingIds: readonly string[],
): Promise<Map<string, GeoPoint>> {
  const rows = await tx
    .selectFrom('exact_location')
    .select(['subject_id', 'exact_point'])
    .where('subject_type', '=', 'listing')
    .where('subject_id', '=', sql<string>`any(${listingIds}::uuid[])`)
    .execute();
  return new Map(
    rows.flatMap(({ subject_id, exact_point }) =>
      exact_point ? [[subject_id, geoPointOf(exact_point)]] : [],
    ),
  );
}

/** The public location of a home. */
export type HomePublicLocation = {
  readonly id: string;
  readonly publicPoint: GeoPoint | null;
  readonly areaLabel: string;
};

export async function updateHomes(tx: Tx, locations: readonly HomePublicLocation[]): Promise<void> {
  const [ids, points, labels] = [
    locations.map(({ id }) => id),
    locations.map(({ publicPoint }) => publicPoint && pointText(publicPoint)),
    locations.map(({ areaLabel }) => areaLabel),
  ];
  await sql`
    update place set public_point = moved.public_point::point, area_label = moved.area_label
    from unnest(${ids}::uuid[], ${points}::text[], ${labels}::text[]) as moved (id, public_point, area_label)
    where place.id = moved.id`.execute(tx);
}
