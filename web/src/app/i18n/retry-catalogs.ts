import { isOnline } from '#web/lib/browser-state.ts';

/** What wouter dispatches for its navigations, and the browser for its own. */
const NAVIGATIONS = ['pushState', 'popstate'] as const;

/** Calls `retry` with each navigation while online, and once the device is online again. Returns what ends it. */
export function retryMissingCatalogs(retry: () => Promise<void>): () => void {
  const mayLoad = () => {
    if (isOnline()) void retry();
  };
  const events = [...NAVIGATIONS, 'online'];
  for (const event of events) window.addEventListener(event, mayLoad);
  return () => {
    for (const event of events) window.removeEventListener(event, mayLoad);
  };
}
