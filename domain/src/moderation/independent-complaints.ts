import { DAY_MS, HOUR_MS } from '../kernel/time.ts';

/*
 * The only way in which complaints act without an admin, the same for asking, helping and claiming: three complaints that are
 * independent of each other slow the person down for three days. They never stop them entirely.
 */

/** People who have to complain, each on a day of their own. */
export const INDEPENDENT_COMPLAINERS = 3;
/** Complaints further apart than this do not add up. */
export const COMPLAINTS_WITHIN_DAYS = 60;
/** How long the slowdown lasts, from the third complaint on. */
export const SLOWED_HOURS = 72;
/** A complaint counts for as long as it may be the first of three, and what the third causes lasts. */
export const COMPLAINTS_ACT_MS = COMPLAINTS_WITHIN_DAYS * DAY_MS + SLOWED_HOURS * HOUR_MS;

export type Complaint = {
  readonly byId: string;
  readonly atMs: number;
  readonly day: string;
  readonly isKnown: boolean;
  readonly afterMeeting: boolean;
};

/** Two people who had a handover with each other, in any state. */
export type HandoverPair = readonly [oneId: string, otherId: string];

/**
 * When the slowdown by these complaints ends (epoch milliseconds); null if there is none. It takes three known people,
 * on three different days within sixty, each after a place or a time to meet. People who complain and had handovers
 * with each other count as one, also over others who complain: a group that trades among itself is one voice.
 */
export function slowdownEndMs(
  complaints: readonly Complaint[],
  pairs: readonly HandoverPair[],
  nowMs: number,
): number | null {
  const counted = complaints.filter((one) => one.isKnown && one.afterMeeting && one.atMs <= nowMs);
  const voiceOf = voices(
    counted.map(({ byId }) => byId),
    pairs,
  );
  const thirdAtMs = counted
    .filter((third) => isThird(third, counted, voiceOf))
    .reduce((latest, { atMs }) => Math.max(latest, atMs), Number.NEGATIVE_INFINITY);
  const untilMs = thirdAtMs + SLOWED_HOURS * HOUR_MS;
  return nowMs < untilMs ? untilMs : null;
}

/** Whether this is at least the third complaint, by voices and on days that all differ. */
function isThird(
  third: Complaint,
  complaints: readonly Complaint[],
  voiceOf: ReadonlyMap<string, string>,
): boolean {
  const isOther = (a: Complaint, b: Complaint): boolean =>
    a.day !== b.day && voiceOf.get(a.byId) !== voiceOf.get(b.byId);
  const earlier = complaints.filter(
    (one) =>
      isOther(one, third) &&
      one.atMs <= third.atMs &&
      one.atMs > third.atMs - COMPLAINTS_WITHIN_DAYS * DAY_MS,
  );
  return earlier.some((first) => earlier.some((second) => isOther(first, second)));
}

/** Each person's voice: the same for all who are connected by handovers with each other. */
function voices(ids: readonly string[], pairs: readonly HandoverPair[]): ReadonlyMap<string, string> {
  const voiceOf = new Map(ids.map((id) => [id, id]));
  for (const [one, other] of pairs) {
    const [from, to] = [voiceOf.get(one), voiceOf.get(other)];
    if (from === undefined || to === undefined || from === to) continue;
    for (const [id, voice] of voiceOf) if (voice === from) voiceOf.set(id, to);
  }
  return voiceOf;
}
