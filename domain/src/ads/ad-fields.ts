import { safeReturnTo } from '../accounts/return-to.ts';

/** Where ads are shown, as a request for ads names it. `discover` is inline, in the feed. */
export const AD_LOCATIONS = ['layout-header', 'landing-page', 'home-page', 'discover'] as const;
export type AdLocation = (typeof AD_LOCATIONS)[number];

export const AD_PLACEMENTS = [
  ...AD_LOCATIONS,
  'home-page-before-expiry',
  'home-page-between-sections',
  'home-page-before-content',
] as const;
export type AdPlacement = (typeof AD_PLACEMENTS)[number];

/** Whether an ad of this location may be seen in this place. */
export const isPlacementOf = (location: AdLocation, placement: AdPlacement): boolean =>
  placement === location || placement.startsWith(`${location}-`);

export const AD_TYPES = ['banner', 'card', 'inline'] as const;
export type AdType = (typeof AD_TYPES)[number];

/** Shown title-cased. What comes before the underscore is the variant of the card. */
export const AD_CATEGORIES = [
  'donation_encouragement',
  'impact_awareness',
  'community_building',
  'safety_tips',
  'emergency_support',
] as const;
export type AdCategory = (typeof AD_CATEGORIES)[number];

export const AD_VARIANTS = ['donation', 'impact', 'community', 'safety', 'emergency'] as const;
export type AdVariant = (typeof AD_VARIANTS)[number];

export const variantOf = (category: AdCategory): AdVariant =>
  AD_VARIANTS.find((variant) => category.startsWith(`${variant}_`)) ?? 'community';

type AdDefaults = { readonly limit: number; readonly adCategory?: AdCategory };

/** The defaults of a request for ads, by type. */
export const AD_DEFAULTS: Readonly<Record<AdType, AdDefaults>> = {
  banner: { limit: 1, adCategory: 'donation_encouragement' },
  card: { limit: 2 },
  inline: { limit: 3 },
};
export const MAX_ADS = 10;

export const DISCOVER_ADS = 2;
export const HOME_ADS = 3;

export const MAX_LINK_LENGTH = 2000;
/** A host by name, maybe a port, then printable characters without a backslash. */
const HTTPS_ADDRESS = /^https:\/\/[a-z\d]([a-z\d.-]*[a-z\d])?(:\d{1,5})?([/?#][!-[\]-~]*)?$/i;

/** Whether it is a path of this site that pages and pictures may have: not another host, and not the API. */
export const isOwnPath = (link: string): boolean => link === '/' || safeReturnTo(link) !== '/';

/**
 * Whether an ad may link there: to a path of this site, the sign-in page, or an `https:` address without credentials.
 */
export function isAdLink(link: string): boolean {
  if (link === '/api/login' || isOwnPath(link)) return true;
  return link.length <= MAX_LINK_LENGTH && HTTPS_ADDRESS.test(link);
}

/** Links that begin with http open in a new tab, others in the same one. */
export const opensNewTab = (link: string): boolean => link.startsWith('http');
