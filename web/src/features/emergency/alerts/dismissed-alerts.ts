import { personalKey } from '#web/lib/personal-storage.ts';
import type { ReadableStore } from '#web/lib/store.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import type { Dismissal, ShownAlert } from './alert-list.ts';

/** A request is open for a day, and once more as long when a helper drops out. */
const KEPT_MS = 3 * 24 * 60 * 60_000;
const NONE: readonly Dismissal[] = [];

export const dismissedKey = (personId: string): string => personalKey('dismissed-alerts', personId);

const isDismissal = (entry: unknown): entry is Dismissal =>
  Array.isArray(entry) &&
  typeof entry[0] === 'string' &&
  (entry[1] === null || typeof entry[1] === 'string') &&
  typeof entry[2] === 'number';

type DismissedAlerts = ReadableStore<readonly Dismissal[]> & {
  readonly dismiss: (alerts: readonly Pick<ShownAlert, 'id' | 'alertedAt'>[]) => void;
};

export function createDismissedAlerts(personId: string): DismissedAlerts {
  const stored = storedValue<readonly Dismissal[]>({
    key: dismissedKey(personId),
    parse: (value) => (Array.isArray(value) ? value.filter(isDismissal) : null),
  });
  const get = () => stored.get() ?? NONE;
  return {
    get,
    subscribe: stored.subscribe,
    dismiss: (alerts) => {
      const nowMs = Date.now();
      const ids = new Set(alerts.map(({ id }) => id));
      const others = get().filter(([id, , atMs]) => !ids.has(id) && nowMs - atMs < KEPT_MS);
      stored.set([...others, ...alerts.map(({ id, alertedAt }): Dismissal => [id, alertedAt, nowMs])]);
    },
  };
}
