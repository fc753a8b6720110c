import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { LiveContext } from '#web/live/live-context.ts';
import { getWatchedArea } from '#web/live/watched-area.ts';
import { useFallbackLook } from './live-fallback.ts';
import { REFRESHING, refreshFromServer, refreshFor, refreshWidened } from './live-refresh.ts';
import { createRefetchThrottle } from './refetch-throttle.ts';

/** Keeps what is on screen as new as the server's word. Shows nothing. */
export function LiveRefresh() {
  const live = useContext(LiveContext);
  const queryClient = useQueryClient();
  useFallbackLook();
  useEffect(() => {
    if (!live) return undefined;
    let firstHello = true;
    const paced = createRefetchThrottle(queryClient);
    const area = getWatchedArea(live);
    const stops = [
      paced.stop,
      ...REFRESHING.map((type) => live.on(type, (message) => refreshFor(queryClient, message, paced.again))),
      area.onWidened((before) => refreshWidened(queryClient, paced.again, before)),
      live.on('hello', () => {
        if (firstHello) void refreshFromServer(queryClient, area.isAwaited() ? 'but for places' : 'all');
        firstHello = false;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [live, queryClient]);
  return null;
}
