import { NO_STANDING } from '@openlarder/domain/accounts/standing.ts';
import {
  distanceM,
  type GeoBounds,
  type GeoPoint,
  pointAt,
  boundsContain,
} from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import * as accounts from '#server/features/accounts/standing/standing.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as listings from '#server/features/listings/share/create-listing.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import { setProfilePlace } from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { sized } from '#server/test/long-run.ts';
import { previewArea } from './area-of-point.ts';
import { buildAreasOfMonth } from './build-areas.ts';
import { matchRequest } from '../matching/match-request.ts';
import { cancelRequest } from '../requests/request-actions.ts';

/*
 * "Who is this request?" An attacker has the source, an account of every kind, nine more that are months old, and
 * blocks at will. They know the public point of each person, and who lives together. They read all calls about a
 * request, before and after each block, try to help with it, watch every night what neighbors see of each other, and
 * name the one who is left. What instants tell them is in `who-asks-by-instants.privacy.test.ts`.
 */

const fixture = await emergencyFixture();
const { ctx, pool, clock, as, person, donor, ask, listingBody } = fixture;

/** Far from the area that the fixture plants. */
const TOWN: GeoPoint = { latitude: 47.6062031, longitude: -122.3320713 };
const TOWN_M = 2500;
const HOUSEHOLDS = 200;
const ASKERS = sized(12, 120);
const PUPPETS = 9;
const DONORS_PER_HOUSEHOLD = 3;

let state = 20_261;
const random = (): number => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};

type Resident = TestCaller & { readonly home: GeoPoint; readonly isDonor: boolean; publicPoint: GeoPoint };
const isDonor = (one: Resident): boolean => one.isDonor;
const residents: Resident[] = [];
let attacker: TestCaller;
const puppets: TestCaller[] = [];

async function age(who: TestCaller, days: number): Promise<void> {
  await pool.query('update person set created_at = $2 where id = $1', [
    who.userId,
    new Date(clock.at - days * DAY_MS),
  ]);
}
const settle = (who: TestCaller, point: GeoPoint) =>
  inTransaction(ctx, (tx) =>
    setProfilePlace(tx, who.userId, { point, areaLabel: 'Old Town', address: '1 Own Street' }),
  );
const wander = (home: GeoPoint): GeoPoint => pointAt(home, random() * 40, random() * 2 * Math.PI);

/** Singles, couples and flatmates; every third household lists food, too. */
async function moveIn(nth: number): Promise<void> {
  const home = pointAt(TOWN, Math.sqrt(random()) * TOWN_M, random() * 2 * Math.PI);
  const size = nth % 10 === 0 ? 4 : 1 + (nth % 2);
  for (let one = 0; one < size; one++) {
    const givesFood = nth % DONORS_PER_HOUSEHOLD === 0;
    const who = givesFood ? await donor(null) : await person('Ruth', 'Abara');
    await age(who, 70);
    await settle(who, wander(home));
    if (givesFood && one === 0) await listings.createListing(ctx, who, listingBody(wander(home)));
    residents.push({ ...who, home, isDonor: givesFood, publicPoint: home });
  }
}

async function keepSessions(): Promise<void> {
  await pool.query('update session set updated_at = $1, expires_at = $2', [
    clock.now(),
    new Date(clock.at + 30 * DAY_MS),
  ]);
}

async function nextMonth(): Promise<void> {
  clock.forward(31 * DAY_MS);
  await keepSessions();
  await buildAreasOfMonth(ctx);
}

/** Food that a person gives to these people in turn; both sides confirm it. */
async function giveTo(giver: TestCaller, receivers: readonly TestCaller[], times: number): Promise<void> {
  for (let nth = 0; nth < times; nth++) {
    const receiver = receivers[nth % receivers.length];
    if (!receiver) throw new Error('nobody');
    const { id } = await listings.createListing(ctx, giver, listingBody());
    const claim = await claims.claimListing(ctx, receiver, id, 1);
    for (const side of [giver, receiver]) await handovers.completeHandover(ctx, side, claim.handover.id);
    clock.forward(DAY_MS / 2);
  }
}

beforeAll(async () => {
  for (let nth = 0; nth < HOUSEHOLDS; nth++) await moveIn(nth);
  attacker = await donor(TOWN);
  // the accounts of the attacker are around the household that is farthest from all others
  const loneliness = ({ home }: Resident): number =>
    residents.map((other) => distanceM(home, other.home)).toSorted((a, b) => a - b)[10] ?? 0;
  const [loneliest] = residents.toSorted((a, b) => loneliness(b) - loneliness(a));
  for (let nth = 0; nth < PUPPETS; nth++) {
    const puppet = await donor(loneliest?.home ?? TOWN);
    await age(puppet, 70);
    puppets.push(puppet);
  }
  await buildAreasOfMonth(ctx);
  await nextMonth();
  const points = await placesToday(
    ctx,
    residents.map(({ userId }) => userId),
  );
  for (const resident of residents) resident.publicPoint = points.get(resident.userId) ?? resident.home;
}, 240_000);

