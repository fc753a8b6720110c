import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';
import { useListFocusRecovery } from '#web/lib/focus.ts';
import { mergeOlder } from '#web/lib/use-older-pages.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { claimsOnMyListingsQuery, myClaimsQuery, useOlderClaims } from '../claims.queries.ts';
import { ClaimLimitsNote } from '../create/ClaimLimits.tsx';
import { OpenTickets } from '../ticket/Ticket.tsx';
import { PastClaims, ShowOlder } from './PastClaims.tsx';

export function MyPickups() {
  const claims = useQuery(myClaimsQuery);
  const { data: theirs = [] } = useQuery(claimsOnMyListingsQuery);
  const coming = theirs.filter(({ status }) => status === 'open').length;
  const older = useOlderClaims('mine');
  const [{ claim: wantedId }] = useAddress();
  const all = mergeOlder(claims.data ?? [], older.items);
  const open = all.filter((claim) => claim.status === 'open');
  const heading = useListFocusRecovery(open.map(({ id }) => id));
  return (
    <Section title={<Trans>My pickups</Trans>} headingRef={heading} heading="mb-3 text-xl">
      {claims.isPending && <Skeleton className="h-44 rounded-card" />}
      {claims.isError && <QueryError of={claims} title={<Trans>We couldn't load your pickups.</Trans>} />}
      {claims.data && <ClaimLimitsNote />}
      {claims.data &&
        (all.length === 0 ? (
          <EmptyState
            illustration="basket"
            title={<Trans>Nothing to pick up yet</Trans>}
            action={
              coming > 0 ? (
                <LinkButton href={paths.profileSection('shares')}>
                  <Plural value={coming} one="# pickup of your food" other="# pickups of your food" />
                </LinkButton>
              ) : (
                <LinkButton href={paths.tab('discover')}>
                  <Trans>Find Food Near You</Trans>
                </LinkButton>
              )
            }
          />
        ) : (
          <>
            <OpenTickets claims={open} wantedId={wantedId} />
            <PastClaims wantedId={wantedId} claims={all.filter((claim) => claim.status !== 'open')}>
              <ShowOlder older={older} />
            </PastClaims>
          </>
        ))}
    </Section>
  );
}
