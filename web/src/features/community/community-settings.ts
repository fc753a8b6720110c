import { type Community, getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { call } from '#web/lib/call.ts';
import { createStore, useStore } from '#web/lib/store.ts';

/*
 * The public settings of this community. They do not change while a page is open, so they are fetched once; a
 * failed first attempt is retried.
 */
const FIRST_RETRY_MS = 2000;
const LONGEST_RETRY_MS = 30_000;

const community = createStore<Community | undefined>(undefined, () => {
  loadCommunity();
  return () => {};
});
let isFetching = false;

async function fetchCommunity(retryMs: number): Promise<void> {
  try {
    community.set(await call(getCommunity));
    isFetching = false;
  } catch {
    setTimeout(() => void fetchCommunity(Math.min(retryMs * 2, LONGEST_RETRY_MS)), retryMs);
  }
}

/** Starts the fetch unless it has run or is running. */
export function loadCommunity(): void {
  if (community.get() || isFetching) return;
  isFetching = true;
  void fetchCommunity(FIRST_RETRY_MS);
}

export function setCommunity(known: Community | undefined): void {
  community.set(known);
}

export function useCommunity(): Community | undefined {
  return useStore(community);
}

const appNameInPage = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content;

/** The community's name. The page's HTML carries it, so it is known before any call is answered. */
export function useAppName(): string {
  return useCommunity()?.appName ?? appNameInPage() ?? 'OpenLarder';
}
