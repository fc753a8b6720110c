import { Trans } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { allowedActions, awaitedAction } from '#web/features/handovers/actions/handover-actions.ts';
import { HandoverActions } from '#web/features/handovers/actions/HandoverActions.tsx';
import { offersThanks } from '#web/features/handovers/completion/HandoverCompletion.tsx';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { communityZone, formatServings } from '#web/lib/format.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type Older, mergeOlder } from '#web/lib/use-older-pages.ts';
import { Button } from '#web/ui/Button.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '#web/lib/address.ts';
import { useListFocusRecovery } from '#web/lib/focus.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Section } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { claimsOnMyListingsQuery, myClaimsQuery, useOlderClaims } from '../claims.queries.ts';
import { PickupQueue } from '../counter/PickupQueue.tsx';
import { ClaimLimitsNote } from '../create/ClaimLimits.tsx';
import { OpenTickets } from '../ticket/Ticket.tsx';

/** Who comes for one's own food, then what one picks up: a shop that picks up nothing sees its queue alone. */
export function MyPickups() {
  const claims = useQuery(myClaimsQuery);
  const theirs = useQuery(claimsOnMyListingsQuery);
  const nowMs = useNow();
  const older = useOlderClaims('mine');
  const [{ claim: wantedId }] = useAddress();
  const all = mergeOlder(claims.data ?? [], older.items);
  const open = all.filter((claim) => claim.status === 'open');
  const heading = useListFocusRecovery(open.map(({ id }) => id));
  const isGiving = theirs.data?.some(({ status }) => status === 'open') ?? false;
  const coming = isGiving && theirs.data && (
    <PickupQueue claims={theirs.data} nowMs={nowMs} timeZone={communityZone()} />
  );
  if (coming && claims.data && all.length === 0) return coming;
  const mine = (
    <Section title={<Trans>My pickups</Trans>} headingRef={heading} heading="mb-3 text-xl">
      {(claims.isPending || theirs.isPending) && <Skeleton className="h-44 rounded-card" />}
      {claims.isError && <QueryError of={claims} title={<Trans>We couldn't load your pickups.</Trans>} />}
      {claims.data && <ClaimLimitsNote />}
      {claims.data &&
        !theirs.isPending &&
        (all.length === 0 ? (
          <EmptyState
            illustration="basket"
            title={<Trans>Nothing to pick up yet</Trans>}
            action={
              <LinkButton href={paths.tab('discover')}>
                <Trans>Find Food Near You</Trans>
              </LinkButton>
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
  return (
    <div className="flex flex-col gap-8">
      {coming}
      {mine}
    </div>
  );
}

/** How long a completed handover stays on the list, with its moment and the thanks. */
const JUST_DONE_MS = 2 * HOUR_MS;

function isPressing(handover: Handover, nowMs: number): boolean {
  const isJustDone =
    handover.status === 'completed' &&
    handover.endedAt !== null &&
    nowMs < Date.parse(handover.endedAt) + JUST_DONE_MS;
  return isJustDone || awaitedAction(handover, nowMs) !== null;
}

type Props = {
  readonly claims: readonly Claim[];
  /** The target of a link: unfolded and scrolled to. */
  readonly wantedId: string | null;
  readonly children?: ReactNode;
};

/** Ended claims inside a disclosure. Those that are just done, or wait for an answer, stay visible. */
export function PastClaims({ claims, wantedId, children }: Props) {
  const nowMs = useNow();
  const pressing = claims
    .filter(({ handover }) => isPressing(handover, nowMs))
    .toSorted((a, b) => Date.parse(b.endedAt ?? b.createdAt) - Date.parse(a.endedAt ?? a.createdAt));
  const rest = claims.filter((claim) => !pressing.includes(claim));
  const hasWanted = rest.some(({ id }) => id === wantedId);
  return (
    <>
      {pressing.length > 0 && (
        <ul className="mt-4 flex flex-col gap-3">
          {pressing.map((claim) => (
            <PastClaim key={claim.id} claim={claim} isWanted={claim.id === wantedId} isCard />
          ))}
        </ul>
      )}
      {rest.length > 0 && (
        <details open={hasWanted} className="mt-4">
          <summary className="min-h-11 content-center rounded-small font-semibold">
            <Trans>History</Trans>{' '}
            <span className="font-normal text-muted tabular-nums">({rest.length})</span>
          </summary>
          <ul className="flex flex-col divide-y divide-line">
            {rest.map((claim) => (
              <PastClaim key={claim.id} claim={claim} isWanted={claim.id === wantedId} />
            ))}
          </ul>
          {children}
        </details>
      )}
    </>
  );
}

type PastClaimProps = { readonly claim: Claim; readonly isWanted: boolean; readonly isCard?: boolean };

function PastClaim({ claim, isWanted, isCard = false }: PastClaimProps) {
  const nowMs = useNow();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) row.current?.scrollIntoView({ block: 'center' });
  }, [isWanted]);
  return (
    <li ref={row} className={isCard ? 'rounded-card border border-line bg-surface p-4 sm:p-6' : 'py-3'}>
      <Link href={paths.conversation(claim.conversationId)} className="font-medium hover:underline">
        <bdi>{claim.listing.title}</bdi>
      </Link>
      <p className="text-sm">{handoverSentence(claim.handover, nowMs)}</p>
      <p className="text-sm text-muted">
        {formatServings(claim.servings, claim.handover.countedAs)}
        {' · '}
        <RelativeTime at={claim.endedAt ?? claim.createdAt} />
      </p>
      {(allowedActions(claim.handover, nowMs).length > 0 || offersThanks(claim.handover, nowMs)) && (
        <div className="mt-2">
          <HandoverActions handover={claim.handover} />
        </div>
      )}
    </li>
  );
}

export function ShowOlder({ older }: { readonly older: Older<unknown> }) {
  const end = useRef<HTMLParagraphElement>(null);
  const isAtEnd = !older.hasMore && older.items.length > 0;
  useEffect(() => {
    if (isAtEnd && document.activeElement === document.body) end.current?.focus({ preventScroll: true });
  }, [isAtEnd]);
  if (isAtEnd)
    return (
      <p ref={end} tabIndex={-1} className="py-3 text-sm text-muted outline-none">
        <Trans>That's all.</Trans>
      </p>
    );
  if (!older.hasMore) return null;
  return (
    <div className="flex flex-col items-start gap-2 py-3">
      {older.error && (
        <p role="alert" className="text-sm font-medium text-tomato">
          {errorMessage(older.error)}
        </p>
      )}
      <Button variant="secondary" busy={older.isLoading} onClick={older.showMore}>
        {older.error ? <Trans>Try Again</Trans> : <Trans>Show older</Trans>}
      </Button>
    </div>
  );
}