/** What a request looks like to the attacker. */
type Seen = {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly area: { readonly bounds: readonly GeoBounds[] } | null;
};

/** Who may have made a request, by where it is. */
function candidatesByPlace({ latitude, longitude, area }: Seen): Resident[] {
  if (latitude !== null && longitude !== null)
    return residents.filter(({ publicPoint }) => distanceM(publicPoint, { latitude, longitude }) < 1);
  if (!area) return residents;
  return residents.filter(({ publicPoint }) => area.bounds.some((box) => boundsContain(box, publicPoint)));
}

const get = async (who: TestCaller, url: string): Promise<string> => {
  const { statusCode, body } = await as(who, { url });
  return `${statusCode} ${body}`;
};

/** What else home calls, for every viewer. */
const SCREENS = [
  '/api/food-listings?limit=100',
  '/api/recent-activity',
  '/api/conversations',
  '/api/claims',
  '/api/leaderboard/monthly',
  '/api/leaderboard/all-time',
  '/api/smart-match/recommendations',
];

/** All that the attacker reads of requests and of these people. */
async function everything(id: string, candidates: readonly Resident[]): Promise<string> {
  const around = 'north=47.9&south=47.3&east=-122&west=-122.7';
  const urls = [
    '/api/emergency-requests/active',
    `/api/emergency-requests/${id}`,
    '/api/notifications',
    ...[100, 1000, 5000].map((radius) => `/api/map/cluster?${around}&radius=${radius}`),
    ...SCREENS,
    ...candidates.map(({ userId }) => `/api/users/${userId}`),
  ];
  return (await Promise.all(urls.map((url) => get(attacker, url)))).join('\n');
}

/** Blocks a person, and takes it back. */
const withBlock = async <Result>(userId: string, read: () => Promise<Result>): Promise<Result> => {
  await as(attacker, { method: 'POST', url: '/api/blocks', payload: { userId } });
  const result = await read();
  await as(attacker, { method: 'DELETE', url: `/api/blocks/${userId}` });
  return result;
};

/** Whether the request is there in every call that shows it. */
async function isShown(id: string): Promise<string> {
  const clusters = await get(
    attacker,
    '/api/map/cluster?north=47.9&south=47.3&east=-122&west=-122.7&radius=5000',
  );
  const counted = [...clusters.matchAll(/"bounds":\[[^\]]*\],"count":(\d+)/g)].map(([, count]) => count);
  return JSON.stringify([
    (await get(attacker, '/api/emergency-requests/active')).includes(id),
    (await get(attacker, `/api/emergency-requests/${id}`)).startsWith('200'),
    (await get(attacker, '/api/notifications')).includes(id),
    counted.toSorted((a = '', b = '') => Number(a) - Number(b)),
  ]);
}

/** Those left once the attacker has blocked each candidate, and the author of the request. */
async function candidatesByBlocks(id: string, candidates: readonly Resident[]): Promise<Resident[]> {
  const before = await isShown(id);
  for (const candidate of candidates)
    if ((await withBlock(candidate.userId, () => isShown(id))) !== before) return [candidate];
  const people = await Promise.all(candidates.map(({ userId }) => get(attacker, `/api/users/${userId}`)));
  await as(attacker, { method: 'POST', url: `/api/emergency-requests/${id}/block` });
  const after = await Promise.all(candidates.map(({ userId }) => get(attacker, `/api/users/${userId}`)));
  const changed = candidates.filter((_candidate, nth) => people[nth] !== after[nth]);
  return changed.length > 0 ? changed : [...candidates];
}

/** Those left once each of the attacker's accounts has blocked one half of the others, and tried to help. */
async function candidatesByMatches(id: string, candidates: readonly Resident[]): Promise<Resident[]> {
  let left = [...candidates];
  for (const puppet of puppets) {
    const half = new Set(left.filter((_one, nth) => nth % 2 === 0));
    for (const { userId } of half)
      await as(puppet, { method: 'POST', url: '/api/blocks', payload: { userId } });
    const post = { method: 'POST', payload: {} } as const;
    const { statusCode } = await as(puppet, { ...post, url: `/api/emergency-requests/${id}/match` });
    left = left.filter((one) => half.has(one) === (statusCode === 409));
    if (statusCode === 201) await fixture.release(puppet, id);
  }
  return left;
}

