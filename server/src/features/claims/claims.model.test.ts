import { CLAIM_STATUSES } from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { LISTING_TRANSITIONS } from '@openlarder/domain/listings/listing-states.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { Act } from '#server/testing/claim-model/claim-acts.ts';
import { claimCommands } from '#server/testing/claim-model/claim-commands.ts';
import { emptyModel, type Model } from '#server/testing/claim-model/claim-model.ts';
import { type ClaimCommand, command, type Coverage } from '#server/testing/claim-model/claim-steps.ts';
import type { World } from '#server/testing/claim-model/claim-world.ts';
import { claimsFixture } from '#server/testing/factories/claims-fixture.ts';
import { longTest, RUN_SEED, sized } from '#server/testing/long-run.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Seeds that together reach everything listed below. A change of the possible acts may need others. */
const SEEDS = [2, 19, 20, 23, 25, 29, 35, 36, 37, 39, 40];
/** Two of them that reach every state. */
const FEW_SEEDS = [2, 40];

/** What these runs must have covered: each act, and each reason for a refusal. */
const TRIED: Readonly<Record<string, readonly string[]>> = {
  post: ['ok'],
  claim: [
    'ok',
    'own-listing',
    'not-available',
    'not-enough',
    'not-found',
    'claim-limit (three open)',
    'claim-limit (missed pickups)',
    'claim-limit (ten in a day)',
  ],
  release: ['ok', 'check-fields', 'claim-ended', 'handover-said', 'not-found', 'too-early'],
  confirm: ['ok', 'claim-ended', 'not-found'],
  'right code': ['ok', 'code-locked'],
  'wrong code': ['check-fields', 'code-locked', 'claim-ended'],
  'no-show': ['ok', 'too-early', 'handover-said', 'claim-ended', 'not-yours'],
  'share place': ['ok', 'claim-ended', 'not-yours'],
  coming: ['ok', 'too-early', 'too-late', 'claim-ended', 'not-yours'],
  dispute: ['ok', 'nothing-said', 'too-late', 'already-done', 'claim-ended', 'not-yours', 'not-found'],
  withdraw: ['ok', 'not-found'],
  reschedule: ['ok', 'has-claims', 'check-fields', 'not-found'],
  recount: ['ok', 'check-fields', 'not-found'],
  block: ['ok'],
  unblock: ['ok'],
  close: ['ok'],
};

/** What the seeds have done and reached so far. */
const coverage: Coverage = new Map();

const fixture = await claimsFixture();

/** Three people in an empty community, in the model and in the product. */
async function setUp(): Promise<{ model: Model; real: World }> {
  await fixture.pool.query('truncate person, live_event cascade');
  const people = await Promise.all([fixture.person(), fixture.person(), fixture.person()]);
  return {
    model: emptyModel(
      fixture.clock.at,
      people.map(({ userId }) => userId),
    ),
    real: { fixture, people: new Map(people.map((person) => [person.userId, person])) },
  };
}

async function live(seed: number, reached: Coverage): Promise<void> {
  const lives: fc.Arbitrary<Iterable<ClaimCommand>> = fc.commands(claimCommands(reached), {
    maxCommands: 250,
    size: 'max',
  });
  const property = fc.asyncProperty(lives, (commands) => fc.asyncModelRun(setUp, commands));
  // a failure prints its seed and its path, and is shrunk for a limited time
  await fc.assert(property, { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: 40_000 });
}

test.each(sized(FEW_SEEDS, SEEDS))('seed %i agrees with the model', async (seed) => {
  await live(seed, coverage);
});

test('the seeds together reach every state', () => {
  const named = [
    ...CLAIM_STATUSES.map((status) => `claim is ${status}`),
    ...Object.keys(LISTING_TRANSITIONS).map((status) => `listing is ${status}`),
  ];
  expect(named.filter((what) => !coverage.has(what))).toEqual([]);
});

longTest('all seeds together try every act and every reason for a refusal', () => {
  const counts = [...coverage].toSorted(([a], [b]) => a.localeCompare(b));
  console.log(counts.map(([what, count]) => `${what} × ${count}`).join('\n'));
  const named = Object.entries(TRIED).flatMap(([what, answers]) =>
    answers.map((answer) => `${what}: ${answer}`),
  );
  expect(named.filter((what) => !coverage.has(what))).toEqual([]);
});

longTest(`the random seed ${RUN_SEED} agrees with the model`, async () => {
  await live(RUN_SEED, new Map());
});

test('a listing withdrawn while a part of it was claimed is not offered again', async () => {
  const act = (name: string, actIn: (m: Model, donor: string, guest: string) => Act | undefined) =>
    command(new Map(), name, (m) => actIn(m, m.seats[0] ?? '', m.seats[1] ?? ''));
  await fc.asyncModelRun(setUp, [
    act('post', (m, by) => {
      const untilMs = m.nowMs + 8 * HOUR_MS;
      return { do: 'post', by, servings: 3, fromMs: m.nowMs, untilMs, expiryMs: null };
    }),
    act('claim', (m, _donor, by) => {
      const [listing] = m.listings;
      return listing && { do: 'claim', by, listing, servings: 1 };
    }),
    act('withdraw', (m, by) => {
      const [listing] = m.listings;
      return listing && { do: 'withdraw', by, listing };
    }),
    act('let go', (m, _donor, by) => {
      const [claim] = m.claims;
      return claim && { do: 'release', by, claim, reason: 'cannot_come' };
    }),
    act('see', (m) => {
      expect(m.listings).toMatchObject([{ status: 'withdrawn' }]);
      return { do: 'jobs' };
    }),
  ]);
});
