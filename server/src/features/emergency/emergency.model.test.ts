import { MATCH_STATUSES, REQUEST_STATUSES } from '@openlarder/domain/emergency/request-states.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { TestCaller } from '#server/testing/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/testing/factories/emergency-fixture.ts';
import { requestCommands, SEATS } from '#server/testing/request-model/request-commands.ts';
import { emptyModel, type Kind, type Model } from '#server/testing/request-model/request-model.ts';
import type { Coverage, RequestCommand } from '#server/testing/request-model/request-steps.ts';
import { newcomer, type World } from '#server/testing/request-model/request-world.ts';
import { longTest, RUN_SEED, sized } from '#server/testing/long-run.ts';

vi.setConfig({ testTimeout: 240_000 });

/** Seeds that together reach everything listed below. A change of the possible acts may need others. */
const SEEDS = [3, 10, 15, 16, 19, 28, 30, 32, 39, 41];
/** Two of them that reach every state. */
const FEW_SEEDS = [28, 41];

/** What these runs must have covered: each act, and each reason for a refusal. */
const TRIED: Readonly<Record<string, readonly string[]>> = {
  ask: ['ok', 'request-open', 'requests-today'],
  match: [
    'ok',
    'ok (with a listing)',
    'donors-only',
    'own-request',
    'not-pending',
    'not-pending (past its time)',
    'out-of-reach',
    'match-limit',
    'not-found (a block)',
    'not-found (of the listing)',
    'not-available (of the listing)',
    'not-enough (of the listing)',
  ],
  'let go': ['ok', 'not-found', 'request-ended', 'handover-said'],
  cancel: ['ok', 'not-found', 'not-yours', 'request-ended', 'handover-said'],
  'say done': ['ok', 'not-found', 'not-yours', 'request-ended'],
  'enter code': ['ok', 'not-yours'],
  'enter wrong code': ['check-fields', 'code-locked'],
  'share home': ['ok', 'not-yours', 'request-ended'],
  'name place': ['ok', 'not-yours'],
  write: ['ok'],
  claim: ['ok'],
  release: ['ok', 'handover-said'],
  confirm: ['ok'],
  'right code': ['ok'],
  'no-show': ['ok'],
  'share place': ['ok'],
  dispute: ['ok'],
  withdraw: ['ok'],
  block: ['ok'],
  unblock: ['ok'],
  close: ['ok'],
};

/** What the seeds have done and reached so far. */
const coverage: Coverage = new Map();

const fixture = await emergencyFixture();

/** Seven people in an empty community, in the model and in the product. */
async function setUp(): Promise<{ model: Model; real: World }> {
  await fixture.pool.query('truncate person, live_event cascade');
  const people = new Map<string, TestCaller>();
  const kinds = new Map<string, Kind>();
  for (const kind of SEATS) {
    const person = await newcomer(fixture, kind);
    people.set(person.userId, person);
    kinds.set(person.userId, kind);
  }
  return { model: emptyModel(fixture.clock.at, kinds), real: { fixture, people } };
}

async function live(seed: number, reached: Coverage): Promise<void> {
  const lives: fc.Arbitrary<Iterable<RequestCommand>> = fc.commands(requestCommands(reached), {
    maxCommands: 300,
    size: 'max',
  });
  const property = fc.asyncProperty(lives, (commands) => fc.asyncModelRun(setUp, commands));
  // a failure prints its seed and its path, and is shrunk for a limited time
  await fc.assert(property, { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: 100_000 });
}

test.each(sized(FEW_SEEDS, SEEDS))('seed %i agrees with the model', async (seed) => {
  await live(seed, coverage);
});

test('the seeds together reach every state', () => {
  const named = [
    ...REQUEST_STATUSES.map((status) => `request is ${status}`),
    ...MATCH_STATUSES.flatMap((status) =>
      ['with', 'without'].map((given) => `match ${given} a listing is ${status}`),
    ),
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
