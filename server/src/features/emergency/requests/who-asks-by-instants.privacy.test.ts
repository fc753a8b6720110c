import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { closeAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import { settleDueListings } from '#server/features/listings/lifecycle/stock.ts';
import * as listings from '#server/features/listings/share/create-listing.ts';
import { pausePerson } from '#server/features/moderation/admin/admin.service.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { longTest, RUN_SEED } from '#server/test/long-run.ts';
import { emptyTables } from '#server/test/test-database.ts';
import { sendDueWaves } from '../alerts/alerts.ts';
import { matchRequest } from '../matching/match-request.ts';
import { showDueRequests } from './show-later.ts';
import { cancelRequest } from './request-actions.ts';
import { seededRandom } from '#server/demo/demo-context.ts';

/*
 * "Who is this request?", by instants. An attacker knows at which instant anything public changes, by frames and by
 * looking without end: an account disappears, servings are taken. They guess which request belongs to it, at first sight
 * or after they have tried to help with one.
 */

const fixture = await emergencyFixture();
const { ctx, pool, clock, as, person, donor, ask, listingBody } = fixture;
const liveAddress = (await fixture.listen()).replace('http', 'ws');

/** Far from the area that the fixture plants: without one, a request reaches everyone. */
const TOWN: GeoPoint = { latitude: 47.6062031, longitude: -122.3320713 };

let dice = seededRandom(RUN_SEED);
const random = (): number => dice.next();

async function joinedLongAgo(joins: Promise<TestCaller>): Promise<TestCaller> {
  const who = await joins;
  await pool.query(`update person set created_at = created_at - interval '70 days' where id = $1`, [
    who.userId,
  ]);
  return who;
}
const keepSessions = () =>
  pool.query('update session set updated_at = $1, expires_at = $2', [
    clock.now(),
    new Date(clock.at + 30 * DAY_MS),
  ]);
const get = async (who: TestCaller, url: string): Promise<string> => (await as(who, { url })).body;

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
  /** Those of them that are refused to who tries to help, as if someone already did. */
  readonly refused: ReadonlySet<string>;
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

  async function simulate(town: Town, seed: number) {
    dice = seededRandom(seed);
    await emptyTables(pool, 'person', 'live_event');
    await keepSessions();
    const authors: TestCaller[] = [];
    for (let nth = 0; nth < town.people; nth++) authors.push(await joinedLongAgo(person('Ruth', 'Abara')));
    const foods: { readonly giver: TestCaller; readonly id: string }[] = [];
    for (let nth = 0; nth < Math.max(12, town.people / 5); nth++) {
      const giver = await joinedLongAgo(donor(TOWN));
      const { id } = await listings.createListing(ctx, giver, {
        ...listingBody(TOWN),
        estimatedServings: 40,
        availableUntil: new Date(clock.at + 6 * DAY_MS).toISOString(),
        bestByDate: new Date(clock.at + 7 * DAY_MS).toISOString(),
      });
      foods.push({ giver, id });
    }
    const eye = await donor(TOWN);
    const socket = await openLive(`${liveAddress}/ws`, { cookie: eye.cookie, origin: fixture.origin });
    socket.send({ type: 'register_emergency_donor' });
    socket.send({
      type: 'subscribe_heat_map_updates',
      bounds: { north: 47.9, south: 47.3, east: -122, west: -122.7 },
    });
    const ids: string[] = [];
    const looks: Look[] = [];
    let left = 0;
    const one = <Item>(items: readonly Item[], nth: number): Item => {
      const item = items[nth % items.length];
      if (item === undefined) throw new Error('nobody');
      return item;
    };
    async function perform({ what, request }: Act): Promise<void> {
      const author = one(authors, request);
      const id = ids[request] ?? '';
      const drawn = Math.floor(random() * foods.length);
      // who helps may do so three times a day
      const food = one(foods, what === 'given' ? Math.floor(request / 6) : drawn);
      if (what === 'ask') ids[request] = (await ask(author, TOWN)).id;
      else if (what === 'cancelled') await cancelRequest(ctx, author, id);
      else if (what === 'brought') await matchRequest(ctx, await donor(TOWN), id);
      else if (what === 'given') await matchRequest(ctx, food.giver, id, { listingId: food.id, servings: 3 });
      else if (what === 'claim')
        await claims.claimListing(ctx, await fixture.member(), food.id, 1).catch(() => {});
      else if (left++ % 2 === 0) await pausePerson(ctx, author.userId, 'looked at');
      else await closeAccount(ctx, author, undefined);
    }
    async function look(act: Act | null): Promise<void> {
      await showDueRequests(ctx);
      await settleDueListings(ctx);
      await sendDueWaves(ctx);
      if (act) await perform(act);
      await ctx.eventLog.catchUp(30_000);
      const before = looks.reduce((sum, { frames }) => sum + frames.length, 0);
      const listed: { id: string }[] = JSON.parse(await get(eye, '/api/emergency-requests/active'));
      const food: { id: string; servingsLeft: number }[] =
        town.claims > 0 ? JSON.parse(await get(eye, '/api/food-listings?limit=200')) : [];
      const frames = socket.received.map((frame) => JSON.stringify(frame)).slice(before);
      const refused = act?.what === 'gone' ? await refusedAmong(listed) : new Set<string>();
      looks.push({
        atMs: clock.at,
        act,
        open: new Set(listed.map(({ id }) => id)),
        left: new Map(food.map(({ id, servingsLeft }) => [id, servingsLeft])),
        frames,
        refused,
      });
    }
    /** Those of these requests that have a helper or an end. One is tried in fact, by an account of its own. */
    async function refusedAmong(listed: readonly { readonly id: string }[]): Promise<Set<string>> {
      const { rows } = await pool.query<{ id: string }>(
        `select id from emergency_request where id = any($1) and status <> 'pending'`,
        [listed.map(({ id }) => id)],
      );
      const refused = new Set(rows.map(({ id }) => id));
      const id = listed[Math.floor(random() * listed.length)]?.id ?? '';
      const url = `/api/emergency-requests/${id}/match`;
      const hand = await donor(TOWN);
      const { statusCode } = await as(hand, { method: 'POST', url, payload: {} });
      expect(statusCode).toBe(refused.has(id) ? 409 : 201);
      if (statusCode === 201) await fixture.release(hand, id);
      return refused;
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

  /** How the request ended for others: with a helper, after its full time, or before. */
  function endOf(id: string, looks: readonly Look[]): 'helped' | 'full' | 'early' {
    if (
      looks.some(({ frames }) => frames.some((one) => one.includes(id) && one.includes('emergency_matched')))
    )
      return 'helped';
    const seen = looks.filter(({ open }) => open.has(id)).map(({ atMs }) => atMs);
    return Math.max(...seen) - Math.min(...seen) >= DAY_MS - 2 * LOOK_MS ? 'full' : 'early';
  }

  /** The chances of the best guesses at the author of each request whose account disappears. */
  function chancesOf({ looks, ids }: Awaited<ReturnType<typeof simulate>>) {
    const byInstant: number[] = [];
    const among: number[] = [];
    const later: { helped: number[]; full: number[]; early: number[] } = { helped: [], full: [], early: [] };
    const byTry: number[] = [];
    const chanceIn = (own: string, candidates: readonly string[]): number =>
      candidates.includes(own) ? 1 / candidates.length : 0;
    const ends = new Map(ids.map((id) => [id, endOf(id, looks)]));
    for (const [nth, { act, open, refused }] of looks.entries()) {
      if (act?.what !== 'gone') continue;
      const own = ids[act.request] ?? '';
      byInstant.push(chanceIn(own, changedAt(looks, nth, ids)));
      const candidates = [...open];
      among.push(chanceIn(own, candidates));
      // a refused one is the guess, else any other: the chance over all that they may try
      const others = candidates.filter((id) => id !== own);
      const isMissed = (id: string): boolean => !refused.has(id);
      byTry.push(
        (Number(open.has(own)) + others.filter(isMissed).length / others.length) / candidates.length,
      );
      // of these, the ones that have ended in one way
      for (const end of ['helped', 'full', 'early'] as const)
        later[end].push(
          chanceIn(
            own,
            candidates.filter((id) => ends.get(id) === end),
          ),
        );
    }
    return { byInstant, among, ...later, byTry };
  }

  const mean = (numbers: readonly number[]): number =>
    numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

  /** Two standard errors of the mean. */
  const errorOf = (numbers: readonly number[]): number =>
    2 * Math.sqrt(mean(numbers.map((one) => (one - mean(numbers)) ** 2)) / numbers.length);

  /** The chances in towns of thirty with a request an hour, one for each seed. */
  async function chancesWith(seeds: readonly number[]) {
    const runs: ReturnType<typeof chancesOf>[] = [];
    for (const seed of seeds)
      runs.push(chancesOf(await simulate({ people: 30, perHour: 1, claims: 0 }, seed)));
    const all = (way: keyof ReturnType<typeof chancesOf>): number[] => runs.flatMap((run) => run[way]);
    const [byInstant, among, byTry] = [all('byInstant'), all('among'), all('byTry')];
    const later = { helped: all('helped'), full: all('full'), early: all('early') };
    const means = Object.entries({ byInstant, among, ...later, byTry }).map(
      ([way, each]) => `${way} ${mean(each).toFixed(3)} ± ${errorOf(each).toFixed(3)}`,
    );
    console.log(`chances with seeds ${seeds.join(', ')}: ${means.join(', ')}`);
    expect(among).toHaveLength(4 * seeds.length);
    for (const each of [byInstant, among]) expect(mean(each)).toBeLessThanOrEqual(1 / 10);
    // a try is a guess, and says whether it is right: as much as who may guess twice knows, and no more
    expect(mean(byTry)).toBeLessThanOrEqual(2 * mean(among) + 1e-9);
    // its request is there for them to guess at
    expect(Math.min(...among)).toBeGreaterThan(0);
    return later;
  }

  test('is one of ten in a town of thirty with a request an hour, when an account closes or is paused', async () => {
    // how requests end tells nothing either, with any number of towns: `end-like-others.test.ts`
    await chancesWith([RUN_SEED]);
  }, 240_000);

  longTest(
    'so with five seeds, also once they have ended',
    async () => {
      const later = await chancesWith([0, 1, 2, 3, 4].map((nth) => RUN_SEED + nth));
      for (const [way, each] of Object.entries(later))
        expect(mean(each) - errorOf(each), way).toBeLessThanOrEqual(1 / 10);
    },
    2_400_000,
  );

  longTest(
    'and among 200 households; the listing that answers a request is one of six where food is claimed',
    async () => {
      const run = await simulate({ people: 200, perHour: 4, claims: 24 }, RUN_SEED);
      const { byInstant, among, byTry } = chancesOf(run);
      for (const each of [byInstant, among, byTry]) expect(mean(each)).toBeLessThanOrEqual(1 / 10);
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
      // whose food it was, not who asked: as many as gave food to others in that half hour
      expect(given.length).toBeGreaterThan(10);
      expect(mean(given)).toBeLessThanOrEqual(1 / 6);
    },
    2_400_000,
  );
});
