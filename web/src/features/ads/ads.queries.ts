import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import { listAds } from '@openlarder/domain/ads/ad-contract.ts';
import { AD_DEFAULTS, type AdLocation, DISCOVER_ADS, HOME_ADS } from '@openlarder/domain/ads/ad-fields.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** What each place asks for. */
const REQUESTS = {
  'layout-header': { adType: 'banner', ...AD_DEFAULTS.banner },
  'landing-page': { adType: 'card', limit: 1 },
  'home-page': { adType: 'card', limit: HOME_ADS },
  discover: { adType: 'inline', limit: DISCOVER_ADS },
} as const satisfies Record<AdLocation, object>;

/** The ads of a place for a kind of person. */
export const adsQuery = (location: AdLocation, userType: UserType) =>
  endpointQuery(listAds, { query: { location, userType, ...REQUESTS[location] } });
