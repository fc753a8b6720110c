import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { sentenceOf } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { myClaims } from './claims.queries.ts';
import { PastClaims } from './PastClaims.tsx';
import { Ticket } from './Ticket.tsx';

/** The tickets of what somebody is going to pick up, and what they picked up before. */
export function MyPickups() {
  const claims = useQuery(myClaims);
  const [search] = useSearchParams();
  const wantedId = search.get('claim');
  return (
    <section aria-labelledby="my-pickups">
      <h2 id="my-pickups" className="mb-3 text-xl">
        <Trans>My pickups</Trans>
      </h2>
      {claims.isPending && <Skeleton className="h-44 rounded-card" />}
      {claims.isError && (
        <ErrorState
          title={<Trans>We could not load your pickups.</Trans>}
          onRetry={() => void claims.refetch()}
          retrying={claims.isFetching}
        >
          {sentenceOf(claims.error)}
        </ErrorState>
      )}
      {claims.data &&
        (claims.data.length === 0 ? (
          <EmptyState
            drawing="basket"
            title={<Trans>Nothing to pick up yet</Trans>}
            action={
              <LinkButton href={paths.tab('discover')}>
                <Trans>Find Food Near You</Trans>
              </LinkButton>
            }
          />
        ) : (
          <>
            <ul className="flex flex-col gap-4">
              {claims.data
                .filter((claim) => claim.status === 'open')
                .map((claim) => (
                  <Ticket key={claim.id} claim={claim} isWanted={claim.id === wantedId} />
                ))}
            </ul>
            <PastClaims wantedId={wantedId} claims={claims.data.filter((claim) => claim.status !== 'open')} />
          </>
        ))}
    </section>
  );
}
