import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from 'wouter';
import { ListingPicture } from '#web/features/listings/ListingPicture.tsx';
import { formatAddress } from '#web/lib/address.ts';
import { formatPickupWindow } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { userListingsQuery } from '../claims.queries.ts';

export function PersonListings({ personId }: { readonly personId: string }) {
  const nowMs = useNow();
  const query = useQuery(userListingsQuery(personId));
  const under = formatAddress({ person: null, listing: null }, useSearch());
  const offered = query.data?.filter(({ status }) => status === 'posted');
  return (
    <section aria-labelledby="person-food">
      <h3 id="person-food" className="mb-1 font-sans text-base font-semibold tracking-normal">
        <Trans>Sharing now</Trans>
      </h3>
      {query.isPending && <Skeleton className="h-16 rounded-control" />}
      {query.isError && !offered && (
        <QueryError of={query} title={<Trans>We couldn't load what they're sharing.</Trans>} />
      )}
      {offered?.length === 0 && (
        <p className="text-muted">
          <Trans>Nothing right now.</Trans>
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {offered?.map(({ id, title, category, photos: [photo = null], availableFrom, availableUntil }) => (
          <li key={id}>
            <Link
              href={paths.listing(id, `/${under}`)}
              className="flex items-center gap-3 rounded-small py-2.5 hover:bg-sunken"
            >
              <span className="w-18 shrink-0">
                <ListingPicture
                  photo={photo}
                  title={title}
                  category={category}
                  sizes="5rem"
                  className="rounded-small"
                />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">
                  <bdi>{title}</bdi>
                </span>
                <span className="block text-sm text-muted first-letter:uppercase">
                  {formatPickupWindow(availableFrom, availableUntil, nowMs)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
