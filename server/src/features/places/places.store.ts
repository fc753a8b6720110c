import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { sql } from 'kysely';
import { type DbOrTx, geoPointOf, pointText, type Tx } from '#server/db/database.ts';
import type { PlaceTables } from './places.tables.ts';
import { compileOnce, type Placeholder, usePreparedStatement } from '#server/platform/postgres/database.ts';

type SubjectType = PlaceTables['exact_location']['subject_type'];
type StoredSubject = { readonly type: SubjectType; readonly id: string };

/** A place with a point; places with only an address or a neighborhood are excluded. */
export type StoredPlace = {
  readonly id: string;
  readonly kind: 'home' | 'business';
  /** Whether it is the place of the person's profile. */
  readonly isOwn: boolean;
  readonly exactPoint: GeoPoint;
  readonly publicPoint: GeoPoint;
  readonly areaLabel: string;
};

export async function lockPlacesOf(tx: Tx, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('place:' || ${personId}, 0))`.execute(tx);
}

export async function placesWithPointOf(db: DbOrTx, personId: string): Promise<StoredPlace[]> {
  const rows = await db
    .selectFrom('place')
    .innerJoin('person', 'person.id', 'place.person_id')
    .select(['place.id', 'kind', 'exact_point', 'public_point', 'area_label'])
    .select(sql<boolean>`coalesce(place.id = person.place_id, false)`.as('is_own'))
    .where('place.person_id', '=', personId)
    .orderBy('place.id')
    .execute();
  return rows.flatMap(({ id, kind, exact_point, public_point, area_label, is_own }) =>
    exact_point && public_point
      ? {
          id,
          kind,
          exactPoint: geoPointOf(exact_point),
          publicPoint: geoPointOf(public_point),
          areaLabel: area_label,
          isOwn: is_own,
        }
      : [],
  );
}

export async function insertPlace(
  tx: Tx,
  place: {
    readonly id: string;
    readonly personId: string;
    readonly kind: 'home' | 'business';
    readonly address: string;
    readonly exactPoint: GeoPoint | null;
    readonly publicPoint: GeoPoint | null;
    readonly areaLabel: string;
    readonly createdAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('place')
    .values({
      id: place.id,
      person_id: place.personId,
      kind: place.kind,
      address: place.address,
      exact_point: place.exactPoint && pointText(place.exactPoint),
      public_point: place.publicPoint && pointText(place.publicPoint),
      area_label: place.areaLabel,
      created_at: place.createdAt,
    })
    .execute();
}

export async function renameArea(tx: Tx, placeId: string, areaLabel: string): Promise<void> {
  await tx.updateTable('place').set({ area_label: areaLabel }).where('id', '=', placeId).execute();
}

export async function upsertExactLocation(
  tx: Tx,
  subject: StoredSubject,
  ownerId: string,
  location: { point: GeoPoint | null; address: string; instructions: string; phone: string | null },
): Promise<void> {
  const values = {
    exact_point: location.point && pointText(location.point),
    address: location.address,
    instructions: location.instructions,
    phone: location.phone,
  };
  await tx
    .insertInto('exact_location')
    .values({ subject_type: subject.type, subject_id: subject.id, owner_id: ownerId, ...values })
    .onConflict((conflict) => conflict.columns(['subject_type', 'subject_id']).doUpdateSet(values))
    .execute();
}

type AskedSubjects = { types: readonly SubjectType[]; ids: readonly string[] };

const asked = (given: Placeholder<AskedSubjects>) =>
  sql<StoredSubject>`unnest(${given('types')}::text[], ${given('ids')}::uuid[])`.as<'asked'>(
    sql`asked(type, id)`,
  );

const askedOf = (subjects: readonly StoredSubject[]): AskedSubjects => ({
  types: subjects.map(({ type }) => type),
  ids: subjects.map(({ id }) => id),
});

const selectReadable = compileOnce(
  (db: DbOrTx, given: Placeholder<AskedSubjects & { viewerId: string; now: Date }>) =>
    db
      .selectFrom(asked(given))
      .innerJoin('exact_location', (join) =>
        join
          .onRef('exact_location.subject_type', '=', 'asked.type')
          .onRef('exact_location.subject_id', '=', 'asked.id'),
      )
      .modifyFront(usePreparedStatement)
      .select(['subject_id', 'exact_point', 'address', 'instructions', 'phone'])
      .select((select) =>
        select
          .selectFrom('place_grant as held')
          .select((grant) =>
            sql<Readonly<
              Record<string, string>
            > | null>`json_object_agg(${grant.ref('held.viewer_id')}, ${grant.ref('held.until')})`.as('ends'),
          )
          .whereRef('held.subject_type', '=', 'exact_location.subject_type')
          .whereRef('held.subject_id', '=', 'exact_location.subject_id')
          .where('held.until', '>', given('now'))
          .where('exact_location.owner_id', '=', given('viewerId'))
          .as('grants'),
      )
      .where((is) =>
        is.or([
          is('exact_location.owner_id', '=', given('viewerId')),
          is.exists(
            is
              .selectFrom('place_grant')
              .select('place_grant.viewer_id')
              .whereRef('place_grant.subject_type', '=', 'exact_location.subject_type')
              .whereRef('place_grant.subject_id', '=', 'exact_location.subject_id')
              .where('place_grant.viewer_id', '=', given('viewerId'))
              .where('place_grant.until', '>', given('now')),
          ),
        ]),
      ),
);

/**
 * The exact locations that `viewerId` owns or has a grant for that is valid at `now`; of their own, also when each of
 * the valid grants ends, by viewer.
 */
export function selectExactLocations(
  db: DbOrTx,
  subjects: readonly StoredSubject[],
  viewerId: string,
  now: Date,
) {
  return selectReadable(db, { ...askedOf(subjects), viewerId, now });
}

export async function upsertGrant(
  tx: Tx,
  subject: StoredSubject,
  viewerId: string,
  grantedAt: Date,
): Promise<void> {
  await tx
    .insertInto('place_grant')
    .values({
      subject_type: subject.type,
      subject_id: subject.id,
      viewer_id: viewerId,
      granted_at: grantedAt,
      until: 'infinity',
    })
    .onConflict((conflict) =>
      conflict
        .columns(['subject_type', 'subject_id', 'viewer_id'])
        .doUpdateSet({ granted_at: grantedAt, until: 'infinity' }),
    )
    .execute();
}

/** Ends a subject's grants at `until`, for all viewers or for one; an earlier end stays. */
export async function shortenGrants(
  tx: Tx,
  subject: StoredSubject,
  viewerId: string | null,
  until: Date,
): Promise<void> {
  await tx
    .updateTable('place_grant')
    .set({ until })
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .where('until', '>', until)
    .$if(viewerId !== null, (query) => query.where('viewer_id', '=', viewerId ?? ''))
    .execute();
}

export async function placesOfPeople(db: DbOrTx, personIds: readonly string[]) {
  const rows = await db
    .selectFrom('person')
    .innerJoin('place', 'place.id', 'person.place_id')
    .select([
      'person.id as personId',
      'place.id as placeId',
      'place.kind',
      'place.address',
      'place.public_point',
      'place.area_label',
    ])
    .where('person.id', '=', sql<string>`any(${personIds}::uuid[])`)
    .execute();
  return rows.map(({ public_point, area_label, ...row }) => ({
    ...row,
    publicPoint: public_point && geoPointOf(public_point),
    areaLabel: area_label,
  }));
}

export async function deletePlacesOf(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('exact_location').where('owner_id', '=', personId).execute();
  await tx.deleteFrom('place_grant').where('viewer_id', '=', personId).execute();
  await tx.deleteFrom('place').where('person_id', '=', personId).execute();
}

export async function selectPlacesOf(db: DbOrTx, personId: string) {
  const places = await db
    .selectFrom('place')
    .select(['kind', 'address', 'exact_point', 'public_point', 'area_label', 'created_at'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  const exactLocations = await db
    .selectFrom('exact_location')
    .select(['subject_type', 'subject_id', 'exact_point', 'address', 'instructions', 'phone'])
    .where('owner_id', '=', personId)
    .orderBy('subject_id')
    .execute();
  return { places, exactLocations };
}

export async function deleteExactLocation(tx: Tx, subject: StoredSubject): Promise<void> {
  await tx
    .deleteFrom('exact_location')
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .execute();
}

/** Ends at `until` every grant between two people, in either direction, but for the subjects in `kept`. */
export async function shortenGrantsBetween(
  tx: Tx,
  [a, b]: readonly [string, string],
  { until, kept }: { readonly until: Date; readonly kept: readonly string[] },
): Promise<void> {
  await sql`
    update place_grant set until = ${until}
    from exact_location
    where exact_location.subject_type = place_grant.subject_type
      and exact_location.subject_id = place_grant.subject_id
      and place_grant.until > ${until} and place_grant.subject_id <> all(${[...kept]}::uuid[])
      and (exact_location.owner_id, place_grant.viewer_id) in ((${a}::uuid, ${b}::uuid), (${b}::uuid, ${a}::uuid))`.execute(
    tx,
  );
}
