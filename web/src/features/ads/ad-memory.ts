import { storedValue } from '#web/lib/stored-value.ts';

/*
 * What a device remembers of ads: which are hidden, how often each was shown today, and the id of an impression as long
 * as the tab is open. No account is named.
 */

const isText = (value: unknown): value is string => typeof value === 'string';

/** The ids of ads that are not shown on this device any more. */
export const hiddenAds = storedValue<readonly string[]>({
  key: 'openlarder.hidden-ads',
  parse: (stored) => (Array.isArray(stored) ? stored.filter(isText) : null),
});

const KEPT = 200;

export function hideAd(id: string): void {
  hiddenAds.set([...new Set([...(hiddenAds.get() ?? []), id])].slice(-KEPT));
}

export function showAdAgain(id: string): void {
  hiddenAds.set((hiddenAds.get() ?? []).filter((one) => one !== id));
}

type Shown = { readonly day: string; readonly counts: Readonly<Record<string, number>> };

const isShown = (stored: unknown): stored is Shown =>
  typeof stored === 'object' &&
  stored !== null &&
  'day' in stored &&
  'counts' in stored &&
  typeof stored.counts === 'object' &&
  stored.counts !== null;

const shownToday = storedValue<Shown>({
  key: 'openlarder.shown-ads',
  parse: (stored) => (isShown(stored) ? stored : null),
});

const countsOf = (day: string): Readonly<Record<string, number>> => {
  const stored = shownToday.get();
  return stored?.day === day ? stored.counts : {};
};
const today = (): string => new Date(Date.now()).toDateString();

/** Counts one more time that an ad was shown on this device today. */
export function countImpression(id: string): void {
  const day = today();
  const counts = countsOf(day);
  shownToday.set({ day, counts: { ...counts, [id]: (counts[id] ?? 0) + 1 } });
}

/** Whether an ad was shown as often as it may be on one day. It stays in the tab that shows it. */
export const isOverShowLimit = ({
  id,
  dailyCap,
}: {
  readonly id: string;
  readonly dailyCap: number | null;
}): boolean => dailyCap !== null && impressionOf(id) === null && (countsOf(today())[id] ?? 0) >= dailyCap;

// not the form of a personal key: it belongs to the tab, not to a person
const sessionKey = (adId: string): string => `openlarder.ad-impression:${adId}`;
/** Where storage is switched off. */
const unstored = new Map<string, string>();

export function impressionOf(adId: string): string | null {
  try {
    return window.sessionStorage.getItem(sessionKey(adId));
  } catch {
    return unstored.get(adId) ?? null;
  }
}

export function saveImpression(adId: string, impressionId: string | null): void {
  try {
    if (impressionId === null) window.sessionStorage.removeItem(sessionKey(adId));
    else window.sessionStorage.setItem(sessionKey(adId), impressionId);
  } catch {
    if (impressionId !== null) unstored.set(adId, impressionId);
  }
}
