import { useLingui } from '@lingui/react/macro';
import type { UserType } from '@openlarder/domain/accounts/account-fields.ts';
import { type Ad, listAds } from '@openlarder/domain/ads/ad-contract.ts';
import {
  AD_DEFAULTS,
  type AdLocation,
  type AdPlacement,
  type AdVariant,
  DISCOVER_ADS,
  HOME_ADS,
} from '@openlarder/domain/ads/ad-fields.ts';
import { FEED_SCREEN_PAGE } from '@openlarder/domain/listings/listing-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { paths } from '#web/lib/paths.ts';
import { useStore } from '#web/lib/store.ts';
import { hiddenAds, isOverShowLimit } from './ad-memory.ts';
import { AdCard, type AdSize } from './AdCard.tsx';
import { DEFAULT_CARDS } from './default-cards.tsx';

const REQUESTS = {
  'layout-header': { adType: 'banner', ...AD_DEFAULTS.banner },
  'landing-page': { adType: 'card', limit: 1 },
  'home-page': { adType: 'card', limit: HOME_ADS },
  discover: { adType: 'inline', limit: DISCOVER_ADS },
} as const satisfies Record<AdLocation, object>;

const adsQuery = (location: AdLocation, userType: UserType) =>
  endpointQuery(listAds, { query: { location, userType, ...REQUESTS[location] } });

type Place = {
  readonly placement: AdPlacement;
  readonly size: AdSize;
  /** The target of an ad without a link of its own. */
  readonly href: string;
  /** What its card looks like; without one, as the ad's category says. */
  readonly variant?: AdVariant;
  /** The card shown without an ad; without one the place stays empty. */
  readonly otherwise?: AdVariant;
};

const share = paths.tab('share');
const PLACES: Readonly<Record<AdLocation, readonly Place[]>> = {
  'layout-header': [{ placement: 'layout-header', size: 'small', href: share }],
  'landing-page': [{ placement: 'landing-page', size: 'large', variant: 'community', href: paths.signIn }],
  discover: [{ placement: 'discover', size: 'small', href: paths.signIn }],
  'home-page': [
    { placement: 'home-page-before-expiry', size: 'medium', href: share, otherwise: 'donation' },
    {
      placement: 'home-page-between-sections',
      size: 'medium',
      href: paths.tab('leaderboard'),
      otherwise: 'impact',
    },
    { placement: 'home-page-before-content', size: 'medium', href: share, otherwise: 'community' },
  ],
};

/** One after every fourth card of a page of the feed. */
const SLOTS_OF_PAGE = FEED_SCREEN_PAGE / 4;

export type AdSlotProps = {
  readonly location: AdLocation;
  /** Which of the places of this location, from 0. The places of the feed take turns. */
  readonly nth?: number;
  readonly userType?: UserType;
};

/** The ad or tip of a place; nothing without one, or if it was hidden. */
export function AdSlot({ location, nth = 0, userType = 'recipient' }: AdSlotProps) {
  const { i18n } = useLingui();
  const language = useCommunity()?.language ?? i18n.locale;
  // ads are in the community's language; who reads another has the cards of ours, which are translated
  const isReadable = language === i18n.locale;
  const { data, isPending } = useQuery({ ...adsQuery(location, userType), enabled: isReadable });
  const ads = isReadable ? data : [];
  const hidden = useStore(hiddenAds) ?? [];
  const places = PLACES[location];
  const place = places[nth % places.length];
  // the feed has each once among the cards of a page
  const ad = ads?.[places.length > 1 ? nth : nth % SLOTS_OF_PAGE];
  const isShown = ad !== undefined && !hidden.includes(ad.id) && !isOverShowLimit(ad);
  if (!place || (isReadable && isPending)) return null;
  if (ad) return isShown ? <ServedAd ad={ad} place={place} /> : null;
  return place.otherwise && !hidden.includes(place.otherwise) ? (
    <DefaultCard variant={place.otherwise} place={place} />
  ) : null;
}

const ServedAd = ({ ad, place }: { readonly ad: Ad; readonly place: Place }) => (
  <AdCard
    ad={ad}
    id={ad.id}
    texts={ad}
    category={ad.adCategory}
    placement={place.placement}
    size={place.size}
    variant={place.variant}
    href={ad.ctaLink ?? place.href}
  />
);

/** A card of ours, in one of five variants. It is not counted. */
export function DefaultCard({ variant, place }: { readonly variant: AdVariant; readonly place: Place }) {
  const { category, ...texts } = DEFAULT_CARDS[variant];
  return <AdCard ad={null} id={variant} texts={texts} category={category} {...place} />;
}
