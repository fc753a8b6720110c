import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { REQUEST_HOURS, REQUEST_STATUSES } from '@openlarder/domain/emergency/request-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import type { ReadableStore } from '#web/lib/store.ts';
import { storedValue } from '#web/lib/stored-value.ts';

export type ShownAlert = Pick<
  EmergencyAlert,
  'id' | 'title' | 'householdSize' | 'urgencyLevel' | 'pickupLocation' | 'createdAt'
> & {
  readonly distanceKm: number | null;
  /** Null while only the socket has reported it. */
  readonly alertedAt: string | null;
};

/** The last live update of each request: an alert, or null once it is no longer open. */
export type AlertUpdates = ReadonlyMap<
  string,
  { readonly alert: EmergencyAlert | null; readonly atMs: number }
>;

/** An answer that arrives this soon after a live update may be older than it. */
const ANSWER_LATENCY_MS = 5000;

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null;

const isAlert = (data: unknown): data is EmergencyAlert =>
  isRecord(data) &&
  ['id', 'title', 'pickupLocation', 'createdAt'].every((name) => typeof data[name] === 'string') &&
  Number.isFinite(data['householdSize']) &&
  (data['distance'] === null || Number.isFinite(data['distance'])) &&
  (data['urgencyLevel'] === 'emergency' || data['urgencyLevel'] === 'high');

export const parseAlert = (data: unknown): EmergencyAlert | null => (isAlert(data) ? data : null);

export function parseRequestChange(
  data: unknown,
): { readonly requestId: string; readonly isPending: boolean } | null {
  if (!isRecord(data) || typeof data['requestId'] !== 'string') return null;
  const { requestId, status } = data;
  return REQUEST_STATUSES.some((known) => known === status)
    ? { requestId, isPending: status === 'pending' }
    : null;
}

const toAlert = ({ distanceKm, ...request }: EmergencyRequest): ShownAlert => ({ ...request, distanceKm });
const fromLiveAlert = ({ distance, ...alert }: EmergencyAlert): ShownAlert => ({
  ...alert,
  distanceKm: distance,
  alertedAt: null,
});

/**
 * The alerts of a donor: the fetched requests they were alerted to, updated by live events since;
 * emergencies first, then the nearest. `fetchedAtMs` is when `active` arrived.
 */
export function mergeAlerts(
  active: readonly EmergencyRequest[],
  fetchedAtMs: number,
  updates: AlertUpdates,
  nowMs: number,
): readonly ShownAlert[] {
  const isNewer = (atMs: number) => fetchedAtMs < atMs + ANSWER_LATENCY_MS;
  const hasEnded = (id: string) => {
    const last = updates.get(id);
    return last !== undefined && last.alert === null && isNewer(last.atMs);
  };
  const fetched = active.filter(({ id, alertedAt }) => alertedAt !== null && !hasEnded(id)).map(toAlert);
  const known = new Set(fetched.map(({ id }) => id));
  const fromUpdates = [...updates.values()].flatMap(({ alert, atMs }) =>
    alert && !known.has(alert.id) && isNewer(atMs) ? [fromLiveAlert(alert)] : [],
  );
  const rank = ({ urgencyLevel }: ShownAlert) => (urgencyLevel === 'emergency' ? 0 : 1);
  return [...fetched, ...fromUpdates]
    .filter(({ createdAt }) => nowMs < Date.parse(createdAt) + REQUEST_HOURS * HOUR_MS)
    .toSorted((a, b) => rank(a) - rank(b) || (a.distanceKm ?? 0) - (b.distanceKm ?? 0));
}

/** A dismissed alert: when the donor had been alerted, null if that was not known yet. */
export type Dismissal = readonly [requestId: string, alertedAt: string | null, dismissedAtMs: number];

/** Whether it was dismissed after the donor was last alerted to it: a later round of alerts shows it again. */
export function isDismissed(
  { id, alertedAt }: Pick<ShownAlert, 'id' | 'alertedAt'>,
  dismissed: readonly Dismissal[],
): boolean {
  const dismissal = dismissed.find(([requestId]) => requestId === id);
  if (!dismissal) return false;
  const [, lastAlertedAt] = dismissal;
  return lastAlertedAt === null || alertedAt === null || alertedAt <= lastAlertedAt;
}

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
