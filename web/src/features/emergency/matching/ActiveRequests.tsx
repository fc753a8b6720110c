import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { paths } from '#web/lib/paths.ts';
import { FRESH_MS } from '#web/lib/query-client.ts';
import { scrollBehavior } from '#web/lib/browser-state.ts';
import { useStore } from '#web/lib/store.ts';
import { useNow } from '#web/lib/use-now.ts';
import { useWatchedArea, WHOLE_WORLD } from '#web/live/watched-area.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { QueryError } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { isDismissed, createDismissedAlerts } from '../alerts/alert-list.ts';
import { activeRequestsQuery } from '../emergency.queries.ts';
import { ActiveRequestCard } from './ActiveRequestCard.tsx';
import { HelpDialog } from './HelpDialog.tsx';

type Props = {
  readonly me: Pick<User, 'id' | 'firstName' | 'organizationName' | 'known' | 'latitude' | 'placeCountsFrom'>;
  /** The request to scroll to and focus; null for none. */
  readonly requestId: string | null;
};

/** Whether the navigation came from a "help" button. */
const isFromHelpButton = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'askedAtMs' in state;

/** The same for one navigation, also once its help was opened. */
const arrivalOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null ? { ...state, opensHelp: undefined } : state;

/** Whether it came from a button that answers one request, so that the next step is what to bring. */
const opensHelp = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'opensHelp' in state && state.opensHelp === true;

