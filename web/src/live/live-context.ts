import { createContext, useContext, useEffect, useState } from 'react';
import { createStore, useStore } from '#web/lib/store.ts';
import type { LiveClient, LiveState, Subscription } from './live-client.ts';

/** The tab's socket; null if signed out. */
export const LiveContext = createContext<LiveClient | null>(null);

const SIGNED_OUT = createStore<LiveState>({ phase: 'failed', lostAtMs: 0, freshAtMs: null });

export function useLiveState(): LiveState {
  const live = useContext(LiveContext);
  return useStore(live?.state ?? SIGNED_OUT);
}

/** True once the connection has been down for a moment, during reconnecting as well as after it failed. */
export function useConnectionLost(): boolean {
  const { phase, lostAtMs } = useLiveState();
  const [isLate, setLate] = useState(false);
  const isLive = phase === 'live';
  useEffect(() => {
    if (isLive) return undefined;
    const timer = setTimeout(() => setLate(true), lostAtMs - Date.now());
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLive, lostAtMs]);
  return phase === 'failed' || (!isLive && isLate);
}

export function useReconnect(): () => void {
  const live = useContext(LiveContext);
  return () => live?.retry();
}

/** Keeps a subscription while the component is mounted; null for none. */
export function useLiveSubscription(subscription: Subscription | null): void {
  const live = useContext(LiveContext);
  const text = subscription && JSON.stringify(subscription);
  useEffect(() => {
    if (!live || text === null) return undefined;
    const wanted: Subscription = JSON.parse(text);
    return live.subscribe(wanted);
  }, [live, text]);
}
