import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import * as store from './places.store.ts';
import { geoPointOf } from '#server/db/database.ts';

// An exact location is shown to a viewer only through `readExactLocation`, and grants decide to whom. Only the export
// of a person's data reads the table `exact_location` besides it: the rows of their owner, for that owner.

/** The subject that an exact location belongs to; the id of a profile is the person's. */
export type PlaceSubject = { readonly type: 'listing' | 'request' | 'profile'; readonly id: string };

export type ExactLocation = {
  readonly point: GeoPoint | null;
  readonly address: string;
  readonly instructions: string;
  readonly phone: string | null;
};

export type ReadLocation = ExactLocation & {
  /**
   * For the owner: the other people who may read it now, and when that ends, in milliseconds since 1970; Infinity for
   * open grants.
   */
  readonly grantEnds: ReadonlyMap<string, number>;
};

/**
 * The exact locations that `viewerId` owns or has a grant for that is valid at `now`, by subject id; others are absent.
 * Every exact location that a viewer is shown comes from here.
 */
export async function readExactLocation(
  ctx: AppContext,
  subjects: readonly PlaceSubject[],
  viewerId: string,
  now: Date,
): Promise<Map<string, ReadLocation>> {
  if (subjects.length === 0) return new Map();
  const rows = await store.selectExactLocations(ctx.db, subjects, viewerId, now);
  return new Map(
    rows.map((row) => [
      row.subject_id,
      {
        point: row.exact_point && geoPointOf(row.exact_point),
        address: row.address,
        instructions: row.instructions,
        phone: row.phone,
        grantEnds: new Map(Object.entries(row.grants ?? {}).map(([id, until]) => [id, grantEndMs(until)])),
      },
    ]),
  );
}

const grantEndMs = (until: string): number => (until === 'infinity' ? Infinity : Date.parse(until));

/** Lets `viewerId` read the subject's exact location until the grant ends. The caller has checked the owner. */
export async function grantAddress(
  tx: TxContext,
  subject: PlaceSubject,
  viewerId: string,
  now: Date,
): Promise<void> {
  await store.upsertGrant(tx.db, subject, viewerId, now);
}

/** Ends a viewer's grant at `until`; an earlier end stays. */
export async function endGrant(
  tx: TxContext,
  subject: PlaceSubject,
  viewerId: string,
  until: Date,
): Promise<void> {
  await store.shortenGrants(tx.db, subject, viewerId, until);
}

export async function endAllGrants(tx: TxContext, subject: PlaceSubject, until: Date): Promise<void> {
  await store.shortenGrants(tx.db, subject, null, until);
}

/** Ends every grant between two people at `until`, in both directions, but for the listings and requests in `kept`. */
export async function endGrantsBetween(
  tx: TxContext,
  people: readonly [string, string],
  end: { readonly until: Date; readonly kept: readonly string[] },
): Promise<void> {
  await store.shortenGrantsBetween(tx.db, people, end);
}