describe(`the author of a request, among ${HOUSEHOLDS} households`, () => {
  test('is one of at least ten, by all calls, with blocks, and with nine accounts around one home', async () => {
    const chances: number[] = [];
    for (let nth = 0; nth < ASKERS; nth++) {
      const author = residents[Math.floor(random() * residents.length)];
      if (!author) throw new Error('nobody');
      const { id } = await ask(author, { ...wander(author.home), radiusKm: 50 });
      const seen: Seen = JSON.parse((await get(attacker, `/api/emergency-requests/${id}`)).slice(4));
      const candidates = candidatesByPlace(seen);
      expect(candidates.map(({ userId }) => userId)).toContain(author.userId);
      const told = await everything(id, []);
      for (const clue of [author.userId, 'Ruth', 'Nothing left until Friday', 'No oven'])
        expect(told).not.toContain(clue);
      // every block costs four calls: a few of the requests are attacked in full
      const left = nth < sized(1, 20) ? await candidatesByBlocks(id, candidates) : candidates;
      // each account may try three times a day
      const ways = [left, ...(nth < sized(1, 3) ? [await candidatesByMatches(id, left)] : [])];
      for (const way of ways)
        chances.push(way.some(({ userId }) => userId === author.userId) ? 1 / way.length : 0);
      await cancelRequest(ctx, author, id);
    }
    expect(Math.max(...chances)).toBeLessThanOrEqual(1 / 10);
  }, 240_000);

  test('is one of ten from every home, also from the one that the attacker’s accounts surround', async () => {
    const chances: number[] = [];
    for (const resident of residents) {
      const { bounds } = await previewArea(ctx, resident, wander(resident.home));
      const area = bounds.length > 0 ? { bounds } : null;
      const candidates = candidatesByPlace({ latitude: null, longitude: null, area });
      expect(candidates).toContain(resident);
      chances.push(1 / candidates.length);
    }
    expect(Math.max(...chances)).toBeLessThanOrEqual(1 / 10);
    // and not because there are no areas
    expect(Math.max(...chances)).toBeGreaterThan(1 / 100);
  }, 120_000);

  test('is not revealed by sharing stats: no step changes in the week after the help', async () => {
    const [author, helper] = [residents.find((one) => !isDonor(one)), residents.find(isDonor)];
    if (!author || !helper) throw new Error('nobody');
    const watched = residents.filter(
      (one, nth) => [author, helper].includes(one) || nth % sized(16, 1) === 0,
    );
    // both are one handover short of a step
    for (const giver of [author, helper]) await giveTo(giver, puppets.slice(0, 2), 4);
    clock.forward(8 * DAY_MS);
    const seen = async (): Promise<readonly string[]> => {
      await keepSessions();
      await accounts.renewStandings(ctx);
      return Promise.all(watched.map(({ userId }) => get(attacker, `/api/users/${userId}`)));
    };
    const before = await seen();
    const { id } = await ask(author, { ...wander(author.home), radiusKm: 50 });
    await matchRequest(ctx, helper, id);
    await pool.query(`update person_standing set shares_step = 'often' where person_id = $1`, [
      author.userId,
    ]);
    const [met] = JSON.parse((await get(helper, '/api/conversations')).slice(4));
    expect(met.otherUser).toMatchObject({ isAnonymous: true, standing: NO_STANDING });
    await pool.query('update person_standing set shares_step = null where person_id = $1', [author.userId]);
    await fixture.confirm(helper, id);
    await fixture.confirm(author, id);
    for (let night = 1; night <= 6; night++) {
      clock.forward(DAY_MS);
      expect(await seen()).toEqual(before);
    }
    clock.forward(2 * DAY_MS);
    const later = await seen();
    expect(watched.filter((_one, nth) => later[nth] !== before[nth])).toEqual([helper]);
  }, 240_000);

  test('leaves no trace before the request is sent: neither the suggested food nor the previewed area', async () => {
    const author = residents.find((one) => !isDonor(one));
    if (!author) throw new Error('nobody');
    await nextMonth();
    const read = async () => {
      const urls = [...SCREENS, '/api/emergency-requests/active', `/api/users/${author.userId}`];
      return Promise.all(urls.map((url) => get(attacker, url)));
    };
    const before = await read();
    const { latitude, longitude } = wander(author.home);
    // the calls of the three questions, in their order
    for (const url of ['/api/emergency-requests/asking', '/api/food-listings'])
      expect(await get(author, url)).toMatch(/^200 /);
    const shown = await as(author, {
      url: `/api/emergency-requests/area?latitude=${latitude}&longitude=${longitude}`,
    });
    expect(shown.statusCode).toBe(200);
    expect(await read()).toEqual(before);
  });

  test('control: would be identified by the public point of their home', () => {
    const chances = residents.map(({ home, publicPoint }) => {
      const { latitude, longitude } = pointAt(publicPoint, 0, 0);
      const left = candidatesByPlace({ latitude, longitude, area: null });
      return left.some((candidate) => candidate.home === home) ? 1 / left.length : 0;
    });
    expect(Math.max(...chances)).toBeGreaterThan(1 / 10);
  });
});
