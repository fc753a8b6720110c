import { NO_STANDING } from '@openlarder/domain/accounts/standing.ts';
import {
  distanceM,
  type GeoBounds,
  type GeoPoint,
  pointAt,
  boundsContain,
} from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { closeAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import * as accounts from '#server/features/accounts/standing/standing.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { settleDueListings } from '#server/features/listings/lifecycle/stock.ts';
import * as listings from '#server/features/listings/share/create-listing.ts';
import { pausePerson } from '#server/features/moderation/admin/admin.service.ts';
import { placesToday } from '#server/features/places/daily-place.ts';
import { setProfilePlace } from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { longTest, sized } from '#server/test/long-run.ts';
import { previewArea } from './area-of-point.ts';
import { buildAreasOfMonth } from './build-areas.ts';
import { matchRequest } from '../matching/match-request.ts';
import { showDueRequests } from '../requests/end-request.ts';
import { cancelRequest } from '../requests/request-actions.ts';

/*
 * "Who is this request?" An attacker has the source, an account of every kind, nine more that are months old, and
 * blocks at will. They know the public point of each person, and who lives together. They read all calls about a
 * request, before and after each block, try to help with it, watch every night what neighbors see of each other, and
 * name the one who is left. They know at which instant anything public changes, by frames and by looking without end.
 */

const fixture = await emergencyFixture();
const { ctx, pool, clock, as, person, donor, ask, listingBody } = fixture;
const liveAddress = (await fixture.listen()).replace('http', 'ws');

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
      const left = nth < sized(2, 20) ? await candidatesByBlocks(id, candidates) : candidates;
      // each account may try three times a day
      const ways = [left, ...(nth < sized(2, 3) ? [await candidatesByMatches(id, left)] : [])];
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
    // both are one handover short of a step
    for (const giver of [author, helper]) await giveTo(giver, puppets.slice(0, 2), 4);
    clock.forward(8 * DAY_MS);
    const seen = async (): Promise<readonly string[]> => {
      await keepSessions();
      await accounts.renewStandings(ctx);
      return Promise.all(residents.map(({ userId }) => get(attacker, `/api/users/${userId}`)));
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
    expect(residents.filter((_one, nth) => later[nth] !== before[nth])).toEqual([helper]);
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

/** What becomes of a request of the simulation of instants. */
type Fate = 'given' | 'brought' | 'cancelled' | 'left' | 'gone';
type Act = {
  readonly atMs: number;
  readonly request: number;
  readonly what: 'ask' | Fate | 'claim';
};
/** What the attacker sees at one instant. */
type Look = {
  readonly atMs: number;
  readonly act: Act | null;
  /** The requests that they see as pending. */
  readonly open: ReadonlySet<string>;
  /** The servings that are left of each listing. */
  readonly left: ReadonlyMap<string, number>;
  /** The frames since the look before. */
  readonly frames: readonly string[];
  /** The request that they then try to help with, and whether someone already helps. */
  readonly tried: { readonly id: string; readonly isRefused: boolean } | null;
};

/** As many people as take part, who ask in turn, one an hour or more often. */
type Town = {
  readonly people: number;
  readonly perHour: number;
  /** Plain claims in the hour around each match with a listing. */
  readonly claims: number;
};

describe('the author of a request, by instants', () => {
  const LOOK_MS = HOUR_MS;

  /** A time in which everyone asks once, and each fate has its share; four times an author disappears. */
  function actsOf({ people, perHour, claims: around }: Town, fromMs: number): Act[] {
    const FATES: readonly Fate[] = ['given', 'cancelled', 'brought', 'cancelled', 'left', 'cancelled'];
    const stepMs = HOUR_MS / perHour;
    const goneAt = [5, 11, 17, 23].map((nth) => Math.floor((nth / 30) * people));
    return Array.from({ length: people }, (_none, request): Act[] => {
      const askedMs = fromMs + Math.floor((request + random()) * stepMs);
      const isGone = goneAt.indexOf(request);
      // once as many are open as ever, one after the other
      const goneMs = fromMs + Math.floor((people - 6 + isGone) * stepMs);
      const fate = FATES[request % FATES.length] ?? 'left';
      const what = isGone >= 0 ? 'gone' : fate;
      const atMs = isGone >= 0 ? goneMs : askedMs + Math.floor(random() * 23 * HOUR_MS);
      const plain = Array.from({ length: what === 'given' ? around : 0 }, (): Act => {
        return { atMs: atMs + Math.floor((random() - 0.5) * HOUR_MS), request, what: 'claim' };
      });
      return [{ atMs: askedMs, request, what: 'ask' }, { atMs, request, what }, ...plain];
    })
      .flat()
      .filter(({ what }) => what !== 'left')
      .toSorted((a, b) => a.atMs - b.atMs);
  }

  async function simulate(town: Town) {
    await keepSessions();
    const authors = residents.filter((one) => !isDonor(one)).slice(0, town.people);
    const foods: { readonly giver: TestCaller; readonly id: string }[] = [];
    for (let nth = 0; nth < Math.max(12, town.people / 5); nth++) {
      const giver = await donor(TOWN);
      await age(giver, 70);
      const { id } = await listings.createListing(ctx, giver, {
        ...listingBody(wander(TOWN)),
        estimatedServings: 40,
        availableUntil: new Date(clock.at + 6 * DAY_MS).toISOString(),
        bestByDate: new Date(clock.at + 7 * DAY_MS).toISOString(),
      });
      foods.push({ giver, id });
    }
    const [eye, hand] = [await donor(TOWN), await donor(TOWN)];
    const socket = await openLive(`${liveAddress}/ws`, { cookie: eye.cookie, origin: fixture.origin });
    socket.send({ type: 'register_emergency_donor' });
    socket.send({
      type: 'subscribe_heat_map_updates',
      bounds: { north: 47.9, south: 47.3, east: -122, west: -122.7 },
    });
    const ids: string[] = [];
    const looks: Look[] = [];
    const one = <Item>(items: readonly Item[], nth: number): Item => {
      const item = items[nth % items.length];
      if (item === undefined) throw new Error('nobody');
      return item;
    };
    async function perform({ what, request }: Act): Promise<void> {
      const author = one(authors, request);
      const id = ids[request] ?? '';
      const food = one(foods, Math.floor(random() * foods.length));
      if (what === 'ask') ids[request] = (await ask(author, { ...wander(author.home), radiusKm: 50 })).id;
      else if (what === 'cancelled') await cancelRequest(ctx, author, id);
      else if (what === 'brought') await matchRequest(ctx, await donor(TOWN), id);
      else if (what === 'given') await matchRequest(ctx, food.giver, id, { listingId: food.id, servings: 3 });
      else if (what === 'claim')
        await claims.claimListing(ctx, await fixture.member(), food.id, 1).catch(() => {});
      else if (request % 2 === 0) await pausePerson(ctx, author.userId, 'looked at');
      else await closeAccount(ctx, author, undefined);
    }
    async function look(act: Act | null): Promise<void> {
      await showDueRequests(ctx);
      await settleDueListings(ctx);
      if (act) await perform(act);
      await ctx.eventLog.catchUp(30_000);
      const before = looks.reduce((sum, { frames }) => sum + frames.length, 0);
      const listed: { id: string }[] = JSON.parse(
        (await get(eye, '/api/emergency-requests/active')).slice(4),
      );
      const food: { id: string; servingsLeft: number }[] =
        town.claims > 0 ? JSON.parse((await get(eye, '/api/food-listings?limit=200')).slice(4)) : [];
      const frames = socket.received.map((frame) => JSON.stringify(frame)).slice(before);
      const chosen = listed[Math.floor(random() * listed.length)]?.id;
      // each account has three matches a day
      const isTried = act?.what === 'gone' && looks.filter(({ tried }) => tried !== null).length < 3;
      looks.push({
        atMs: clock.at,
        act,
        open: new Set(listed.map(({ id }) => id)),
        left: new Map(food.map(({ id, servingsLeft }) => [id, servingsLeft])),
        frames,
        tried: isTried && chosen !== undefined ? { id: chosen, isRefused: await isTaken(chosen) } : null,
      });
    }
    /** Tries to help, and lets go again. */
    async function isTaken(id: string): Promise<boolean> {
      const url = `/api/emergency-requests/${id}/match`;
      const { statusCode } = await as(hand, { method: 'POST', url, payload: {} });
      if (statusCode === 201) await fixture.release(hand, id);
      return statusCode === 409;
    }
    const fromMs = clock.at;
    const acts = actsOf(town, fromMs);
    const endMs = Math.max(...acts.map(({ atMs }) => atMs)) + 12 * HOUR_MS;
    for (let next = 0; clock.at < endMs; ) {
      const act = acts[next];
      const lookMs = clock.at + LOOK_MS;
      if (act && act.atMs <= lookMs) {
        clock.at = Math.max(clock.at, act.atMs);
        next++;
        await look(act);
      } else {
        clock.at = lookMs;
        await look(null);
      }
      if (looks.length % 20 === 0) await keepSessions();
    }
    await socket.leave();
    return { looks, ids };
  }

  /** The requests of which something shows at a look: they appear, disappear, or a frame names them. */
  function changedAt(looks: readonly Look[], nth: number, ids: readonly string[]): string[] {
    const [before, now] = [looks[nth - 1]?.open ?? new Set(), looks[nth]];
    return ids.filter(
      (id) =>
        before.has(id) !== now?.open.has(id) ||
        now.frames.some((frame) => frame.includes(id) && !frame.includes('emergency_alert')),
    );
  }

  /** The chances of the best guesses at the author of each request whose account disappears. */
  function chancesOf({ looks, ids }: Awaited<ReturnType<typeof simulate>>) {
    const byInstant: number[] = [];
    const among: number[] = [];
    const later: number[] = [];
    const byTry: number[] = [];
    const chanceIn = (own: string, candidates: readonly string[]): number =>
      candidates.includes(own) ? 1 / candidates.length : 0;
    for (const [nth, { act, open, tried }] of looks.entries()) {
      if (act?.what !== 'gone') continue;
      const own = ids[act.request] ?? '';
      byInstant.push(chanceIn(own, changedAt(looks, nth, ids)));
      const candidates = [...open];
      among.push(chanceIn(own, candidates));
      const isLeft = (id: string): boolean =>
        tried === null || (tried.isRefused ? id === tried.id : id !== tried.id);
      byTry.push(chanceIn(own, candidates.filter(isLeft)));
      // of these, the ones that end before their time, and not by a match
      const isMatched = (id: string): boolean =>
        looks.some(({ frames }) =>
          frames.some((frame) => frame.includes(id) && frame.includes('emergency_matched')),
        );
      later.push(
        chanceIn(
          own,
          candidates.filter((id) => !isMatched(id)),
        ),
      );
    }
    return { byInstant, among, later, byTry };
  }

  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

  test('is one of ten in a town of thirty with a request an hour, when an account closes or is paused', async () => {
    const run = await simulate({ people: 30, perHour: 1, claims: 0 });
    const chances = chancesOf(run);
    expect(chances.among).toHaveLength(4);
    for (const [way, each] of Object.entries(chances)) expect(mean(each), way).toBeLessThanOrEqual(1 / 10);
    // its request is there for them to guess at
    expect(Math.min(...chances.among)).toBeGreaterThan(0);
  }, 240_000);

  longTest(
    `and among ${HOUSEHOLDS} households, as is the listing that answers a request where food is claimed`,
    async () => {
      const run = await simulate({ people: 120, perHour: 4, claims: 24 });
      for (const [way, each] of Object.entries(chancesOf(run)))
        expect(mean(each), way).toBeLessThanOrEqual(1 / 10);
      const { looks, ids } = run;
      const given: number[] = [];
      for (const { act, atMs } of looks) {
        if (act?.what !== 'given') continue;
        const id = ids[act.request] ?? '';
        const shown = looks.find(
          (one) =>
            one.atMs >= atMs &&
            one.frames.some((frame) => frame.includes(id) && frame.includes('emergency_matched')),
        );
        if (!shown) continue;
        const isWithin = (look: Look): boolean =>
          look.atMs > shown.atMs - 41 * MINUTE_MS && look.atMs <= shown.atMs - 10 * MINUTE_MS;
        const taken = new Set<string>();
        for (const [nth, one] of looks.entries())
          for (const [listingId, left] of one.left)
            if (isWithin(one) && left < (looks[nth - 1]?.left.get(listingId) ?? left)) taken.add(listingId);
        given.push(1 / Math.max(1, taken.size));
      }
      expect(mean(given)).toBeLessThanOrEqual(1 / 10);
    },
    1_200_000,
  );
});