export function ActiveRequests({ me, requestId }: Props) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Live updates for everywhere, whatever area the map shows.
  useWatchedArea(WHOLE_WORLD);
  const focusHeading = useCallback(() => {
    heading.current?.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const navigationState: unknown = useHistoryState();
  useEffect(() => {
    if (requestId === null && isFromHelpButton(navigationState)) focusHeading();
  }, [requestId, navigationState, focusHeading]);
  const active = useQuery({ ...activeRequestsQuery, refetchInterval: FRESH_MS, refetchOnMount: 'always' });
  const { data } = active;
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={headingId} ref={heading} tabIndex={-1} className="scroll-mt-40 text-xl outline-none">
          <Trans>Active Emergency Requests</Trans>
        </h2>
        {data && (
          <output>
            <Badge tone={data.length > 0 ? 'critical' : 'plain'}>
              <Trans>{data.length} Active</Trans>
            </Badge>
          </output>
        )}
      </div>
      {data && <AlertedNote requests={data} personId={me.id} />}
      {me.latitude === null && (
        <Notice
          action={
            <Link
              href={paths.location(paths.emergencies)}
              className="min-h-11 content-center font-semibold underline"
            >
              <Trans>Set my location</Trans>
            </Link>
          }
        >
          <Trans>Set your location to help people nearby and hear when someone needs food.</Trans>
        </Notice>
      )}
      <NewPlaceNotice placeCountsFrom={me.placeCountsFrom} />
      {active.isPending && <Loading />}
      {active.isError && (
        <QueryError of={active} title={<Trans>We couldn't load the requests near you.</Trans>} />
      )}
      {data && (
        <RequestList
          requests={data}
          me={me}
          requestId={requestId}
          isUpToDate={!active.isFetching}
          navigationState={navigationState}
          heading={heading}
          focusHeading={focusHeading}
        />
      )}
    </section>
  );
}

/** Why the alert at the top of the page counts fewer requests than this list. */
function AlertedNote({
  requests,
  personId,
}: {
  readonly requests: readonly EmergencyRequest[];
  readonly personId: string;
}) {
  const dismissed = useStore(useMemo(() => createDismissedAlerts(personId), [personId]));
  const inAlert = requests.filter(
    (request) => request.alertedAt !== null && !isDismissed(request, dismissed),
  ).length;
  if (inAlert === 0 || inAlert === requests.length) return null;
  return (
    <p className="text-sm text-muted">
      <Trans>
        These are all the requests near you; the alert above leaves out any you dismissed or weren't alerted
        to.
      </Trans>
    </p>
  );
}

/** A changed location counts from the next day on, so that requests elsewhere cannot be explored by moving. */
function NewPlaceNotice({ placeCountsFrom }: Pick<User, 'placeCountsFrom'>) {
  const nowMs = useNow();
  if (placeCountsFrom === null || nowMs >= Date.parse(placeCountsFrom)) return null;
  return (
    <Notice>
      <Trans>You'll see requests near your new location from tomorrow.</Trans>
    </Notice>
  );
}

function Loading() {
  return (
    <>
      <span className="sr-only">
        <output>
          <Trans>Looking for requests near you</Trans>
        </output>
      </span>
      {[1, 2].map((place) => (
        <Skeleton key={place} className="h-64 rounded-card" />
      ))}
    </>
  );
}

type ListProps = Props & {
  readonly requests: readonly EmergencyRequest[];
  /** No refetch is running. */
  readonly isUpToDate: boolean;
  /** A new value for each navigation to a request. */
  readonly navigationState: unknown;
  readonly heading: RefObject<HTMLElement | null>;
  /** The wanted or focused request is not in the list. */
  readonly focusHeading: () => void;
};

function RequestList(props: ListProps) {
  const { requests, me, requestId, isUpToDate, navigationState, heading, focusHeading } = props;
  const nowMs = useNow();
  const list = useRef<HTMLUListElement>(null);
  const open = useMemo(
    () => requests.filter(({ expiresAt }) => nowMs < Date.parse(expiresAt)),
    [requests, nowMs],
  );
  const [blockedIds, setBlockedIds] = useState<readonly string[]>([]);
  const rows = useStableList(open).filter(({ item }) => !blockedIds.includes(item.id));
  const [helpedRequest, setHelpedRequest] = useState<EmergencyRequest | null>(null);
  const isListed = rows.some(({ item }) => item.id === requestId);
  const isMissing = requestId !== null && !isListed && isUpToDate;

  // A second navigation to the same request scrolls to it again.
  const scrolledFor = useRef<string | null>(null);
  useEffect(() => {
    const wanted = JSON.stringify([requestId, arrivalOf(navigationState)]);
    if (requestId === null || scrolledFor.current === wanted || !(isListed || isMissing)) return;
    scrolledFor.current = wanted;
    if (isMissing) {
      focusHeading();
      return;
    }
    const card = list.current?.querySelector<HTMLElement>(`[data-request="${CSS.escape(requestId)}"]`);
    card?.scrollIntoView({ block: 'center', behavior: scrollBehavior() });
    card?.focus({ preventScroll: true });
    // As pressing "I Can Help", where there is such a button.
    if (!opensHelp(navigationState)) return;
    card?.querySelector<HTMLElement>('[data-help]')?.click();
    // once: not again after a reload, or on the way back
    window.history.replaceState(Object.assign({}, navigationState, { opensHelp: false }), '');
  }, [requestId, navigationState, isListed, isMissing, focusHeading]);

  return (
    <>
      {isMissing && (
        <Notice announce>
          <Trans>That request isn't open anymore. Someone may already be helping.</Trans>
        </Notice>
      )}
      {rows.length === 0 ? (
        <EmptyState
          illustration="basket"
          headingLevel={3}
          title={<Trans>No Active Emergency Requests</Trans>}
        >
          <Trans>No one nearby needs food right now. When someone does, we'll let you know here.</Trans>
        </EmptyState>
      ) : (
        <ul ref={list} className="flex flex-col gap-4">
          {rows.map(({ item, isGone }) => (
            <li key={item.id}>
              <ActiveRequestCard
                request={item}
                nowMs={nowMs}
                isGone={isGone}
                isWanted={item.id === requestId}
                hasPlace={me.latitude !== null}
                heading={heading}
                onHelp={() => setHelpedRequest(item)}
                onBlocked={() => {
                  setBlockedIds((ids) => [...ids, item.id]);
                  focusHeading();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {helpedRequest && (
        <HelpDialog
          key={helpedRequest.id}
          request={helpedRequest}
          me={me}
          onClose={() => setHelpedRequest(null)}
        />
      )}
    </>
  );
}

/** A row that keeps its position; `isGone` once it has left the list. */
type StableRow<T> = { readonly item: T; readonly isGone: boolean };

/** Updates rows in place, keeps the position of those that are gone, and appends new ones. */
function stableRows<T extends { readonly id: string }>(
  shown: readonly StableRow<T>[],
  fresh: readonly T[],
): readonly StableRow<T>[] {
  const freshById = new Map(fresh.map((item) => [item.id, item]));
  const known = new Set(shown.map(({ item }) => item.id));
  return [
    ...shown.map(({ item }) => {
      const now = freshById.get(item.id);
      return { item: now ?? item, isGone: now === undefined };
    }),
    ...fresh.filter(({ id }) => !known.has(id)).map((item) => ({ item, isGone: false })),
  ];
}

/** A list whose rows do not move while the page is visible; rows that are gone are removed while it is hidden. */
function useStableList<T extends { readonly id: string }>(fresh: readonly T[]): readonly StableRow<T>[] {
  const [state, setState] = useState(() => ({ from: fresh, rows: stableRows([], fresh) }));
  useEffect(() => {
    const onHidden = () => {
      if (document.visibilityState === 'visible') return;
      setState(({ from, rows }) => ({ from, rows: rows.filter(({ isGone }) => !isGone) }));
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => document.removeEventListener('visibilitychange', onHidden);
  }, []);
  if (state.from === fresh) return state.rows;
  const rows = stableRows(state.rows, fresh);
  setState({ from: fresh, rows });
  return rows;
}
