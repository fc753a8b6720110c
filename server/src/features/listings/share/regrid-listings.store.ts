import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { sql } from 'kysely';
import { geoPointOf, pointText } from '#server/db/point-column.ts';
import type { Tx } from '#server/db/database.ts';

/** The public location of a listing. */
type StoredLocation = {
  readonly listingId: string;
  readonly donorId: string;
  readonly publicPoint: GeoPoint | null;
  readonly areaLabel: string;
};

/** The next listings that are not at a business and have an area, in the order of their ids. */
export async function selectPublicLocationsAfter(
  tx: Tx,
  after: string | null,
  limit: number,
): Promise<StoredLocation[]> {
  const rows = await tx
    .selectFrom('food_listing')
    .select(['id', 'donor_id', 'public_point', 'area_label'])
    .where('place_is_public', '=', false)
    // listings of closed accounts have no place any more
    .where('area_label', '<>', '')
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, donor_id, public_point, area_label }) => ({
    listingId: id,
    donorId: donor_id,
    publicPoint: public_point && geoPointOf(public_point),
    areaLabel: area_label,
  }));
}

export async function updatePublicLocations(tx: Tx, locations: readonly StoredLocation[]): Promise<void> {
  const [ids, points, labels] = [
    locations.map(({ listingId }) => listingId),
    locations.map(({ publicPoint }) => publicPoint && pointText(publicPoint)),
    locations.map(({ areaLabel }) => areaLabel),
  ];
  await sql`
    update food_listing set public_point = moved.public_point::point, area_label = moved.area_label
    from unnest(${ids}::uuid[], ${points}::text[], ${labels}::text[]) as moved (id, public_point, area_label)
    where food_listing.id = moved.id`.execute(tx);
}
