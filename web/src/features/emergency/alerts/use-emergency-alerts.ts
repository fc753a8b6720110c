import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from '#web/lib/store.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LiveContext } from '#web/live/live-context.ts';
import {
  parseAlert,
  type AlertUpdates,
  mergeAlerts,
  parseRequestChange,
  isDismissed,
  type Dismissal,
  type ShownAlert,
} from './alert-list.ts';
import { toastAlert, toastRequestEnded } from './alert-toasts.tsx';
import { answering, activeRequestsQuery } from '../emergency.queries.ts';
import { createDismissedAlerts } from './dismissed-alerts.ts';

const NO_NEWS: AlertUpdates = new Map();
const NO_REQUESTS: readonly EmergencyRequest[] = [];

/**
 * The requests near a donor that they were alerted to, as the server and the live line say it, with those put away;
 * what is new, and what became of those that were shown, is said in passing. `onHelp` is told which one to help with.
 */
export function useEmergencyAlerts(
  personId: string,
  onHelp: (requestId: string) => void,
): {
  readonly alerts: readonly ShownAlert[];
  /** Which of them were put away, here or in another tab. */
  readonly dismissed: readonly Dismissal[];
  readonly dismiss: (alerts: readonly ShownAlert[]) => void;
} {
  const live = useContext(LiveContext);
  const queryClient = useQueryClient();
  const { data: active = NO_REQUESTS, dataUpdatedAt } = useQuery({
    ...activeRequestsQuery,
    refetchOnMount: 'always',
  });
  // two pieces of news may come before anything is drawn: what was heard is there at once, and drawn soon
  const heard = useRef(NO_NEWS);
  const [news, setNews] = useState(NO_NEWS);
  const dismissals = useMemo(() => createDismissedAlerts(personId), [personId]);
  const dismissed = useStore(dismissals);
  const nowMs = useNow();

  /** As things stand this moment, which may not be drawn yet. */
  const isShownNow = (id: string): boolean => {
    const state = queryClient.getQueryState(activeRequestsQuery.queryKey);
    return mergeAlerts(state?.data ?? [], state?.dataUpdatedAt ?? 0, heard.current, Date.now()).some(
      (alert) => alert.id === id && !isDismissed(alert, dismissals.get()),
    );
  };
  const note = (id: string, said: { alert: ReturnType<typeof parseAlert> } | null) => {
    const next = new Map(heard.current);
    next.delete(id);
    if (said) next.set(id, { ...said, atMs: Date.now() });
    heard.current = next;
    setNews(next);
  };
  const hearAlert = useEffectEvent((data: unknown) => {
    const alert = parseAlert(data);
    if (!alert) {
      console.warn('Ignored a malformed emergency_alert');
      return;
    }
    const isKnown = isShownNow(alert.id) || dismissals.get().some(([requestId]) => requestId === alert.id);
    if (!isShownNow(alert.id)) note(alert.id, { alert });
    if (!isKnown) toastAlert(alert, () => onHelp(alert.id));
  });
  const hearChange = useEffectEvent((type: string, data: unknown) => {
    const change = parseRequestChange(data);
    if (!change) {
      console.warn(`Ignored a malformed ${type}`);
      return;
    }
    const { requestId, isPending } = change;
    if (isPending) {
      if (heard.current.get(requestId)?.alert === null) note(requestId, null);
      return;
    }
    const wasShown = isShownNow(requestId);
    note(requestId, { alert: null });
    // what was fetched is no newer for it
    queryClient.setQueryData(
      activeRequestsQuery.queryKey,
      (requests) => requests?.filter(({ id }) => id !== requestId),
      { updatedAt: queryClient.getQueryState(activeRequestsQuery.queryKey)?.dataUpdatedAt ?? 0 },
    );
    if (!wasShown || answering.id === requestId) return;
    if (type === 'emergency_matched') toastRequestEnded('matched');
    if (type === 'emergency_fulfilled') toastRequestEnded('fulfilled');
  });

  useEffect(() => {
    if (!live) return undefined;
    const stops = [
      live.on('emergency_alert', ({ data }) => hearAlert(data)),
      live.on('emergency_matched', ({ type, data }) => hearChange(type, data)),
      live.on('emergency_fulfilled', ({ type, data }) => hearChange(type, data)),
      live.on('heat_map_update', ({ type, data }) => {
        if ('requestId' in data) hearChange(type, data);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live]);

  const alerts = useMemo(
    () => mergeAlerts(active, dataUpdatedAt, news, nowMs),
    [active, dataUpdatedAt, news, nowMs],
  );
  return { alerts, dismissed, dismiss: dismissals.dismiss };
}
