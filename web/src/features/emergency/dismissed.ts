/** An alert as it is put away: when the donor was alerted, where that is known yet. */
export type PutAway = { readonly id: string; readonly alertedAt: string | null };

/** Which alerts one person has put away in this browser; its tabs agree on them. */
export type Dismissals = {
  /** Of each, when the donor had been alerted; the same map for as long as nothing changes. */
  readonly all: () => ReadonlyMap<string, string | null>;
  readonly putAway: (alerts: readonly PutAway[]) => void;
  readonly subscribe: (listener: () => void) => () => void;
};

type Parts = {
  readonly personId: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly nowMs: () => number;
};

/** A request is open for a day, and once more for as long as its helper may take. */
const KEPT_MS = 3 * 24 * 60 * 60_000;

export const dismissedKey = (personId: string): string => `openlarder.dismissed-alerts.${personId}`;

type Kept = readonly [id: string, alertedAt: string | null, atMs: number];

const isKept = (one: unknown): one is Kept =>
  Array.isArray(one) &&
  typeof one[0] === 'string' &&
  (one[1] === null || typeof one[1] === 'string') &&
  typeof one[2] === 'number';

function readKept(text: string | null): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

/** A browser without storage, or with a full one, forgets with the page. */
export function makeDismissals({ personId, storage, nowMs }: Parts): Dismissals {
  const key = dismissedKey(personId);
  const listeners = new Set<() => void>();
  let unkept: string | null = null;
  let read: { readonly text: string | null; readonly all: ReadonlyMap<string, string | null> } | null = null;

  const stored = (): string | null => {
    try {
      return unkept ?? storage.getItem(key);
    } catch {
      return unkept;
    }
  };
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) for (const listener of listeners) listener();
  };

  return {
    all() {
      const text = stored();
      if (read?.text !== text || read === null)
        read = { text, all: new Map(readKept(text).map(([id, alertedAt]) => [id, alertedAt])) };
      return read.all;
    },
    putAway(alerts) {
      const now = nowMs();
      const ids = new Set(alerts.map(({ id }) => id));
      const others = readKept(stored()).filter(([id, , atMs]) => !ids.has(id) && now - atMs < KEPT_MS);
      const text = JSON.stringify([
        ...others,
        ...alerts.map(({ id, alertedAt }): Kept => [id, alertedAt, now]),
      ]);
      try {
        storage.setItem(key, text);
      } catch {
        unkept = text;
      }
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}
