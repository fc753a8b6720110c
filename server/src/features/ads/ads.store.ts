import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { AdCategory, AdLocation, AdPlacement, AdType } from '@openlarder/domain/ads/ad-fields.ts';
import { type Generated, type Insertable, type Selectable, sql } from 'kysely';
import type { DbOrTx, Tx } from '#server/db/database.ts';

type AdTables = {
  ad: {
    id: string;
    location: AdLocation;
    ad_type: AdType;
    category: AdCategory;
    title: string;
    description: string;
    cta_text: string;
    cta_link: string | null;
    image_url: string | null;
    sponsor: string | null;
    is_tip: boolean;
    /** Kinds of people; empty for everyone. */
    audience: UserType[];
    weight: number;
    /** How often one device shows it in a day. */
    daily_cap: number | null;
    starts_at: Date;
    ends_at: Date | null;
    created_at: Date;
    impressions: Generated<number>;
    clicks: Generated<number>;
  };
  /** One view of an ad, without the viewer; deleted after a month. */
  ad_impression: {
    id: string;
    ad_id: string;
    placement: AdPlacement;
    created_at: Date;
    clicked_at: Date | null;
    /** Whether the sums of the ad, and its share, count it and its click. */
    is_counted: boolean;
  };
};

declare module '#server/db/database.ts' {
  interface Tables extends AdTables {}
}

export type AdRow = Selectable<AdTables['ad']>;

export async function insertAd(db: DbOrTx, row: Insertable<AdTables['ad']>): Promise<void> {
  await db.insertInto('ad').values(row).execute();
}

export const selectAllAds = (db: DbOrTx): Promise<AdRow[]> =>
  db.selectFrom('ad').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute();

const live = (now: Date) =>
  sql<boolean>`ad.starts_at <= ${now} and (ad.ends_at is null or ad.ends_at > ${now})`;

const isWanted = (column: 'location' | 'ad_type' | 'category', wanted: string | undefined) =>
  wanted === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = ${wanted}`;

export type AdFilter = {
  readonly location: AdLocation | undefined;
  readonly userType: UserType;
  readonly adType: AdType | undefined;
  readonly adCategory: string | undefined;
  readonly limit: number;
  readonly now: Date;
  /** Impressions since then count towards the order. */
  readonly since: Date;
};

/** Ads that run now. Those with the fewest impressions for their weight come first, so each gets its share. */
export const selectLiveAds = (db: DbOrTx, filter: AdFilter): Promise<AdRow[]> =>
  db
    .selectFrom('ad')
    .selectAll('ad')
    .where(live(filter.now))
    .where(isWanted('location', filter.location))
    .where(isWanted('ad_type', filter.adType))
    .where(isWanted('category', filter.adCategory))
    .where(sql<boolean>`(ad.audience = '{}' or ${filter.userType} = any(ad.audience))`)
    .orderBy(
      sql`(select count(*) from ad_impression as seen where seen.ad_id = ad.id and seen.is_counted and seen.created_at > ${filter.since})::float
        / ad.weight`,
    )
    .orderBy('weight', 'desc')
    .orderBy('id')
    .limit(filter.limit)
    .execute();

export const selectLiveAd = (db: DbOrTx, id: string, now: Date): Promise<AdRow | undefined> =>
  db.selectFrom('ad').selectAll().where('id', '=', id).where(live(now)).executeTakeFirst();

export const selectImpression = (db: DbOrTx, adId: string, id: string) =>
  db
    .selectFrom('ad_impression')
    .select('id')
    .where('id', '=', id)
    .where('ad_id', '=', adId)
    .executeTakeFirst();

export async function insertImpression(
  tx: Tx,
  row: { id: string; ad_id: string; placement: AdPlacement; created_at: Date; is_counted: boolean },
): Promise<void> {
  await tx
    .insertInto('ad_impression')
    .values({ ...row, clicked_at: null })
    .execute();
  if (row.is_counted) await count(tx, row.ad_id, 'impressions');
}

/** Counts a click on an impression that has none yet. */
export async function updateClicked(tx: Tx, adId: string, id: string, now: Date): Promise<void> {
  const clicked = await tx
    .updateTable('ad_impression')
    .set({ clicked_at: now })
    .where('id', '=', id)
    .where('ad_id', '=', adId)
    .where('clicked_at', 'is', null)
    .returning('is_counted')
    .executeTakeFirst();
  if (clicked?.is_counted) await count(tx, adId, 'clicks');
}

const count = (tx: Tx, adId: string, what: 'impressions' | 'clicks') =>
  tx
    .updateTable('ad')
    .set((row) => ({ [what]: row(what, '+', 1) }))
    .where('id', '=', adId)
    .execute();

/** Returns whether there is such an ad; one that has ended keeps its end. */
export async function updateEnd(db: DbOrTx, id: string, now: Date): Promise<'ended' | 'already' | 'unknown'> {
  const ad = await db.selectFrom('ad').select('ends_at').where('id', '=', id).executeTakeFirst();
  if (!ad) return 'unknown';
  if (ad.ends_at && ad.ends_at <= now) return 'already';
  await db.updateTable('ad').set({ ends_at: now }).where('id', '=', id).execute();
  return 'ended';
}
