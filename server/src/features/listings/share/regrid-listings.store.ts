import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { sql } from 'kysely';
import { geoPointOf, pointText } from '#server/db/point-column.ts';
import type { Tx } from '#server/db/database.ts';

/** The public side of a listing. */
type StoredSide = {
  readonly listingId: string;
  readonly donorId: string;
  readonly publicPoint: GeoPoint | null;
  readonly areaLabel: string;
};

/** The next listings that are at no business and name an area, in the order of their ids. */
export async function selectSidesAfter(tx: Tx, after: string | null, limit: number): Promise<StoredSide[]> {
  const rows = await tx
    .selectFrom('food_listing')
    .select(['id', 'donor_id', 'public_point', 'area_label'])
    .where('place_is_public', '=', false)
    // of a closed account nothing is left
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

export async function updateSides(tx: Tx, sides: readonly StoredSide[]): Promise<void> {
  const [ids, points, labels] = [
    sides.map(({ listingId }) => listingId),
    sides.map(({ publicPoint }) => publicPoint && pointText(publicPoint)),
    sides.map(({ areaLabel }) => areaLabel),
  ];
  await sql`
    update food_listing set public_point = side.public_point::point, area_label = side.area_label
    from unnest(${ids}::uuid[], ${points}::text[], ${labels}::text[]) as side (id, public_point, area_label)
    where food_listing.id = side.id`.execute(tx);
}
