import { MATCH_STATUSES, REQUEST_STATUSES } from '@openlarder/domain/emergency/request-states.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Somebody } from '#server/testing/factories/claims-ground.ts';
import { emergencyGround } from '#server/testing/factories/emergency-ground.ts';
import { requestCommands, SEATS } from '#server/testing/request-model/request-commands.ts';
import { emptyModel, type Kind, type Model } from '#server/testing/request-model/request-model.ts';
import type { Coverage, RequestCommand } from '#server/testing/request-model/request-steps.ts';
import { newcomer, type World } from '#server/testing/request-model/request-world.ts';

/** Lives that together reach all that is named below. Whoever changes what can happen may have to look for others. */
const SEEDS = [3, 10, 15, 16, 19, 28, 30, 32, 39, 41];

/** What these lives must have tried: each thing that can be done, and each reason why it cannot. */
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

const ground = await emergencyGround();

/** Seven people in an empty community, in the model and in the product. */
async function setUp(): Promise<{ model: Model; real: World }> {
  await ground.pool.query('truncate person, live_event cascade');
  const people = new Map<string, Somebody>();
  const kinds = new Map<string, Kind>();
  for (const kind of SEATS) {
    const person = await newcomer(ground, kind);
    people.set(person.userId, person);
    kinds.set(person.userId, kind);
  }
  return { model: emptyModel(ground.clock.at, kinds), real: { ground, people } };
}

async function live(seed: number, coverage: Coverage): Promise<void> {
  const lives: fc.Arbitrary<Iterable<RequestCommand>> = fc.commands(requestCommands(coverage), {
    maxCommands: 300,
    size: 'max',
  });
  const property = fc.asyncProperty(lives, (commands) => fc.asyncModelRun(setUp, commands));
  // what fails names its seed and its path, and is made short for a while
  await fc.assert(property, { seed, numRuns: 1, unbiased: true, interruptAfterTimeLimit: 100_000 });
}

test('every life of a request goes as the design says, and reaches every state', {
  timeout: 400_000,
}, async () => {
  const coverage: Coverage = new Map();
  for (const seed of SEEDS) await live(seed, coverage);
  const reached = [...coverage].toSorted(([a], [b]) => a.localeCompare(b));
  console.log(reached.map(([what, count]) => `${what} × ${count}`).join('\n'));
  const named = [
    ...REQUEST_STATUSES.map((status) => `request is ${status}`),
    ...MATCH_STATUSES.flatMap((status) =>
      ['with', 'without'].map((given) => `match ${given} a listing is ${status}`),
    ),
    ...Object.entries(TRIED).flatMap(([what, answers]) => answers.map((answer) => `${what}: ${answer}`)),
  ];
  expect(named.filter((what) => !coverage.has(what))).toEqual([]);
});

test('and so does one that nobody has tried before', { timeout: 120_000 }, async () => {
  await live(Math.trunc(Math.random() * 2 ** 31), new Map());
});
