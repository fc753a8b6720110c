import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { formatDistance } from '#web/lib/distances.ts';
import { communityRegion } from '#web/lib/format.ts';
import { useStore } from '#web/lib/store.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LiveContext } from '#web/live/live-context.ts';
import { toast } from '#web/ui/toast-store.ts';
import { activeRequestsQuery } from '../emergency.queries.ts';
import {
  type AlertUpdates,
  type Dismissal,
  isDismissed,
  mergeAlerts,
  parseAlert,
  parseRequestChange,
  type ShownAlert,
  createDismissedAlerts,
} from './alert-list.ts';

const JUST_FETCHED_MS = 5_000;
const NO_UPDATES: AlertUpdates = new Map();
const NO_REQUESTS: readonly EmergencyRequest[] = [];

/**
 * The alerts of a donor from the server and the socket, with the dismissed ones; shows toasts for new alerts
 * and for changes of shown requests. `onHelp` is called with the request of the toast's button.
 */
export function useEmergencyAlerts(
  personId: string,
  onHelp: (requestId: string) => void,
): {
  readonly alerts: readonly ShownAlert[];
  /** Those dismissed, here or in another tab. */
  readonly dismissed: readonly Dismissal[];
  readonly dismiss: (alerts: readonly ShownAlert[]) => void;
} {
  const live = useContext(LiveContext);
  const queryClient = useQueryClient();
  const { data: active = NO_REQUESTS, dataUpdatedAt } = useQuery({
    ...activeRequestsQuery,
    // unless home has just fetched them ahead
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt < JUST_FETCHED_MS ? false : 'always'),
  });
  // Two events may arrive before a render: the ref has both, the state follows.
  const latestUpdates = useRef(NO_UPDATES);
  const [updates, setUpdates] = useState(NO_UPDATES);
  // No news to the page: what the first list had, and what was heard. A later list may be ahead of its alert.
  const atFirst = useRef<ReadonlySet<string> | null>(null);
  const heard = useRef(new Set<string>());
  const ended = useRef(new Set<string>());
  const dismissals = useMemo(() => createDismissedAlerts(personId), [personId]);
  const dismissed = useStore(dismissals);
  const nowMs = useNow();

  /** As of this moment, possibly before the next render. */
  const isShownNow = (id: string): boolean => {
    const state = queryClient.getQueryState(activeRequestsQuery.queryKey);
    return mergeAlerts(state?.data ?? [], state?.dataUpdatedAt ?? 0, latestUpdates.current, Date.now()).some(
      (alert) => alert.id === id && !isDismissed(alert, dismissals.get()),
    );
  };
  const noteUpdate = (id: string, update: { alert: ReturnType<typeof parseAlert> } | null) => {
    const next = new Map(latestUpdates.current);
    next.delete(id);
    if (update) next.set(id, { ...update, atMs: Date.now() });
    latestUpdates.current = next;
    setUpdates(next);
  };
  const onAlert = useEffectEvent((data: unknown) => {
    const alert = parseAlert(data);
    if (!alert) {
      console.warn('Ignored a malformed emergency_alert');
      return;
    }
    const isShown = isShownNow(alert.id);
    // the server sends what is open with each connection; what had ended comes in a later round
    const isNewRound = ended.current.delete(alert.id);
    const isOld = heard.current.has(alert.id) || atFirst.current?.has(alert.id) === true;
    const wasDismissed = dismissals.get().some(([requestId]) => requestId === alert.id);
    const isKnown = !isNewRound && (atFirst.current === null || (isOld && (isShown || wasDismissed)));
    heard.current.add(alert.id);
    if (!isShown) noteUpdate(alert.id, { alert });
    if (!isKnown) toastAlert(alert, () => onHelp(alert.id));
  });
  const onChange = useEffectEvent((type: string, data: unknown) => {
    const change = parseRequestChange(data);
    if (!change) {
      console.warn(`Ignored a malformed ${type}`);
      return;
    }
    const { requestId, isPending } = change;
    if (isPending) {
      if (latestUpdates.current.get(requestId)?.alert === null) noteUpdate(requestId, null);
      return;
    }
    ended.current.add(requestId);
    const wasShown = isShownNow(requestId);
    noteUpdate(requestId, { alert: null });
    // The fetched data is no newer than before.
    queryClient.setQueryData(
      activeRequestsQuery.queryKey,
      (requests) => requests?.filter(({ id }) => id !== requestId),
      { updatedAt: queryClient.getQueryState(activeRequestsQuery.queryKey)?.dataUpdatedAt ?? 0 },
    );
    if (!wasShown) return;
    if (type === 'emergency_matched') toastRequestEnded('matched');
    if (type === 'emergency_fulfilled') toastRequestEnded('fulfilled');
  });

  useEffect(() => {
    if (dataUpdatedAt > 0) atFirst.current ??= new Set(active.map(({ id }) => id));
  }, [active, dataUpdatedAt]);

  useEffect(() => {
    if (!live) return undefined;
    const stops = [
      live.on('emergency_alert', ({ data }) => onAlert(data)),
      live.on('emergency_matched', ({ type, data }) => onChange(type, data)),
      live.on('emergency_fulfilled', ({ type, data }) => onChange(type, data)),
      live.on('heat_map_update', ({ type, data }) => {
        if ('requestId' in data) onChange(type, data);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live]);

  const alerts = useMemo(
    () => mergeAlerts(active, dataUpdatedAt, updates, nowMs),
    [active, dataUpdatedAt, updates, nowMs],
  );
  return { alerts, dismissed, dismiss: dismissals.dismiss };
}

const ALERT_MS = 10_000;

export function toastAlert({ householdSize, distance }: EmergencyAlert, onHelp: () => void): void {
  toast({
    title: (
      <Trans>
        <span aria-hidden="true">🚨</span> Emergency Food Request Nearby
      </Trans>
    ),
    description: alertSentence(householdSize, distance),
    durationMs: ALERT_MS,
    action: { label: t`Help Now`, onSelect: onHelp },
  });
}

/** `km`: whole kilometers to the area, 0 inside it; null for the community as a whole. */
function alertSentence(householdSize: number, km: number | null): string {
  if (km === null)
    return plural(householdSize, {
      one: '# person needs urgent food assistance in your community',
      other: '# people need urgent food assistance in your community',
    });
  if (km === 0)
    return plural(householdSize, {
      one: '# person needs urgent food assistance in your area',
      other: '# people need urgent food assistance in your area',
    });
  const sentence = plural(householdSize, {
    one: `# person needs urgent food assistance ${km}km away`,
    other: `# people need urgent food assistance ${km}km away`,
  });
  return communityRegion().usesMiles ? `${sentence} (${formatDistance(km)})` : sentence;
}

/** The toast of a shown request that was matched or fulfilled. */
function toastRequestEnded(what: 'matched' | 'fulfilled'): void {
  if (what === 'matched')
    toast({
      title: t`Emergency Request Matched`,
      description: t`An emergency request has been matched with a donor.`,
    });
  else
    toast({
      title: t`Emergency Request Fulfilled`,
      description: t`An emergency food request has been successfully completed!`,
    });
}
