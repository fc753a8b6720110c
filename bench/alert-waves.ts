// Alerting donors in waves against alerting all of them at the same time: the share of requests answered in time,
// and the number of alerts. A simulation with invented people and three seeds; its assumptions are here and in
// README.md.
import {
  type AlertCandidate,
  expectedResponses,
  MAX_WAVES,
  nextWave,
  WAVE_INTERVAL_MS,
} from '../domain/src/emergency/alert-waves.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/src/kernel/time.ts';
import { makeSeededRandom } from './seeded-random.ts';

const SEEDS = [11, 22, 33];
const REQUESTS = 5000;
const RADIUS_KM = 10;
/** A later answer does not count. */
const IN_TIME_MS = HOUR_MS;
/** Half of all answers arrive within this time after the alert; some take much longer. */
const MEDIAN_ANSWER_MS = 4 * MINUTE_MS;
const ANSWER_SPREAD = 1.1;
/** Number of donors near a request: half of all requests have fewer than the median. */
const MEDIAN_DONORS = 30;
const DONOR_SPREAD = 0.9;

/** A donor with the unknown facts: whether they would answer this request, and how long after an alert. */
type Donor = AlertCandidate & { readonly answersAfterMs: number | null };
type Outcome = { readonly alerts: number; readonly answeredAfterMs: number | null };

function makeRequest(random: () => number): Donor[] {
  const bell = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const count = Math.max(1, Math.round(MEDIAN_DONORS * Math.exp(DONOR_SPREAD * bell())));
  return Array.from({ length: count }, (_, nth) => {
    // Most hardly ever answer, a few often do.
    const willing = 0.02 + 0.5 * random() ** 4;
    const alertsLately = Math.floor(random() ** 2 * 25);
    const distanceKm = RADIUS_KM * Math.sqrt(random());
    const isAround = random() < 0.35;
    const hasFoodOnOffer = random() < 0.3;
    const chance =
      willing * Math.exp(-distanceKm / 9) * (isAround ? 1.5 : 0.6) * (hasFoodOnOffer ? 1.4 : 0.9);
    return {
      donorId: String(nth),
      distanceKm,
      alertsLately,
      answersLately: Array.from({ length: alertsLately }).filter(() => random() < willing * 0.7).length,
      lastSeenAgoMs: isAround ? random() * HOUR_MS : random() < 0.1 ? null : random() * 96 * HOUR_MS,
      hasFoodOnOffer,
      isKnown: false,
      isAlertedLater: false,
      answersAfterMs: random() < chance ? MEDIAN_ANSWER_MS * Math.exp(ANSWER_SPREAD * bell()) : null,
    };
  });
}

/** The first answer of the donors alerted at these times. */
function firstAnswerMs(alerted: readonly { donor: Donor; atMs: number }[]): number {
  return Math.min(
    ...alerted.map(({ donor, atMs }) =>
      donor.answersAfterMs === null ? Number.POSITIVE_INFINITY : atMs + donor.answersAfterMs,
    ),
  );
}

const outcomeOf = (alerts: number, firstMs: number): Outcome => ({
  alerts,
  answeredAfterMs: firstMs <= IN_TIME_MS ? firstMs : null,
});

const allAtOnce = (donors: readonly Donor[]): Outcome =>
  outcomeOf(donors.length, firstAnswerMs(donors.map((donor) => ({ donor, atMs: 0 }))));

function inWaves(donors: readonly Donor[]): Outcome {
  const alerted: { donor: Donor; atMs: number }[] = [];
  let left = donors;
  for (let wave = 0; wave < MAX_WAVES; wave++) {
    const atMs = wave * WAVE_INTERVAL_MS;
    if (firstAnswerMs(alerted) <= atMs) break;
    const expected = expectedResponses(
      alerted.map(({ donor }) => donor),
      RADIUS_KM,
    );
    const next = new Set(nextWave(left, wave, RADIUS_KM, expected).map(({ donorId }) => donorId));
    alerted.push(...left.filter(({ donorId }) => next.has(donorId)).map((donor) => ({ donor, atMs })));
    left = left.filter(({ donorId }) => !next.has(donorId));
  }
  return outcomeOf(alerted.length, firstAnswerMs(alerted));
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
const waitedOf = (outcomes: readonly Outcome[]): string => {
  const answered = outcomes.flatMap(({ answeredAfterMs }) => answeredAfterMs ?? []).toSorted((a, b) => a - b);
  return ((answered[answered.length >> 1] ?? 0) / MINUTE_MS).toFixed(1);
};
const answeredIn = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ answeredAfterMs }) => answeredAfterMs !== null).length;

for (const seed of SEEDS) {
  const random = makeSeededRandom(seed);
  const requests = Array.from({ length: REQUESTS }, () => makeRequest(random));
  const [all, waves] = [requests.map(allAtOnce), requests.map(inWaves)];
  const coverage = answeredIn(waves) / answeredIn(all);
  const alerts = sumOf(waves.map((each) => each.alerts)) / sumOf(all.map((each) => each.alerts));
  console.log(
    `seed ${seed}: of ${REQUESTS} requests ${answeredIn(all)} answered by alerting all, ` +
      `${answeredIn(waves)} in waves (${(coverage * 100).toFixed(1)} %), with ${(alerts * 100).toFixed(1)} % of the alerts; ` +
      `first answer after ${waitedOf(all)} and ${waitedOf(waves)} min in the middle`,
  );
}
