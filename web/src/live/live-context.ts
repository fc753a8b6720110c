import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { LiveClient, LiveState, Subscription } from './live-client.ts';

/** The tab's socket; null where nobody is signed in, and then nothing is heard. */
export const LiveContext = createContext<LiveClient | null>(null);

const nothing = () => () => {};
const NO_LINE: LiveState = { phase: 'failed', sinceMs: 0, freshAtMs: null };

/** Whether news arrive by themselves, since when, and how old the screen is where they do not. */
export function useLiveState(): LiveState {
  const live = useContext(LiveContext);
  return useSyncExternalStore(live?.onState ?? nothing, () => live?.state() ?? NO_LINE);
}

/** A connection that is back sooner than this was never missed. */
const LOST_AFTER_MS = 2000;

/** Whether news do not arrive by themselves, now and for a moment already: between attempts as much as after the last. */
export function useConnectionLost(): boolean {
  const { phase } = useLiveState();
  const [isLate, setLate] = useState(false);
  const isLive = phase === 'live';
  useEffect(() => {
    if (isLive) return undefined;
    const timer = setTimeout(() => setLate(true), LOST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLive]);
  return phase === 'failed' || (!isLive && isLate);
}

/** A function that tries the connection again at once. */
export function useReconnect(): () => void {
  const live = useContext(LiveContext);
  return () => live?.retry();
}

/** Keeps one subscription while the part is shown; null keeps none. */
export function useLiveSubscription(subscription: Subscription | null): void {
  const live = useContext(LiveContext);
  const text = subscription && JSON.stringify(subscription);
  useEffect(() => {
    if (!live || text === null) return undefined;
    const wanted: Subscription = JSON.parse(text);
    return live.subscribe(wanted);
  }, [live, text]);
}
