import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { ClaimCardAction } from '#web/features/claims/create/ClaimCardAction.tsx';
import { AreaNotice, FeedCount } from '#web/features/listings/feed/FeedSummary.tsx';
import { Feed } from '#web/features/listings/feed/Feed.tsx';
import { FeedFilters } from '#web/features/listings/search/FeedFilters.tsx';
import {
  areaParam,
  clearFilters,
  countFilters,
  type FeedFilter,
  feedFilterQuery,
  NO_FILTER,
  useFeedFilter,
} from '#web/features/listings/search/feed-filter.ts';
import { feedQuery } from '#web/features/listings/listings.queries.ts';
import { savedScrollPosition } from '#web/lib/scroll-restoration.ts';
import { paths } from '#web/lib/paths.ts';
import { scrollBehavior, useIsWide } from '#web/lib/use-media-query.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { DiscoverMap, SkipToMap } from './DiscoverMap.tsx';
import { LazyActiveRequests } from './LazyActiveRequests.tsx';
import { LazyHeatMapCard } from './LazyHeatMapCard.tsx';
import { Hero } from './Hero.tsx';
import { useDeferredArea } from './use-deferred-area.ts';
import { useEmergenciesFilter } from './use-emergencies-filter.ts';
import { useMapSheet } from './use-map-sheet.ts';

/** Farther down than this, one reads: nothing above comes or goes. In pixels. */
const AT_TOP_PX = 160;

/**
 * A number whose coming and going moves what is below it: of the same feed, named by `feed`, it does so only at the top
 * of the page. While there is no feed yet, there is nothing to hold. (Where the page is scrolled to is a question that
 * has it laid out, and is asked last.)
 */
function useHeldAtTop(now: number, feed: string | null): number {
  const [held, setHeld] = useState({ now, feed });
  const isSame = held.feed === feed;
  const moves = held.now > 0 !== now > 0;
  if (isSame && (held.now === now || (moves && window.scrollY > AT_TOP_PX))) return held.now;
  setHeld({ now, feed });
  return now;
}

/** What was found begins at its beginning, and not where one had scrolled to in something else. */
function showBeginning(food: HTMLElement | null): void {
  if (food && food.getBoundingClientRect().top < 0) food.scrollIntoView();
}

/** The keyboard at its heading, where what was pressed goes or lies elsewhere. */
const focusHeading = (food: HTMLElement | null): void =>
  food?.querySelector('h1')?.focus({ preventScroll: true });

function showFeed(food: HTMLElement | null): void {
  food?.scrollIntoView({ behavior: scrollBehavior() });
  focusHeading(food);
}

/** An area may be chosen on the full map, too. Where Back leads, the place that was kept is the right one. */
function useBeginningOfArea(filter: FeedFilter, food: RefObject<HTMLElement | null>): void {
  const area = filter.area && areaParam(filter.area);
  const shown = useRef(area);
  useEffect(() => {
    if (shown.current === area) return;
    shown.current = area;
    if (!savedScrollPosition()) showBeginning(food.current);
  }, [area, food]);
}

const claimAction = (listing: Listing, isGone: boolean) => (
  <ClaimCardAction listing={listing} isGone={isGone} />
);

/** What is offered near the person, most urgent first. */
export function DiscoverTab() {
  const { t } = useLingui();
  const me = useCurrentUser();
  const [filter] = useFeedFilter();
  const emergencies = useEmergenciesFilter(me);
  const food = useRef<HTMLDivElement>(null);
  const page = useInfiniteQuery(feedQuery(filter)).data?.pages[0];
  const critical = useHeldAtTop(
    page && ['all', 'expiring-soon'].includes(page.filter.freshness) ? page.criticalCount : 0,
    page ? feedFilterQuery(page.filter) : null,
  );
  const isWide = useIsWide();
  const map = useMapSheet();
  const lookFor = (next: FeedFilter) => {
    emergencies.lookFor(next);
    showBeginning(food.current);
  };
  /** The same by a button that goes with what it takes back. */
  const startOver = (next: FeedFilter) => {
    lookFor(next);
    focusHeading(food.current);
  };
  useBeginningOfArea(filter, food);
  const onArea = useDeferredArea((area) => lookFor({ ...filter, area }), !map.isOpen);
  return (
    <div className="flex flex-col gap-5">
      <Hero
        onFind={() => {
          emergencies.lookFor(NO_FILTER);
          showFeed(food.current);
        }}
      />
      <div ref={food} className="flex scroll-mt-20 flex-col gap-4">
        <PageHeading
          below={<FeedCount page={page} />}
          action={
            countFilters(filter) > 0 && (
              <Button variant="quiet" onClick={() => startOver(clearFilters(filter))}>
                <Trans>Clear Filters</Trans>
              </Button>
            )
          }
        >
          <Trans>Food Near You</Trans>
        </PageHeading>
        {me.latitude === null && !emergencies.isShown && (
          <Notice
            action={
              <Link href={paths.tab('profile')} className="min-h-11 content-center font-semibold underline">
                <Trans>Set my place</Trans>
              </Link>
            }
          >
            <Trans>We do not know where you are yet, so we cannot show what is closest.</Trans>
          </Notice>
        )}
        <FeedFilters
          filter={filter}
          me={me}
          onChange={lookFor}
          instead={
            emergencies.areOffered
              ? {
                  label: t`Emergencies`,
                  isShown: emergencies.isShown,
                  onShow: () => {
                    emergencies.show();
                    showBeginning(food.current);
                  },
                }
              : undefined
          }
        />
        <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(24rem,42%)] wide:gap-5">
          <div className="flex min-w-0 flex-col gap-4">
            {isWide && <SkipToMap />}
            {emergencies.isShown ? (
              <LazyActiveRequests requestId={emergencies.requestId} />
            ) : (
              <>
                {filter.area && <AreaNotice onEverywhere={() => startOver({ ...filter, area: null })} />}
                {critical > 0 && (
                  <Notice
                    tone="error"
                    title={
                      <Plural
                        value={critical}
                        one="# item expiring very soon - claim quickly!"
                        other="# items expiring very soon - claim quickly!"
                      />
                    }
                  />
                )}
                <Feed
                  filter={filter}
                  onFilter={startOver}
                  me={me}
                  renderAction={claimAction}
                  interlude={<LazyHeatMapCard onViewFullMap={map.open} />}
                  emptyAction={
                    <LinkButton href={paths.tab('share')}>
                      <Trans>Share Food</Trans>
                    </LinkButton>
                  }
                />
              </>
            )}
          </div>
          {isWide && (
            <DiscoverMap filter={filter} me={me} onArea={onArea} onShowFeed={() => showFeed(food.current)} />
          )}
        </div>
      </div>
    </div>
  );
}
