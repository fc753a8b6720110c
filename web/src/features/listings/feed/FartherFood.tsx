import { Plural, Trans } from '@lingui/react/macro';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDistance } from '#web/lib/distances.ts';
import { Button } from '#web/ui/Button.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { feedQuery } from '../listings.queries.ts';
import type { FeedFilter } from '../search/feed-filter.ts';

type FartherFoodProps = {
  readonly filter: FeedFilter;
  readonly count: number;
  readonly reachKm: number;
  readonly renderCard: (listing: Listing) => ReactNode;
};

/** Food beyond a day's trip, behind one tap. */
export function FartherFood({ filter, count, reachKm, renderCard }: FartherFoodProps) {
  const [isOpen, setOpen] = useState(false);
  const far = useInfiniteQuery({ ...feedQuery(filter, 'far'), enabled: isOpen });
  const distance = formatDistance(reachKm);
  return (
    <section className="flex flex-col gap-2">
      <Button
        wide
        variant="secondary"
        aria-expanded={isOpen}
        busy={far.isLoading}
        onClick={() => setOpen(!isOpen)}
      >
        <Plural
          value={count}
          one={`# item more than ${distance} away`}
          other={`# items more than ${distance} away`}
        />
      </Button>
      {isOpen && far.isError && (
        <QueryError of={far} title={<Trans>We couldn't load more.</Trans>} reason={null} />
      )}
      {isOpen && far.data && (
        <ul className="lines">{far.data.pages.flatMap(({ listings }) => listings).map(renderCard)}</ul>
      )}
      {isOpen && far.hasNextPage && (
        <Button variant="secondary" busy={far.isFetchingNextPage} onClick={() => void far.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}
