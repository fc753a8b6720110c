import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { boundsAround, type GeoBounds, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { CATEGORIES } from '@openlarder/domain/listings/listing-fields.ts';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { createRequest } from '#server/features/emergency/requests/create-request.ts';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import { ask, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { testApp, type TestApp } from '#server/test/test-app.ts';

const fixture = await emergencyFixture();
/** The settings that processes share. */
const SHARED = { PLACES_FILE: fixture.ctx.settings.placesFile ?? '' };
const other = await testApp(SHARED, fixture);
const { clock, person, donor } = fixture;

const SEED = 20_260_506;
const CONCURRENCY = 8;
const AGREE_WITHIN_MS = 20_000;

/** One action in one of the two apps; indexes wrap around the existing items. */
const anAct = fc.record({
  where: fc.nat(1),
  who: fc.nat(5),
  other: fc.nat(5),
  which: fc.nat(200),
  category: fc.constantFrom(...CATEGORIES),
  meters: fc.nat(9000),
  bearing: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
  hours: fc.integer({ min: 9, max: 12 }),
  kind: fc.constantFrom(
    ...(['share', 'share', 'share', 'claim', 'claim', 'release', 'release', 'withdraw', 'extend'] as const),
    ...(['ask', 'ask', 'match', 'match', 'let go', 'cancel', 'block', 'unblock', 'look', 'look'] as const),
  ),
});

type Owned = { readonly who: TestCaller; readonly id: string };
type Act = typeof anAct extends fc.Arbitrary<infer One> ? One : never;

async function act(
  people: readonly TestCaller[],
  shared: string[],
  held: Owned[],
  asked: Owned[],
  matched: Owned[],
  { where, who, other: whom, which, kind, ...how }: Act,
): Promise<void> {
  const { ctx } = where === 0 ? fixture : other;
  const [me, them] = [people[who], people[whom]];
  if (!me || !them) throw new Error('no such person');
  const some = shared[which % shared.length] ?? '';
  const [claim, request] = [held[which % held.length], asked[which % asked.length]];
  const until = new Date(clock.at + how.hours * HOUR_MS).toISOString();
  if (kind === 'share') {
    const center = which % 10 === 0 ? { latitude: -17, longitude: 179.99 } : MIDTOWN;
    const place = pointAt(center, how.meters, how.bearing);
    const body = fixture.listingBody({ ...place, category: how.category, bestByDate: until });
    shared.push((await createListing(ctx, me, body)).id);
  } else if (kind === 'claim') {
    const { handover } = await claims.claimListing(ctx, me, some, which % 2 === 0 ? null : 1);
    held.push({ who: me, id: handover.id });
  } else if (kind === 'release') {
    if (claim) await handovers.releaseHandover(ctx, claim.who, claim.id, 'cannot_come');
  } else if (kind === 'withdraw') {
    // by its owner
    for (const one of people) await withdrawListing(ctx, one, some).catch(() => {});
  } else if (kind === 'extend') {
    for (const one of people) await changeListing(ctx, one, some, { availableUntil: until }).catch(() => {});
  } else if (kind === 'ask') {
    const place = pointAt(MIDTOWN, how.meters, how.bearing);
    const body = fixture.requestBody({ ...place, preferredCategories: [how.category] });
    // each from its own network address: shared rate limits are not tested here
    const { id } = await createRequest(ctx, me, body, `192.0.2.${asked.length}`);
    asked.push({ who: me, id });
  } else if (kind === 'match') {
    if (!request) return;
    const { match } = await matchRequest(ctx, me, request.id);
    matched.push({ who: me, id: match?.handover.id ?? '' });
  } else if (kind === 'let go') {
    const match = matched[which % matched.length];
    if (match) await handovers.releaseHandover(ctx, match.who, match.id);
  } else if (kind === 'cancel') {
    if (request) await cancelRequest(ctx, request.who, request.id);
  } else if (kind === 'block') await moderation.blockPerson(ctx, me, them.userId);
  else if (kind === 'unblock') await moderation.unblockPerson(ctx, me, them.userId);
  else await lookAt(where === 0 ? fixture : other, me, QUESTIONS[which % QUESTIONS.length] ?? '');
}

const boundsText = ({ north, south, east, west }: GeoBounds): string =>
  `north=${north}&south=${south}&east=${east}&west=${west}`;
const BOUNDS = [
  boundsAround(MIDTOWN, 12_000),
  boundsAround(pointAt(MIDTOWN, 4000, 1), 3000),
  { north: -16, south: -18, west: 179, east: -179 },
  { north: 90, south: -90, west: -180, east: 180 },
].map(boundsText);
const FILTERS = ['', '&categories=bakery_items&categories=other', '&urgencyLevels=high&urgencyLevels=medium'];
const QUESTIONS = BOUNDS.flatMap((bounds) =>
  [100, 1000, 1300, 5000].flatMap((radius) => FILTERS.map((filter) => `${bounds}&radius=${radius}${filter}`)),
);

async function lookAt(app: Pick<TestApp, 'http'>, who: TestCaller, question: string): Promise<MapCluster[]> {
  const { status, body } = await ask(app.http, who, 'GET', `/api/map/cluster?${question}`);
  expect(status).toBe(200);
  return body as MapCluster[];
}

async function everyAnswer(
  app: Pick<TestApp, 'http'>,
  people: readonly TestCaller[],
): Promise<MapCluster[][]> {
  const answers: MapCluster[][] = [];
  for (const who of people) for (const question of QUESTIONS) answers.push(await lookAt(app, who, question));
  return answers;
}

test('two processes agree after the last event, also with a rebuilt map', async () => {
  await Promise.all([fixture.listen(), other.listen()]);
  const people = await Promise.all(Array.from({ length: 6 }, (_, nth) => (nth === 1 ? person() : donor())));
  const viewers = people.slice(0, 3);
  const shared: string[] = [];
  const [held, asked, matched]: [Owned[], Owned[], Owned[]] = [[], [], []];
  for (const who of people) shared.push((await fixture.listing(who)).id);
  const queue = fc.sample(anAct, { numRuns: 400, seed: SEED });
  const kinds = new Map<string, number>();
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift())
      try {
        await act(people, shared, held, asked, matched, next);
        kinds.set(next.kind, (kinds.get(next.kind) ?? 0) + 1);
      } catch (error) {
        // an action that is not or no longer allowed
        if (!(error instanceof AppError)) throw error;
      }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  for (const kind of ['share', 'claim', 'release', 'ask', 'match', 'let go', 'cancel', 'block'])
    expect([kind, kinds.has(kind)]).toEqual([kind, true]);

  // as a person without blocks: at least one item of each kind is visible
  const newcomer = await donor();
  shared.push((await fixture.listing(newcomer)).id);
  const last = await createRequest(fixture.ctx, newcomer, fixture.requestBody(MIDTOWN), '192.0.2.255');
  asked.push({ who: newcomer, id: last.id });

  // follows no events: it reads the current state
  const rebuilt = await everyAnswer(await testApp(SHARED, fixture), viewers);
  const shown = new Set(rebuilt.flat().flatMap(({ items }) => items.map(({ id }) => id)));
  for (const all of [shared, asked.map(({ id }) => id)]) {
    const there = all.filter((id) => shown.has(id)).length;
    expect(there).toBeGreaterThan(0);
    expect(there).toBeLessThan(all.length);
  }
  for (const app of [fixture, other])
    await vi.waitFor(async () => expect(await everyAnswer(app, viewers)).toEqual(rebuilt), AGREE_WITHIN_MS);
});
