import { Trans, useLingui } from '@lingui/react/macro';
import { type Ad, recordClick, recordImpression } from '@openlarder/domain/ads/ad-contract.ts';
import {
  type AdCategory,
  type AdPlacement,
  type AdVariant,
  opensNewTab,
  variantOf,
} from '@openlarder/domain/ads/ad-fields.ts';
import { ChartNoAxesColumn, ExternalLink, HandHeart, LifeBuoy, ShieldCheck, Users, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useAppName } from '#web/features/community/community-settings.ts';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useInView } from '#web/lib/use-in-view.ts';
import { classNames } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { countImpression, hideAd, impressionOf, saveImpression, showAdAgain } from './ad-memory.ts';
import type { AdTexts } from './default-cards.tsx';

/** The category title-cased. */
const CATEGORY_LABELS: Readonly<Record<AdCategory, ReactNode>> = {
  donation_encouragement: <Trans>Donation Encouragement</Trans>,
  impact_awareness: <Trans>Impact Awareness</Trans>,
  community_building: <Trans>Community Building</Trans>,
  safety_tips: <Trans>Safety Tips</Trans>,
  emergency_support: <Trans>Emergency Support</Trans>,
};

export type AdSize = 'small' | 'medium' | 'large';

const ICONS: Readonly<Record<AdVariant, ReactNode>> = {
  donation: <HandHeart />,
  impact: <ChartNoAxesColumn />,
  community: <Users />,
  safety: <ShieldCheck />,
  emergency: <LifeBuoy />,
};

type Props = {
  /** The ad that is counted; null for a default card. */
  readonly ad: Ad | null;
  readonly texts: AdTexts;
  readonly category: AdCategory;
  readonly id: string;
  readonly placement: AdPlacement;
  readonly size: AdSize;
  readonly variant?: AdVariant | undefined;
  readonly href: string;
};

/** An ad or a tip, which says that it is one. It has no photo of food, and its frame is not that of a listing. */
export function AdCard({ ad, texts, category, id, placement, size, variant, href }: Props) {
  const { t } = useLingui();
  const titleId = useId();
  const seen = useInView<HTMLElement>(
    ad !== null,
    () => {
      if (ad) void noteSeen(ad.id, placement);
    },
    IN_SIGHT_PX,
  );
  const isSmall = size === 'small';
  const isNewTab = opensNewTab(href);
  // who sees the feed is signed in: the sign-in page would only lead back here
  const isDoneByTap = placement === 'discover' && href === paths.signIn;
  const hide = () => {
    hideAd(id);
    toast({
      title: t`We won't show that on this device again.`,
      action: { label: t`Undo`, onSelect: () => showAdAgain(id) },
    });
  };
  return (
    <aside
      ref={seen}
      // the same ad may be in several places, but landmarks need unique names
      role="note"
      aria-labelledby={titleId}
      data-ad={placement}
      data-variant={variant ?? variantOf(category)}
      className={classNames(
        'relative flex items-center gap-x-3 gap-y-2 rounded-card border border-transparent bg-sunken text-ink',
        // room for the cross at the end
        isSmall
          ? 'flex-wrap py-1 ps-3 pe-11 wide:flex-nowrap wide:py-0'
          : 'flex-wrap p-4 pe-11 sm:p-5 sm:pe-11',
        size === 'large' && 'sm:p-7',
      )}
    >
      {!isSmall && (
        <span
          aria-hidden="true"
          className="flex size-11 shrink-0 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink [&_svg]:size-6"
        >
          {ICONS[variant ?? variantOf(category)]}
        </span>
      )}
      <div
        className={classNames(
          'min-w-0 flex-1',
          isSmall
            ? 'basis-56 wide:flex wide:flex-wrap wide:items-baseline wide:gap-x-3 wide:py-1'
            : 'basis-60',
        )}
      >
        <p className={classNames('flex flex-wrap gap-x-2 text-xs text-muted', isSmall && 'shrink-0')}>
          <Label ad={ad} />
          {!isSmall && <span>{CATEGORY_LABELS[category]}</span>}
        </p>
        <p
          id={titleId}
          className={classNames(
            'font-bold',
            size === 'large' ? 'font-display text-xl' : isSmall ? 'text-sm wide:shrink-0' : 'text-base',
          )}
        >
          {texts.title}
        </p>
        <p className={classNames('text-muted', isSmall ? 'text-sm wide:flex-[1_1_14rem]' : 'mt-0.5')}>
          {texts.description}
        </p>
      </div>
      <LinkButton
        href={href}
        variant="secondary"
        // a link of another site, and the pages of signing in, which load again
        leaves={isNewTab || (href.startsWith('/api/') && !isDoneByTap)}
        {...(isNewTab && { target: '_blank', rel: 'noopener noreferrer' })}
        onClick={(event) => {
          if (ad) void noteFollowed(ad.id, placement);
          if (!isDoneByTap) return;
          event.preventDefault();
          hide();
        }}
        className={classNames(
          'shrink-0 text-sm',
          isSmall && 'border-transparent bg-transparent underline max-sm:-ms-4',
        )}
      >
        {texts.ctaText}
        {isNewTab && (
          <>
            <ExternalLink className="size-4" />
            <span className="sr-only">
              <Trans>(opens in a new tab)</Trans>
            </span>
          </>
        )}
      </LinkButton>
      <span className="absolute end-0 top-0">
        <IconButton
          label={t`Hide this`}
          aria-describedby={titleId}
          icon={<X />}
          onClick={hide}
          className="text-muted"
        />
      </span>
    </aside>
  );
}

