import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useCurrentUser } from '#web/features/accounts/current-user.ts';
import { questionsPassed, useAddress } from '#web/lib/address.ts';
import { paths } from '#web/lib/paths.ts';
import { useListFocusRecovery } from '#web/lib/focus.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { myRequestsQuery, requestLimitsQuery } from '../emergency.queries.ts';
import { currentRefusal, isOpenRequest } from './request-actions.ts';
import { RequestCard } from './RequestCard.tsx';

const RequestDialog = lazyPart(async () => (await import('../request-form/RequestDialog.tsx')).RequestDialog);

/**
 * My own requests, and a button to ask; the address may open the form (`paths.askForFood`). Donors see only their open
 * requests and the button, as they rarely ask; everyone else sees all.
 */
export function MyRequests() {
  const me = useCurrentUser();
  const isDonor = me.userType === 'donor';
  const requests = useQuery(myRequestsQuery);
  const shown = requests.data?.filter((request) => !isDonor || isOpenRequest(request));
  const heading = useListFocusRecovery(shown?.map(({ id }) => id) ?? []);
  const [{ ask, request: repeatedId }] = useAddress();
  const [, navigate] = useLocation();
  const isAsking = ask !== null;
  // in the address, as another section may show these requests then
  const repeated = requests.data?.find(({ id }) => id === repeatedId) ?? null;
  const isRepeatedAwaited = repeatedId !== null && requests.isPending;
  const closeDialog = () => {
    const end = () => navigate(paths.requests, { replace: true });
    const passed = questionsPassed();
    if (passed > 0) {
      // the back gesture leads out of here, not through the questions again
      window.addEventListener('popstate', end, { once: true });
      window.history.go(-passed);
    } else if (isAsking) end();
  };

  const openId = requests.data?.find(isOpenRequest)?.id ?? null;
  const hasOpen = openId !== null;
  // The form closes over where it was opened, from which the new request may be out of sight.
  const openBefore = useRef<string | null>(undefined);
  const isLoaded = requests.data !== undefined;
  useEffect(() => {
    const before = openBefore.current;
    if (!isLoaded || (isAsking && before !== undefined)) return;
    openBefore.current = openId;
    if (before !== undefined && openId !== null && openId !== before)
      heading.current?.scrollIntoView({ block: 'center' });
  }, [isLoaded, isAsking, openId, heading]);

  const nowMs = useNow();
  const limits = useQuery(requestLimitsQuery).data;
  const isOverLimit = limits !== undefined && currentRefusal(limits, nowMs) === 'requests-today';
  // Then the dialog shows only the help lines, and why.
  const mayAsk = !hasOpen && !isOverLimit;
  const askButton = (
    <Button
      variant={mayAsk ? 'primary' : 'quiet'}
      className={mayAsk ? undefined : 'underline underline-offset-4'}
      onClick={() => navigate(paths.askForFood)}
    >
      {mayAsk ? <Trans>Ask for food</Trans> : <Trans>Help lines</Trans>}
    </Button>
  );
  const renderCards = (list: readonly EmergencyRequest[]) => (
    <ul className="flex flex-col gap-4">
      {list.map((request) => (
        <li key={request.id}>
          <RequestCard
            request={request}
            onRepeat={mayAsk ? ({ id }) => navigate(paths.askAgain(id)) : null}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <section aria-labelledby="my-requests">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="my-requests" ref={heading} tabIndex={-1} className="text-xl outline-none">
          <Trans>Emergency Food Requests</Trans>
        </h2>
        {shown && shown.length > 0 && !hasOpen && askButton}
      </div>
      {isOverLimit && limits.nextAt && !hasOpen && (
        <p className="mb-3">
          <Trans>You can ask again {formatDayAtTime(limits.nextAt, nowMs)}.</Trans>
        </p>
      )}
      {requests.isPending && <Skeleton className="h-44 rounded-card" />}
      {requests.isError && !requests.data && (
        <div className="flex flex-col items-start gap-3">
          <QueryError of={requests} title={<Trans>We couldn't load your requests.</Trans>} />
          {askButton}
        </div>
      )}
      {shown &&
        (shown.length > 0 ? (
          <>
            <RequestList requests={shown} renderCards={renderCards} />
            {hasOpen && <div className="mt-2">{askButton}</div>}
          </>
        ) : (
          <NoRequests isDonor={isDonor} askButton={askButton} />
        ))}
      {isAsking && !isRepeatedAwaited && (
        <Suspense fallback={null}>
          <RequestDialog
            open
            repeatOf={repeated}
            elseFocus={heading}
            onOpenChange={(open) => {
              if (!open) closeDialog();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

type RequestListProps = {
  readonly requests: readonly EmergencyRequest[];
  readonly renderCards: (list: readonly EmergencyRequest[]) => ReactNode;
};

/** This many ended requests are shown with the open ones; the rest are inside a disclosure. */
const ENDED_SHOWN = 2;

function RequestList({ requests, renderCards }: RequestListProps) {
  const open = requests.filter(isOpenRequest);
  const ended = requests.filter((request) => !isOpenRequest(request));
  const older = ended.slice(ENDED_SHOWN);
  return (
    <>
      {renderCards([...open, ...ended.slice(0, ENDED_SHOWN)])}
      {older.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-11 content-center rounded-small font-semibold">
            <Trans>Earlier requests</Trans>{' '}
            <span className="font-normal text-muted tabular-nums">({older.length})</span>
          </summary>
          <div className="mt-2">{renderCards(older)}</div>
        </details>
      )}
    </>
  );
}

type NothingProps = { readonly isDonor: boolean; readonly askButton: ReactNode };

function NoRequests({ isDonor, askButton }: NothingProps) {
  if (isDonor)
    return (
      <div className="flex flex-col items-start gap-3">
        <p className="text-muted">
          <Trans>Anyone can run short of food. If you do, just ask. Your neighbors are glad to help.</Trans>
        </p>
        {askButton}
      </div>
    );
  return (
    <EmptyState illustration="basket" title={<Trans>No requests yet</Trans>} action={askButton}>
      <Trans>If you need food, ask here. We'll alert nearby donors right away.</Trans>
    </EmptyState>
  );
}
