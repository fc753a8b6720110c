import { Plural, Trans } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { useMe } from '#web/features/accounts/account.queries.ts';
import { ClaimCardAction } from '#web/features/claims/ClaimCardAction.tsx';
import { Feed } from '#web/features/listings/Feed.tsx';
import { FeedFilters } from '#web/features/listings/FeedFilters.tsx';
import { type FeedFilter, feedPages } from '#web/features/listings/listings.queries.ts';
import { paths } from '#web/lib/paths.ts';
import { scrollMotion } from '#web/lib/scroll-motion.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Hero } from './Hero.tsx';

const ALL: FeedFilter = { freshness: 'all', category: null };

/** What is offered near the person, most urgent first. */
export function DiscoverTab() {
  const me = useMe();
  const [filter, setFilter] = useState(ALL);
  const food = useRef<HTMLDivElement>(null);
  const counts = useInfiniteQuery(feedPages(filter)).data?.pages[0];
  const isFiltered = filter.freshness !== 'all' || filter.category !== null;
  const warns = filter.freshness === 'all' || filter.freshness === 'expiring-soon';
  return (
    <div className="flex flex-col gap-5">
      <Hero
        onFind={() => {
          setFilter(ALL);
          food.current?.scrollIntoView({ behavior: scrollMotion() });
          food.current?.querySelector('h1')?.focus({ preventScroll: true });
        }}
      />
      <div ref={food} className="flex scroll-mt-20 flex-col gap-4">
        <PageHeading
          below={
            <output className="block min-h-6">
              {counts && (
                <Plural value={counts.totalCount} one="# item available" other="# items available" />
              )}
            </output>
          }
        >
          <Trans>Food Near You</Trans>
        </PageHeading>
        {me.latitude === null && (
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
        <div className="sticky top-16 z-20 -mx-4 bg-bg px-4 py-1 sm:-mx-6 sm:px-6">
          <FeedFilters filter={filter} onChange={setFilter} />
        </div>
        {warns && counts && counts.criticalCount > 0 && (
          <Notice
            tone="error"
            title={
              <Plural
                value={counts.criticalCount}
                one="# item expiring very soon - claim quickly!"
                other="# items expiring very soon - claim quickly!"
              />
            }
          />
        )}
        <Feed
          key={`${filter.freshness} ${filter.category}`}
          filter={filter}
          meId={me.id}
          renderAction={(listing, isGone) => <ClaimCardAction listing={listing} isGone={isGone} />}
          emptyAction={
            isFiltered ? (
              <Button onClick={() => setFilter(ALL)}>
                <Trans>Show all food</Trans>
              </Button>
            ) : (
              <LinkButton href={paths.tab('share')}>
                <Trans>Share Food</Trans>
              </LinkButton>
            )
          }
        />
      </div>
    </div>
  );
}
