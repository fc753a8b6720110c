import { Plural, Trans } from '@lingui/react/macro';
import { MAX_RECOMMENDATIONS } from '@openlarder/domain/matching/match-limits.ts';
import type { Recommendation } from '@openlarder/domain/matching/matching-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { myClaimsQuery } from '#web/features/claims/claims.queries.ts';
import { firstInFeed } from '#web/features/listings/feed/highlighted-listing.ts';
import { useFeedFilter, useFeedPath } from '#web/features/listings/search/feed-filter.ts';
import { paths } from '#web/lib/paths.ts';
import { useStore } from '#web/lib/store.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { MatchCard } from './MatchCard.tsx';
import { type Recommendations, recommendationsQuery } from './matching.queries.ts';

const SIDE_MATCHES = 3;

/** As many as the feed shows first, which give way to others. */
const FEED_FIRST = 8;

export function SmartRecommendations() {
  const headingId = useId();
  const me = useCurrentUser();
  const [showsAll, setShowsAll] = useState(false);
  const above = useStore(firstInFeed);
  const found = useQuery(
    recommendationsQuery(me, showsAll ? MAX_RECOMMENDATIONS : SIDE_MATCHES + FEED_FIRST),
  );
  const total = found.data?.total ?? 0;
  const data = useMemo(
    () => found.data && (showsAll ? found.data : repeatsLast(found.data, above)),
    [found.data, showsAll, above],
  );
  return (
    <Card as="section" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id={headingId} className="min-w-0 text-xl wrap-anywhere hyphens-auto">
          <Trans>Smart Recommendations</Trans>
        </h2>
        {total > 0 && (
          <output className="text-sm text-muted">
            <Plural value={total} one="# match found" other="# matches found" />
          </output>
        )}
      </div>
      {data ? (
        <Matches found={data} limit={showsAll ? MAX_RECOMMENDATIONS : SIDE_MATCHES}>
          {(showsAll || total > SIDE_MATCHES) && (
            <Button
              wide
              variant="secondary"
              aria-expanded={showsAll}
              busy={found.isPlaceholderData}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll && !found.isPlaceholderData ? (
                <Trans>Show fewer</Trans>
              ) : (
                <Trans>View All {total} Recommendations</Trans>
              )}
            </Button>
          )}
        </Matches>
      ) : found.isError ? (
        <div className="mt-3">
          <QueryError of={found} title={<Trans>Unable to load recommendations</Trans>} reason={null} />
        </div>
      ) : (
        <MatchesSkeleton />
      )}
    </Card>
  );
}

/** What the feed shows first comes last, where there is room for it. */
const repeatsLast = (found: Recommendations, above: ReadonlySet<string>): Recommendations => ({
  ...found,
  matches: found.matches.toSorted(
    (a, b) => Number(above.has(a.listing.id)) - Number(above.has(b.listing.id)),
  ),
});

type MatchesProps = { readonly found: Recommendations; readonly limit: number; readonly children: ReactNode };

/** A match just claimed or dismissed keeps its place while the list is shown. */
function Matches({ found, limit, children }: MatchesProps) {
  const [filter] = useFeedFilter();
  const under = useFeedPath(filter);
  const nowMs = useNow();
  const { data: claims = [] } = useQuery(myClaimsQuery);
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<{ readonly found: Recommendations; readonly matches: MatchList }>({
    found,
    matches: found.matches.slice(0, limit),
  });
  const claimed = new Set(claims.flatMap((one) => (one.status === 'open' ? one.listing.id : [])));
  let { matches } = shown;
  if (shown.found !== found) {
    const next = found.matches.slice(0, limit);
    matches = keepInPlace(matches, next, (id) => claimed.has(id) || dismissed.has(id));
    setShown({ found, matches });
  }
  if (matches.length === 0)
    return (
      <p className="mt-3 text-muted">
        <Trans>No recommendations available right now</Trans>
      </p>
    );
  return (
    <>
      <ul>
        {matches.map((match) => (
          <MatchCard
            key={match.listing.id}
            match={match}
            href={paths.listing(match.listing.id, under)}
            nowMs={nowMs}
            isDismissed={dismissed.has(match.listing.id)}
            isClaimed={claimed.has(match.listing.id)}
            onDismissed={(isDismissed) => {
              const next = new Set(dismissed);
              if (isDismissed) next.add(match.listing.id);
              else next.delete(match.listing.id);
              setDismissed(next);
            }}
          />
        ))}
      </ul>
      {children}
    </>
  );
}

/** Has the dimensions of three matches with three reasons each. */
function MatchesSkeleton() {
  return (
    <div aria-hidden="true">
      {Array.from({ length: SIDE_MATCHES }, (_, nth) => (
        <div key={nth} className="flex flex-col gap-3 border-b py-4 last:border-b-0">
          <div className="flex items-start gap-3">
            <Skeleton className="size-18 shrink-0 rounded-control" />
            <div className="flex min-w-0 flex-1 flex-col gap-1.5">
              <Skeleton className="h-5 w-3/4" />
              <Skeleton className="h-9.5 w-1/2" />
              <Skeleton className="h-7 w-2/3 rounded-full" />
            </div>
          </div>
          <div className="flex flex-col gap-1.5">
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-5 w-2/5" />
          </div>
          <Skeleton className="h-11 w-full rounded-control" />
        </div>
      ))}
    </div>
  );
}

type MatchList = readonly Recommendation[];

/** The next matches, with those of the previous ones that were claimed or put aside where they stood. */
export function keepInPlace(
  previous: MatchList,
  next: MatchList,
  isKept: (listingId: string) => boolean,
): MatchList {
  const ids = new Set(next.map(({ listing }) => listing.id));
  const result = [...next];
  for (const [place, match] of previous.entries())
    if (!ids.has(match.listing.id) && isKept(match.listing.id)) result.splice(place, 0, match);
  return result;
}
