import { HOUR_MS, MINUTE_MS } from '../kernel/time.ts';

/*
 * Who is alerted to a request for food, and when.
 *
 * Alerting everybody near by at once gets the most answers, and wears out the people who give them: whoever is alerted
 * to what somebody else has answered long since stops looking. So alerts go out in waves, the likeliest to answer
 * first. A wave takes in donors until one answer may be expected of it, so few are asked where many are ready, and
 * everybody at once where hardly anybody is. When nobody has answered after three minutes, the next wave goes out and
 * expects more; the last one is everybody who is left.
 *
 * How likely a donor answers is guessed from what the community knows of them: how often they have answered lately,
 * how near they are, whether they have been here lately, and whether they have food on offer. Somebody of whom nothing
 * is known counts as the average, so that newcomers are asked, too.
 */

/** A donor who could be alerted: registered, within the radius, nobody blocked by either. */
export type AlertCandidate = {
  readonly donorId: string;
  /** From their place to the request's public point. */
  readonly distanceKm: number;
  /** The requests they were alerted to lately, and how many of those they answered. */
  readonly alertsLately: number;
  readonly answersLately: number;
  /** How long ago they were last here; null for never. */
  readonly lastSeenAgoMs: number | null;
  readonly hasFoodOnOffer: boolean;
};

/** The next wave goes out when nobody has answered for so long. */
export const WAVE_EVERY_MS = 3 * MINUTE_MS;
/** How many answers are expected of each wave together with those before it; the wave after these is everybody else. */
const ANSWERS_EXPECTED = [1, 2, 3.5, 6] as const;
export const MOST_WAVES = ANSWERS_EXPECTED.length + 1;
/** One alert to nobody else is easily overlooked. */
const LEAST_OF_A_WAVE = 3;

/** What is expected of somebody who was never alerted: one answer in twelve alerts. */
const [USUAL_ANSWERS, USUAL_ALERTS] = [1, 12];
/** At this part of the radius an answer is about a third as likely as next door. */
const FAR_SHARE = 0.8;

function seenFactor(lastSeenAgoMs: number | null): number {
  if (lastSeenAgoMs === null) return 0.3;
  if (lastSeenAgoMs <= HOUR_MS) return 1.6;
  return lastSeenAgoMs <= 24 * HOUR_MS ? 1 : 0.5;
}

/** How likely a candidate answers when alerted, between 0 and 1; `radiusKm` is the request's. */
export function chanceOfAnswer(candidate: AlertCandidate, radiusKm: number): number {
  const { distanceKm, alertsLately, answersLately, lastSeenAgoMs, hasFoodOnOffer } = candidate;
  const usually = (answersLately + USUAL_ANSWERS) / (alertsLately + USUAL_ALERTS);
  const nearness = Math.exp(-distanceKm / (radiusKm * FAR_SHARE));
  return Math.min(0.95, usually * nearness * seenFactor(lastSeenAgoMs) * (hasFoodOnOffer ? 1.5 : 1));
}

/**
 * The wave with this number (0 is the first), of `candidates` none of whom was alerted before; `expectedBefore` is
 * what `answersExpectedOf` says of those who were. Likeliest first, then nearest; the last wave is everybody.
 */
export function nextWave(
  candidates: readonly AlertCandidate[],
  wave: number,
  radiusKm: number,
  expectedBefore: number,
): AlertCandidate[] {
  const byChance = candidates
    .map((candidate) => ({ candidate, chance: chanceOfAnswer(candidate, radiusKm) }))
    .sort((a, b) => b.chance - a.chance || byNearness(a.candidate, b.candidate));
  const wanted = ANSWERS_EXPECTED[wave] ?? Number.POSITIVE_INFINITY;
  let expected = expectedBefore;
  const taken: AlertCandidate[] = [];
  for (const { candidate, chance } of byChance) {
    if (expected >= wanted && taken.length >= LEAST_OF_A_WAVE) break;
    taken.push(candidate);
    expected += chance;
  }
  return taken;
}

/** How many answers those who were alerted may be expected to give. */
export const answersExpectedOf = (alerted: readonly AlertCandidate[], radiusKm: number): number =>
  alerted.reduce((sum, candidate) => sum + chanceOfAnswer(candidate, radiusKm), 0);

function byNearness(a: AlertCandidate, b: AlertCandidate): number {
  if (a.distanceKm !== b.distanceKm) return a.distanceKm - b.distanceKm;
  return a.donorId < b.donorId ? -1 : 1;
}
