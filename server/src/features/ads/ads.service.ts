import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import type { Ad, NewAd } from '@openlarder/domain/ads/ad-contract.ts';
import {
  AD_DEFAULTS,
  type AdLocation,
  type AdPlacement,
  type AdType,
  isPlacementOf,
  MAX_ADS,
} from '@openlarder/domain/ads/ad-fields.ts';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as store from './ads.store.ts';
import { rateLimitKeyOf } from '#server/platform/http/rate-limits.ts';

const presentAd = (row: store.AdRow): Ad => ({
  id: row.id,
  title: row.title,
  description: row.description,
  ctaText: row.cta_text,
  ctaLink: row.cta_link,
  imageUrl: row.image_url,
  adCategory: row.category,
  adType: row.ad_type,
  sponsor: row.sponsor,
  isTip: row.is_tip,
  dailyCap: row.daily_cap,
});

type AdQuery = {
  /** Absent for all. */
  readonly location?: AdLocation | undefined;
  readonly userType: UserType;
  readonly limit?: number | undefined;
  readonly adType?: AdType | undefined;
  readonly adCategory?: string | undefined;
};

/** The ads that run now for a user type; the query's defaults are those of the ad type. */
export async function listAds(ctx: AppContext, query: AdQuery): Promise<Ad[]> {
  const now = ctx.clock.now();
  const { adType } = query;
  const byDefault = adType ? AD_DEFAULTS[adType] : { limit: MAX_ADS };
  const rows = await store.selectLiveAds(ctx.db, {
    location: query.location,
    userType: query.userType,
    adType,
    adCategory: query.adCategory ?? ('adCategory' in byDefault ? byDefault.adCategory : undefined),
    limit: query.limit ?? byDefault.limit,
    now,
    since: new Date(now.getTime() - DAY_MS),
  });
  return rows.map(presentAd);
}

/**
 * Counts a view, and returns its id. With the id of an earlier one nothing is counted, nor beyond six a day of one ad by
 * one network address without a session, or twenty by one person: views are easily made up.
 */
export async function recordImpression(
  ctx: AppContext,
  adId: string,
  seen: {
    /** By default the ad's location. */
    readonly placement: AdPlacement | undefined;
    readonly impressionId?: string | undefined;
    readonly address: string;
    /** Null for a visitor. */
    readonly viewerId: string | null;
  },
): Promise<string> {
  await ctx.rateLimits.spend('address-ad', seen.address);
  if (seen.impressionId !== undefined) {
    if (!(await store.selectImpression(ctx.db, adId, seen.impressionId))) throw notFound();
    return seen.impressionId;
  }
  const now = ctx.clock.now();
  const { viewerId, address } = seen;
  return inTransaction(ctx, async (tx) => {
    const ad = await store.selectLiveAd(tx.db, adId, now);
    if (!ad) throw notFound();
    const { placement = ad.location } = seen;
    if (!isPlacementOf(ad.location, placement)) throw notFound();
    const id = tx.newId();
    const isCounted = await (viewerId === null
      ? ctx.rateLimits.isWithin('ad-view-of-address', `${adId} ${rateLimitKeyOf(address)}`)
      : ctx.rateLimits.isWithin('ad-view-of-person', `${adId} ${viewerId}`));
    await store.insertImpression(tx.db, {
      id,
      ad_id: adId,
      placement,
      created_at: now,
      is_counted: isCounted,
    });
    return id;
  });
}

/** Counts a click on an ad, once for each view, and not without one. */
export async function recordClick(
  ctx: AppContext,
  adId: string,
  { impressionId, address }: { readonly impressionId: string | undefined; readonly address: string },
): Promise<void> {
  await ctx.rateLimits.spend('address-ad', address);
  if (impressionId === undefined) return;
  await inTransaction(ctx, async (tx) => {
    if (!(await store.selectImpression(tx.db, adId, impressionId))) throw notFound();
    await store.updateClicked(tx.db, adId, impressionId, tx.clock.now());
  });
}

/** Adds an ad, which runs from now on by default, and returns its id. */
export async function addAd(ctx: AppContext, ad: NewAd): Promise<string> {
  const id = ctx.newId();
  const now = ctx.clock.now();
  await store.insertAd(ctx.db, {
    id,
    location: ad.location,
    ad_type: ad.adType,
    category: ad.adCategory,
    title: ad.title,
    description: ad.description,
    cta_text: ad.ctaText,
    cta_link: ad.ctaLink,
    image_url: ad.imageUrl,
    sponsor: ad.sponsor,
    is_tip: ad.isTip,
    audience: ad.audience,
    weight: ad.weight,
    daily_cap: ad.dailyCap,
    starts_at: ad.startsAt ? new Date(ad.startsAt) : now,
    ends_at: ad.endsAt ? new Date(ad.endsAt) : null,
    created_at: now,
  });
  return id;
}

/** All ads with their sums, newest first. */
export const allAds = (ctx: AppContext): Promise<store.AdRow[]> => store.selectAllAds(ctx.db);

export const endAd = (ctx: AppContext, id: string) => store.updateEnd(ctx.db, id, ctx.clock.now());
