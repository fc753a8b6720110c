import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { useListFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { myRequestsQuery } from '../emergency.queries.ts';
import { RequestCard } from './RequestCard.tsx';
import { isOpenRequest } from './request-actions.ts';

const RequestDialog = lazy(async () => ({
  default: (await import('../request-form/RequestDialog.tsx')).RequestDialog,
}));

/** The part of the profile's address that leads here. */
const HERE = '#requests';

/**
 * What I have asked the community for, and the way to ask. Donors, who answer rather than ask, have the way to ask
 * and what they have open; everybody else has the list of all.
 */
export function MyRequests() {
  const me = useCurrentUser();
  const isDonor = me.userType === 'donor';
  const requests = useQuery(myRequestsQuery);
  const shown = requests.data?.filter((request) => !isDonor || isOpenRequest(request));
  const heading = useListFocusRecovery(shown?.map(({ id }) => id) ?? []);
  const section = useRef<HTMLElement>(null);
  const [asking, setAsking] = useState<{ again: EmergencyRequest | null } | null>(null);
  const hash = useLocationProperty(() => window.location.hash);
  const isLoaded = requests.data !== undefined;
  useEffect(() => {
    // Not before the list is there, which is taller than what holds its place.
    if (isLoaded && hash === HERE) section.current?.scrollIntoView();
  }, [isLoaded, hash]);

  // While one is open the dialog has nothing to ask, and all the lines that can be called.
  const hasOpen = requests.data?.some(isOpenRequest) ?? false;
  const ask = (
    <Button variant={hasOpen ? 'quiet' : 'primary'} onClick={() => setAsking({ again: null })}>
      {hasOpen ? <Trans>Other help</Trans> : <Trans>Ask for food</Trans>}
    </Button>
  );
  const cards = (list: readonly EmergencyRequest[]) => (
    <ul className="flex flex-col gap-4">
      {list.map((request) => (
        <li key={request.id}>
          <RequestCard request={request} onAskAgain={(again) => setAsking({ again })} />
        </li>
      ))}
    </ul>
  );
  return (
    <section ref={section} id={HERE.slice(1)} aria-labelledby="my-requests" className="scroll-mt-24">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="my-requests" ref={heading} tabIndex={-1} className="text-xl outline-none">
          <Trans>Emergency Food Requests</Trans>
        </h2>
        {shown && shown.length > 0 && ask}
      </div>
      {requests.isPending && <Skeleton className="h-44 rounded-card" />}
      {requests.isError && !requests.data && (
        <div className="flex flex-col items-start gap-3">
          <ErrorState
            title={<Trans>We could not load your requests.</Trans>}
            onRetry={() => void requests.refetch()}
            retrying={requests.isFetching}
          >
            {errorMessage(requests.error)}
          </ErrorState>
          {ask}
        </div>
      )}
      {shown &&
        (shown.length > 0 ? (
          <List requests={shown} cards={cards} />
        ) : (
          <NoRequests isDonor={isDonor} ask={ask} />
        ))}
      {asking && (
        <Suspense fallback={null}>
          <RequestDialog
            open
            again={asking.again}
            onOpenChange={(open) => {
              if (!open) setAsking(null);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

type ListProps = {
  readonly requests: readonly EmergencyRequest[];
  readonly cards: (list: readonly EmergencyRequest[]) => ReactNode;
};

/** So many that have ended stand with those that are open; the rest are folded away. */
const ENDED_SHOWN = 2;

function List({ requests, cards }: ListProps) {
  const open = requests.filter(isOpenRequest);
  const ended = requests.filter((request) => !isOpenRequest(request));
  const older = ended.slice(ENDED_SHOWN);
  return (
    <>
      {cards([...open, ...ended.slice(0, ENDED_SHOWN)])}
      {older.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center rounded-small font-semibold">
            <Trans>Earlier requests</Trans>{' '}
            <span className="font-normal text-muted tabular-nums">({older.length})</span>
          </summary>
          <div className="mt-2">{cards(older)}</div>
        </details>
      )}
    </>
  );
}

type NothingProps = { readonly isDonor: boolean; readonly ask: ReactNode };

function NoRequests({ isDonor, ask }: NothingProps) {
  if (isDonor)
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          <Trans>Anybody can run short of food. If you do, ask: others here are glad to help.</Trans>
        </p>
        {ask}
      </div>
    );
  return (
    <EmptyState drawing="basket" title={<Trans>You have not asked for anything</Trans>} action={ask}>
      <Trans>When there is not enough to eat, donors near you are told at once.</Trans>
    </EmptyState>
  );
}
