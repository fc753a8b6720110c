import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/*
 * Who is alerted to an emergency request, and when.
 *
 * Alerting every donor near by at the same time gets the most responses but wears donors out: a donor who is alerted to
 * requests that others have answered stops looking. So alerts go out in waves, the likeliest responders first. A wave
 * includes donors until one response can be expected: few donors if they are likely to respond, all of them if they are
 * not. If no donor responds within three minutes, the next wave goes out and expects more; the last one is all who are
 * left.
 *
 * The probability of a response is estimated from what is known of a donor: recent responses, distance, when they were
 * last seen, and whether they have food on offer. A donor without history counts as average, so that newcomers are
 * alerted, too.
 */

export type AlertCandidate = {
  readonly donorId: string;
  /** From the donor's place to the nearest edge of the request's area. */
  readonly distanceKm: number;
  /** The requests the donor was alerted to recently, and how many of them they responded to. */
  readonly alertsLately: number;
  readonly answersLately: number;
  /** How long ago the donor was last seen; null for never. */
  readonly lastSeenAgoMs: number | null;
  readonly hasFoodOnOffer: boolean;
  readonly isKnown: boolean;
  /** Alerted by mail only, after the end of their quiet hours. */
  readonly isAlertedLater: boolean;
};

/** How long after a wave without a response the next one follows. */
export const WAVE_INTERVAL_MS = 3 * MINUTE_MS;
/** Expected responses of each wave together with the earlier ones; the wave after these is everyone else. */
const ANSWERS_EXPECTED = [1, 2, 3.5, 6] as const;
export const MAX_WAVES = ANSWERS_EXPECTED.length + 1;
/** Minimum size of a wave: a single alert is easily overlooked. */
const LEAST_OF_A_WAVE = 3;
/** How many known donors the first wave holds, where there are any: accounts that cost nothing could fill it. */
const KNOWN_OF_FIRST_WAVE = 3;

/** The prior for a donor without history: one response in twelve alerts. */
const [USUAL_ANSWERS, USUAL_ALERTS] = [1, 12];
/** At this share of the radius a response is about a third as likely as next door. */
const FAR_SHARE = 0.8;

function seenFactor(lastSeenAgoMs: number | null): number {
  if (lastSeenAgoMs === null) return 0.3;
  if (lastSeenAgoMs <= HOUR_MS) return 1.6;
  return lastSeenAgoMs <= 24 * HOUR_MS ? 1 : 0.5;
}

/**
 * The probability that a candidate responds when alerted, between 0 and 1; `radiusKm` is the request's. 0 for
 * `isAlertedLater`: these are alerted, too, but do not count in a wave, so that they do not delay the alerts to others.
 */
export function responseProbability(candidate: AlertCandidate, radiusKm: number): number {
  if (candidate.isAlertedLater) return 0;
  const { distanceKm, alertsLately, answersLately, lastSeenAgoMs, hasFoodOnOffer } = candidate;
  const usually = (answersLately + USUAL_ANSWERS) / (alertsLately + USUAL_ALERTS);
  const nearness = Math.exp(-distanceKm / (radiusKm * FAR_SHARE));
  return Math.min(0.95, usually * nearness * seenFactor(lastSeenAgoMs) * (hasFoodOnOffer ? 1.5 : 1));
}

/**
 * The candidates of wave number `wave` (0 is the first). `candidates` have not been alerted yet;
 * `expectedBefore` is what `expectedResponses` gives for those who have. Likeliest first, then nearest; the
 * last wave is everyone.
 */
export function nextWave(
  candidates: readonly AlertCandidate[],
  wave: number,
  radiusKm: number,
  expectedBefore: number,
): AlertCandidate[] {
  const byChance = candidates
    .map((candidate) => ({ candidate, chance: responseProbability(candidate, radiusKm) }))
    .sort((a, b) => b.chance - a.chance || byNearness(a.candidate, b.candidate));
  const wanted = ANSWERS_EXPECTED[wave] ?? Number.POSITIVE_INFINITY;
  let expected = expectedBefore;
  const taken: AlertCandidate[] = [];
  for (const { candidate, chance } of byChance) {
    if (expected >= wanted && taken.length >= LEAST_OF_A_WAVE) break;
    taken.push(candidate);
    expected += chance;
  }
  if (wave > 0) return taken;
  const known = byChance.flatMap(({ candidate }) => (candidate.isKnown ? candidate : []));
  return [...new Set([...taken, ...known.slice(0, KNOWN_OF_FIRST_WAVE)])];
}

export const expectedResponses = (alerted: readonly AlertCandidate[], radiusKm: number): number =>
  alerted.reduce((sum, candidate) => sum + responseProbability(candidate, radiusKm), 0);

function byNearness(a: AlertCandidate, b: AlertCandidate): number {
  if (a.distanceKm !== b.distanceKm) return a.distanceKm - b.distanceKm;
  return a.donorId < b.donorId ? -1 : 1;
}
