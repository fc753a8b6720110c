import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { REQUEST_HOURS, REQUEST_STATUSES } from '@openlarder/domain/emergency/request-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';

/** A request that a donor was alerted to, as the banner shows it. */
export type ShownAlert = Pick<
  EmergencyAlert,
  'id' | 'title' | 'householdSize' | 'urgencyLevel' | 'pickupLocation' | 'createdAt'
> & {
  readonly distanceKm: number | null;
  /** Null while only the live line has told of it. */
  readonly alertedAt: string | null;
};

/** What the line last said of a request: an alert, or null once it is no longer open. */
export type AlertUpdates = ReadonlyMap<
  string,
  { readonly alert: EmergencyAlert | null; readonly atMs: number }
>;

/** An answer that came so soon after a piece of news may have been written before it. */
const BEFORE_ANSWER_MS = 5000;

const isRecord = (data: unknown): data is Readonly<Record<string, unknown>> =>
  typeof data === 'object' && data !== null;

const isAlert = (data: unknown): data is EmergencyAlert =>
  isRecord(data) &&
  ['id', 'title', 'pickupLocation', 'createdAt'].every((name) => typeof data[name] === 'string') &&
  ['householdSize', 'distance', 'latitude', 'longitude'].every((name) => Number.isFinite(data[name])) &&
  (data['urgencyLevel'] === 'emergency' || data['urgencyLevel'] === 'high');

/** An alert as the line brings it; null for what is none. */
export const parseAlert = (data: unknown): EmergencyAlert | null => (isAlert(data) ? data : null);

/** What became of a request, as the line says; null where it does not. */
export function parseRequestChange(
  data: unknown,
): { readonly requestId: string; readonly isPending: boolean } | null {
  if (!isRecord(data) || typeof data['requestId'] !== 'string') return null;
  const { requestId, status } = data;
  return REQUEST_STATUSES.some((known) => known === status)
    ? { requestId, isPending: status === 'pending' }
    : null;
}

const ofRequest = ({ distanceKm, ...request }: EmergencyRequest): ShownAlert => ({ ...request, distanceKm });
const ofAlert = ({ distance, ...alert }: EmergencyAlert): ShownAlert => ({
  ...alert,
  distanceKm: distance,
  alertedAt: null,
});

/**
 * The alerts of a donor: the open requests they were alerted to, and what the line has said since these were fetched;
 * emergencies first, then the nearest. `fetchedAtMs` is when the answer with `active` came.
 */
export function mergeAlerts(
  active: readonly EmergencyRequest[],
  fetchedAtMs: number,
  news: AlertUpdates,
  nowMs: number,
): readonly ShownAlert[] {
  const isNewer = (atMs: number) => fetchedAtMs < atMs + BEFORE_ANSWER_MS;
  const hasEnded = (id: string) => {
    const last = news.get(id);
    return last !== undefined && last.alert === null && isNewer(last.atMs);
  };
  const fetched = active.filter(({ id, alertedAt }) => alertedAt !== null && !hasEnded(id)).map(ofRequest);
  const known = new Set(fetched.map(({ id }) => id));
  const told = [...news.values()].flatMap(({ alert, atMs }) =>
    alert && !known.has(alert.id) && isNewer(atMs) ? [ofAlert(alert)] : [],
  );
  const rank = ({ urgencyLevel }: ShownAlert) => (urgencyLevel === 'emergency' ? 0 : 1);
  return [...fetched, ...told]
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
