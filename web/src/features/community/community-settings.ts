import { type Community, getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { useSyncExternalStore } from 'react';
import { call } from '#web/lib/call.ts';

/*
 * The public settings of this community. They do not change while a page is open, so they are fetched once; a
 * failed first attempt is retried.
 */
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

let community: Community | undefined;
let isAsking = false;
const listeners = new Set<() => void>();

async function ask(retryMs: number): Promise<void> {
  try {
    community = await call(getCommunity);
    isAsking = false;
    for (const listener of listeners) listener();
  } catch {
    setTimeout(() => void ask(Math.min(retryMs * 2, LONGEST_RETRY_MS)), retryMs);
  }
}

/** Starts the fetch unless it has run or is running. */
export function loadCommunity(): void {
  if (community || isAsking) return;
  isAsking = true;
  void ask(FIRST_RETRY_MS);
}

/** Sets the settings directly (tests); undefined clears them. */
export function setCommunity(known: Community | undefined): void {
  community = known;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  loadCommunity();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The community's settings; undefined until they have loaded. */
export function useCommunity(): Community | undefined {
  return useSyncExternalStore(subscribe, () => community);
}

/** The community's name. The page's HTML carries it, so it is known before any call is answered. */
export function useAppName(): string {
  const known = useCommunity()?.appName;
  const inPage = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  return known ?? inPage ?? 'OpenLarder';
}
