import { DAY_MS } from '../kernel/time.ts';

/*
 * How far the community trusts a person, and the daily limits that follow. Trust limits what floods others (listings,
 * bulk food); asking for food is never limited by it. A conversation begins with a claim or a match, which have limits
 * of their own for everyone.
 */

/**
 * - `new`: account under a day old without a handover with a member, or an unconfirmed email in a community that sends
 *   mail.
 * - `member`: everyone else.
 * - `known`: verified, vouched for by an admin, or with the handovers of `earnsKnown`.
 */
export const TRUST_LEVELS = ['new', 'member', 'known'] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** After this long a confirmed person is no longer new. */
export const NEW_FOR_MS = DAY_MS;

export type TrustFacts = {
  readonly isKnown: boolean;
  /** Whether the email is confirmed; true where no mail is sent. */
  readonly isConfirmed: boolean;
  /** Whether one of their handovers is of `firstLiftingMs`. */
  readonly hasLiftingHandover: boolean;
  readonly memberForMs: number;
};

export function trustLevel({
  isKnown,
  isConfirmed,
  hasLiftingHandover,
  memberForMs,
}: TrustFacts): TrustLevel {
  if (isKnown) return 'known';
  if (!isConfirmed) return 'new';
  return hasLiftingHandover || memberForMs >= NEW_FOR_MS ? 'member' : 'new';
}

/** What a person may do in any 24 hours. */
export const TRUST_LIMITS = {
  new: { listings: 15, bulkServings: 6 },
  member: { listings: 30, bulkServings: 20 },
  known: { listings: 60, bulkServings: 40 },
} as const satisfies Record<TrustLevel, { listings: number; bulkServings: number }>;

/** A new person with a large household takes a serving for each, up to this many. */
const MAX_NEW_BULK_SERVINGS = 12;

/** Servings of bulk food that a person may take in any 24 hours. */
export function bulkServingsLimit(level: TrustLevel, householdSize: number): number {
  const { bulkServings } = TRUST_LIMITS[level];
  return level === 'new'
    ? Math.min(MAX_NEW_BULK_SERVINGS, Math.max(bulkServings, householdSize))
    : bulkServings;
}

/** The level after this one; null after the last. */
export const nextLevel = (level: TrustLevel): TrustLevel | null =>
  TRUST_LEVELS[TRUST_LEVELS.indexOf(level) + 1] ?? null;

/** A handover that both sides completed. */
export type TrustedHandover = {
  readonly otherId: string;
  /** What the other was when it was completed; `vouched`: verified, or vouched for by an admin. */
  readonly otherWas: 'new' | 'member' | 'vouched';
  readonly completedAtMs: number;
};

const KNOWN_HANDOVERS = 3;
const KNOWN_PEOPLE = 2;
const KNOWN_SPAN_MS = 7 * DAY_MS;

/**
 * Whether these handovers make a person known: three over a week with two people who were vouched for. Who is known by
 * handovers alone makes nobody else known: one real pickup would make thirty accounts known in two weeks.
 */
export function earnsKnown(handovers: readonly TrustedHandover[]): boolean {
  const counted = handovers.filter(({ otherWas }) => otherWas === 'vouched');
  if (counted.length < KNOWN_HANDOVERS) return false;
  const times = counted.map(({ completedAtMs }) => completedAtMs);
  return (
    Math.max(...times) - Math.min(...times) >= KNOWN_SPAN_MS &&
    new Set(counted.map(({ otherId }) => otherId)).size >= KNOWN_PEOPLE
  );
}

/** When the first handover lifted a new person (epoch milliseconds); null before. Two new people do not lift each other. */
export function firstLiftingMs(handovers: readonly TrustedHandover[]): number | null {
  const times = handovers.flatMap((one) => (one.otherWas === 'new' ? [] : [one.completedAtMs]));
  return times.length === 0 ? null : Math.min(...times);
}
