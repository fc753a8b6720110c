import { type Community, getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { useSyncExternalStore } from 'react';
import { call } from '#web/lib/call.ts';

/*
 * What the browser may know of this community. It does not change while a page is open, so it is asked for once;
 * an unlucky first attempt is repeated until it is known.
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

/** Begins to ask, unless it is known or being asked already. */
export function loadCommunity(): void {
  if (community || isAsking) return;
  isAsking = true;
  void ask(FIRST_RETRY_MS);
}

/** Puts the settings in place, as tests do; undefined forgets them. */
export function setCommunity(known: Community | undefined): void {
  community = known;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  loadCommunity();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The community's settings; undefined until they have been answered. */
export function useCommunity(): Community | undefined {
  return useSyncExternalStore(subscribe, () => community);
}

/** The product's name in this community. The page carries it, so that it can be said before any call is answered. */
export function useAppName(): string {
  const known = useCommunity()?.appName;
  const inPage = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;
  return known ?? inPage ?? 'OpenLarder';
}