/** An ad counts as seen when this much of the screen's edge is behind it, in pixels. */
const IN_SIGHT_PX = -40;

/** The kind of ad: paid, advice, or from the community. */
function Label({ ad }: { readonly ad: Ad | null }) {
  const appName = useAppName();
  if (ad?.sponsor != null) {
    const { sponsor } = ad;
    return (
      <>
        <span className="font-bold text-ink">
          <Trans>Ad</Trans>
        </span>
        <span>
          <Trans>
            From <bdi translate="no">{sponsor}</bdi>
          </Trans>
        </span>
      </>
    );
  }
  return (
    <span className="font-bold text-ink">
      {!ad || ad.isTip ? <Trans>Tip</Trans> : <Trans>From {appName}</Trans>}
    </span>
  );
}

/** Impressions on their way, by ad. */
const underWay = new Map<string, Promise<string | null>>();

/** Counts that an ad was seen, once for each tab. Resolves to the impression's id; null if it could not be counted. */
function noteSeen(adId: string, location: AdPlacement): Promise<string | null> {
  const known = impressionOf(adId);
  if (known !== null) return Promise.resolve(known);
  const pending = underWay.get(adId) ?? sendImpression(adId, location);
  underWay.set(adId, pending);
  return pending;
}

async function sendImpression(adId: string, location: AdPlacement): Promise<string | null> {
  try {
    const { impressionId } = await call(recordImpression, {
      params: { adId },
      body: { userId: null, location },
    });
    saveImpression(adId, impressionId);
    countImpression(adId);
    return impressionId;
  } catch (error) {
    console.warn('The view of an ad was not counted', error);
    return null;
  } finally {
    underWay.delete(adId);
  }
}

/** Counts that an ad was followed; never rejects, and survives leaving the page. */
async function noteFollowed(adId: string, location: AdPlacement): Promise<void> {
  try {
    const impressionId = await noteSeen(adId, location);
    if (impressionId === null) return;
    await call(recordClick, { params: { adId }, body: { impressionId }, keepalive: true });
  } catch (error) {
    // the server no longer has the impression
    if (error instanceof HttpError && error.status === 404) saveImpression(adId, null);
    console.warn('The click on an ad was not counted', error);
  }
}
