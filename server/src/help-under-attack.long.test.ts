import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { buildAreasOfMonth } from '#server/features/emergency/areas/build-areas.ts';
import { expireRequests } from '#server/features/emergency/requests/end-request.ts';
import { showDueRequests } from '#server/features/emergency/requests/show-later.ts';
import { settleDueListings } from '#server/features/listings/lifecycle/stock.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { RUN_SEED } from '#server/test/long-run.ts';
import { seededRandom } from './demo/demo-context.ts';

/*
 * "Can help be taken away?" The same requests are made twice, by the same people at the same minutes: once where only
 * known donors help, and once beside an attacker with 50 new accounts on as many network addresses and 5 accounts
 * of members. Those are faster than everyone else, and do all that the product lets them. A known donor looks now and
 * then, and helps with the first three of the list for as long as the product lets them; how tired of false requests a
 * donor becomes is not measured. "Answered" is by a known donor within the request's 24 hours. Rate limits count in real
 * time, so they are off.
 */

const fixture = await emergencyFixture();
const { ctx, clock, pool, as, person, donor } = fixture;

const TOWN: GeoPoint = { latitude: 47.6062031, longitude: -122.3320713 };
const STEP_MS = 10 * MINUTE_MS;
const NEW_ACCOUNTS = 50;
const MEMBERS = 5;
const SEEDS = Array.from({ length: 5 }, (_none, nth) => RUN_SEED + nth);
/** With how many requests a known donor helps at a time. */
const PER_VISIT = 3;

type Community = {
  readonly people: number;
  readonly knownDonors: number;
  readonly requests: number;
  /** How long ago its people joined. */
  readonly ageMs: number;
};
type Account = TestCaller & { readonly address: string };
type Answer = { readonly status: number; readonly body: string };
const json = (answer: Answer) => JSON.parse(answer.body);

/** One call; a refusal is part of the simulation, a failure is not. */
async function call(who: Account, method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
  const { statusCode: status, body } = await as(who, {
    method,
    url,
    remoteAddress: who.address,
    ...(payload && { payload }),
  });
  if (status >= 500) throw new Error(`${method} ${url}: ${status} ${body}`);
  return { status, body };
}
const post = (who: Account, url: string, payload: object = {}): Promise<Answer> =>
  call(who, 'POST', url, payload);
const REQUESTS = '/api/emergency-requests';

/** The open match of a request, or an offer beside one, and what has been said in it. */
type OpenMatch = {
  readonly request_id: string;
  readonly is_offer: boolean;
  readonly handover_id: string;
  readonly conversation_id: string;
  readonly helper_id: string;
  readonly requester_id: string;
  readonly matched_at: Date;
  readonly agreed_time: Date | null;
  readonly proposed_time: Date | null;
  readonly is_confirmed: boolean;
  readonly helper_spoke: boolean;
  readonly requester_spoke: boolean;
};
async function openMatches(): Promise<OpenMatch[]> {
  const spoke = (
    side: string,
  ) => `exists (select from message where message.conversation_id = h.conversation_id
    and message.sender_id = h.${side} and message.event is null and message.created_at >= h.created_at)`;
  const { rows } = await pool.query<OpenMatch>(
    `select m.request_id, h.release_reason = 'beside' is true as is_offer, h.id as handover_id, h.conversation_id, h.giver_id as helper_id,
      h.receiver_id as requester_id, h.created_at as matched_at, h.agreed_time, h.proposed_time,
      h.giver_confirmed_at is not null as is_confirmed, ${spoke('giver_id')} as helper_spoke,
      ${spoke('receiver_id')} as requester_spoke
    from emergency_match m join handover h on h.id = m.handover_id
    where h.status = 'open' or (h.release_reason = 'beside' and exists (
      select from emergency_request as r where r.id = m.request_id and r.status in ('pending', 'matched')
        and not exists (select from emergency_match as later where later.request_id = r.id
          and later.helper_id = m.helper_id and later.created_at > m.created_at)))`,
  );
  return rows;
}

/**
 * What became of one request of the community's own people: after how many minutes a known donor had written to its
 * author, and after how many one was its helper.
 */
type Fate = { readonly minutes: number | null; readonly helpedMinutes: number | null };
type Run = {
  readonly fates: readonly Fate[];
  /** Refusals of known donors' matches, by code; of limits by what is said. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Requests in need that a known donor, who had not tried to help yet, did not see. */
  readonly unseen: number;
};

async function simulate(community: Community, seed: number, { isAttacked = false } = {}): Promise<Run> {
  await pool.query('truncate person, live_event, request_area_build cascade');
  clock.at = Date.parse('2026-05-04T08:00:00Z');
  const dice = seededRandom(seed);
  const random = (): number => dice.next();
  const near = (): GeoPoint => pointAt(TOWN, Math.sqrt(random()) * 2500, random() * 2 * Math.PI);
  let addresses = 0;
  async function join(isDonor: boolean, ageMs: number): Promise<Account> {
    const who = isDonor ? await donor(null) : await person('Ruth', 'Abara');
    await fixture.settle(who, near());
    await pool.query('update person set created_at = $2 where id = $1', [
      who.userId,
      new Date(clock.at - ageMs),
    ]);
    addresses++;
    return { ...who, address: `10.7.${addresses >> 8}.${addresses & 255}` };
  }
  // places count from the day after
  clock.forward(-DAY_MS);
  const donors: Account[] = [];
  const neighbors: Account[] = [];
  for (let nth = 0; nth < community.people; nth++) {
    const isDonor = nth < community.knownDonors;
    (isDonor ? donors : neighbors).push(await join(isDonor, community.ageMs));
  }
  await pool.query('update person set vouched_at = created_at where id = any($1)', [
    donors.map(({ userId }) => userId),
  ]);
  const enemies: Account[] = [];
  if (isAttacked)
    for (let nth = 0; nth < NEW_ACCOUNTS + MEMBERS; nth++)
      enemies.push(await join(true, nth < MEMBERS ? 30 * DAY_MS : 0));
  await buildAreasOfMonth(ctx);
  clock.forward(DAY_MS);
  const startMs = clock.at;
  if (isAttacked)
    await pool.query('update person set created_at = $2 where id = any($1)', [
      enemies.slice(MEMBERS).map(({ userId }) => userId),
      clock.now(),
    ]);
  await pool.query('update session set updated_at = $1, expires_at = $2', [
    clock.now(),
    new Date(clock.at + 9 * DAY_MS),
  ]);

  const planned = seededRandom(seed + 1);
  const plan = (): number => planned.next();
  const asks = Array.from({ length: community.requests }, (_none, nth) => ({
    who: neighbors[nth % neighbors.length],
    atMs: startMs + HOUR_MS + Math.floor(plan() * 3 * HOUR_MS),
    at: pointAt(TOWN, Math.sqrt(plan()) * 2500, plan() * 2 * Math.PI),
  }));
  const visits = donors.map(() => {
    const times: number[] = [];
    for (let at = startMs; at < startMs + 32 * HOUR_MS; at += (30 + plan() * 60) * MINUTE_MS) times.push(at);
    return times;
  });
  const byId = new Map([...donors, ...neighbors, ...enemies].map((one) => [one.userId, one]));
  const isKnown = new Set(donors.map(({ userId }) => userId));

  const real: { id: string; askedMs: number; answeredMs: number | null; helpedMs: number | null }[] = [];
  const realIds = new Set<string>();
  const refusals: Record<string, number> = {};
  let unseen = 0;
  const tried = new Map(donors.map(({ userId }) => [userId, new Set<string>()]));
  const listings = new Map<string, string>();
  const note = ({ status, body }: Answer): void => {
    if (status < 400) return;
    const { code, message }: { code: string; message: string } = JSON.parse(body);
    const reason = code === 'match-limit' ? message.replaceAll(/\d+/g, '#') : code;
    refusals[reason] = (refusals[reason] ?? 0) + 1;
  };
  const ask = (who: Account, at: GeoPoint, urgencyLevel: 'high' | 'emergency') =>
    post(who, REQUESTS, { ...fixture.requestBody(), ...at, radiusKm: 50, urgencyLevel });

  for (const each of donors) {
    const { id } = json(
      await post(each, '/api/food-listings', fixture.listingBody({ ...near(), estimatedServings: 6 })),
    );
    listings.set(each.userId, id);
  }

  /** The requests that need help now; `orHeld`: also where only someone not known helps. */
  async function inNeed({ orHeld = false } = {}): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      `select id from emergency_request as r where expires_at > $1 and (public_status = 'pending' or $2 and exists (
        select from emergency_match m join handover h on h.id = m.handover_id join person p on p.id = m.helper_id
        where m.request_id = r.id and h.status = 'open' and h.receiver_confirmed_at is null and p.vouched_at is null))`,
      [clock.now(), orHeld],
    );
    return rows.map(({ id }) => id);
  }

  /** The people of the community read and write as people do: to everyone who helps. */
  async function requestersAct(matches: readonly OpenMatch[]): Promise<void> {
    for (const match of matches) {
      if (!realIds.has(match.request_id)) continue;
      const who = byId.get(match.requester_id);
      if (!who) continue;
      const handover = `/api/handovers/${match.handover_id}`;
      if (match.is_confirmed) {
        const isTrue = isKnown.has(match.helper_id);
        await post(who, `${handover}/${isTrue ? 'complete' : 'dispute'}`);
      } else if (match.agreed_time && clock.at >= match.agreed_time.getTime() + 20 * MINUTE_MS) {
        await post(who, `${handover}/release`, { reason: 'stopped_waiting' });
      } else {
        if (match.helper_spoke && !match.requester_spoke)
          await post(who, `/api/conversations/${match.conversation_id}/messages`, { content: 'Thank you!' });
        if (match.proposed_time)
          await post(who, `${handover}/accept-time`, { time: match.proposed_time.toISOString() });
      }
    }
  }

  async function help(who: Account, id: string): Promise<void> {
    tried.get(who.userId)?.add(id);
    const url = `${REQUESTS}/${id}/match`;
    const withFood = await post(who, url, { listingId: listings.get(who.userId) });
    const answer =
      withFood.status === 409 && /not-(available|enough)/.test(withFood.body)
        ? await post(who, url)
        : withFood;
    note(answer);
    if (answer.status !== 201) return;
    const { rows } = await pool.query<{ id: string }>(
      `select h.conversation_id as id from emergency_match m join handover h on h.id = m.handover_id
      where m.request_id = $1 and m.helper_id = $2 order by m.created_at desc limit 1`,
      [id, who.userId],
    );
    const words = { content: 'I have soup. Is it for today?' };
    const said = await post(who, `/api/conversations/${rows[0]?.id}/messages`, words);
    expect(said.status).toBe(201);
    const request = real.find((one) => one.id === id);
    if (request) request.answeredMs ??= clock.at;
  }

  const isUnanswered = (id: string): boolean => real.some((one) => one.id === id && one.answeredMs === null);

  async function donorVisits(who: Account, matches: readonly OpenMatch[]): Promise<void> {
    for (const match of matches.filter(({ helper_id }) => helper_id === who.userId)) {
      const handover = `/api/handovers/${match.handover_id}`;
      if (match.is_offer) {
        if (match.requester_spoke) await post(who, `${REQUESTS}/${match.request_id}/match`);
      } else if (match.agreed_time && clock.at >= match.agreed_time.getTime() + 20 * MINUTE_MS)
        await post(who, `${handover}/release`, { reason: 'stopped_waiting' });
      else if (match.requester_spoke && realIds.has(match.request_id))
        await post(who, `${handover}/complete`);
      else if (match.requester_spoke && !match.agreed_time)
        await post(who, `${handover}/propose-time`, { time: new Date(clock.at + HOUR_MS).toISOString() });
      else if (!match.requester_spoke && clock.at >= match.matched_at.getTime() + HOUR_MS)
        await post(who, `${handover}/release`, { reason: 'no_answer' });
    }
    const list: { id: string }[] = json(await call(who, 'GET', `${REQUESTS}/active`));
    const listed = new Set(list.map(({ id }) => id));
    const own = tried.get(who.userId) ?? new Set();
    unseen += (await inNeed({ orHeld: true })).filter(
      (id) => isUnanswered(id) && !listed.has(id) && !own.has(id),
    ).length;
    const fresh = list.filter(({ id }) => !own.has(id));
    for (const { id } of fresh.slice(0, PER_VISIT)) await help(who, id);
  }

  const [claimed, triedBy] = [new Set<string>(), new Set<string>()];
  const [matchesOf, asked] = [new Map<string, number>(), new Map<string, number>()];
  const WORDS = 'I can bring you something warm. When are you at home?';
  async function enemiesAct(matches: readonly OpenMatch[]): Promise<void> {
    const styleOf = (id: string): number => enemies.findIndex(({ userId }) => userId === id) % 6;
    // all food is claimed
    for (const [giverId, listingId] of listings) {
      if (claimed.has(giverId)) continue;
      claimed.add(giverId);
      for (const enemy of enemies.slice(0, 12)) await post(enemy, `/api/food-listings/${listingId}/claim`);
    }
    for (const match of matches) {
      const handover = `/api/handovers/${match.handover_id}`;
      const talk = `/api/conversations/${match.conversation_id}/messages`;
      const helper = enemies.find(({ userId }) => userId === match.helper_id);
      const requester = enemies.find(({ userId }) => userId === match.requester_id);
      const ageMs = clock.at - match.matched_at.getTime();
      if (helper && realIds.has(match.request_id)) {
        const style = styleOf(helper.userId);
        if (style === 1 && !match.helper_spoke) await post(helper, talk, { content: WORDS });
        if (style === 2 && !match.agreed_time && !match.proposed_time)
          await post(helper, `${handover}/propose-time`, {
            time: new Date(clock.at + 3 * HOUR_MS).toISOString(),
          });
        if (style === 3 && ageMs >= 15 * MINUTE_MS)
          await post(helper, `${handover}/release`, { reason: 'not_genuine' });
        if (style === 4 && ageMs >= 15 * MINUTE_MS)
          await post(helper, `${handover}/release`, { reason: 'cannot_make_it' });
        if (style === 5 && ageMs >= 15 * MINUTE_MS) await post(helper, `${handover}/complete`);
      }
      if (requester && isKnown.has(match.helper_id)) {
        const style = styleOf(requester.userId);
        const isMember = enemies.indexOf(requester) < MEMBERS;
        if (isMember && match.helper_spoke) {
          // one who answers, agrees, and never comes
          if (!match.requester_spoke) await post(requester, talk, { content: 'Yes please' });
          if (match.proposed_time)
            await post(requester, `${handover}/accept-time`, { time: match.proposed_time.toISOString() });
        } else if (style === 2) await post(requester, `${REQUESTS}/${match.request_id}/cancel`);
        else if (style === 3) {
          await post(requester, '/api/reports', {
            subject: { type: 'person', id: match.helper_id },
            reason: 'harassment',
          });
          await post(requester, `${handover}/release`, { reason: 'no_answer' });
        } else if (style === 4) await post(requester, '/api/blocks', { userId: match.helper_id });
      }
    }
    const { rows } = await pool.query<{ requester_id: string }>(
      `select requester_id from emergency_request where status in ('pending', 'matched')`,
    );
    const asking = new Set(rows.map(({ requester_id }) => requester_id));
    for (const enemy of enemies)
      if (!asking.has(enemy.userId) && (asked.get(enemy.userId) ?? 0) < 3 && random() < 0.3) {
        await ask(enemy, near(), 'emergency');
        asked.set(enemy.userId, (asked.get(enemy.userId) ?? 0) + 1);
      }
    const open = await inNeed();
    for (const id of open.filter((one) => realIds.has(one))) {
      let tries = 0;
      for (const enemy of enemies) {
        if ((matchesOf.get(enemy.userId) ?? 0) >= 3 || triedBy.has(`${enemy.userId} ${id}`)) continue;
        const { status, body } = await post(enemy, `${REQUESTS}/${id}/match`);
        tries++;
        if (body.includes('known-only')) break;
        triedBy.add(`${enemy.userId} ${id}`);
        if (status === 201) matchesOf.set(enemy.userId, (matchesOf.get(enemy.userId) ?? 0) + 1);
        if (status === 201 || tries === 3) break;
      }
    }
    if (clock.at === startMs + 2 * HOUR_MS)
      for (const id of open)
        for (const enemy of enemies.slice(0, 10)) {
          await post(enemy, '/api/reports', { subject: { type: 'request', id }, reason: 'dishonest' });
          if (enemy === enemies[9]) await post(enemy, `${REQUESTS}/${id}/block`);
        }
  }

  const next = visits.map(() => 0);
  for (; clock.at < startMs + 28 * HOUR_MS; clock.forward(STEP_MS)) {
    await expireRequests(ctx);
    await showDueRequests(ctx);
    await settleDueListings(ctx);
    await sendDueWaves(ctx);
    for (const each of asks) {
      if (!each.who || each.atMs <= clock.at - STEP_MS || each.atMs > clock.at) continue;
      const answer = await ask(each.who, each.at, 'high');
      expect(answer.status).toBe(201);
      const { id } = json(answer);
      realIds.add(id);
      real.push({ id, askedMs: clock.at, answeredMs: null, helpedMs: null });
    }
    for (const { request_id, helper_id, is_offer } of await openMatches()) {
      const request = real.find(({ id }) => id === request_id);
      if (request && !is_offer && isKnown.has(helper_id)) request.helpedMs ??= clock.at;
    }
    await enemiesAct(await openMatches());
    await requestersAct(await openMatches());
    for (const [nth, who] of donors.entries()) {
      const due = visits[nth]?.[next[nth] ?? 0];
      if (due === undefined || due > clock.at) continue;
      next[nth] = (next[nth] ?? 0) + 1;
      await donorVisits(who, await openMatches());
    }
    if (real.length === asks.length && real.every(({ helpedMs }) => helpedMs !== null)) break;
  }
  return {
    fates: real.map(({ askedMs, answeredMs, helpedMs }) => ({
      minutes: answeredMs === null ? null : (answeredMs - askedMs) / MINUTE_MS,
      helpedMinutes: helpedMs === null ? null : (helpedMs - askedMs) / MINUTE_MS,
    })),
    refusals,
    unseen,
  };
}

const minutesOf = ({ fates }: Run): string =>
  fates.map(({ minutes, helpedMinutes }) => `${minutes ?? 'never'} (${helpedMinutes ?? 'never'})`).join(', ');

async function keepsHelp(community: Community, seed: number): Promise<void> {
  const alone = await simulate(community, seed);
  const attacked = await simulate(community, seed, { isAttacked: true });
  console.log(
    `seed ${seed}: minutes to an answer (and a known helper), alone: ${minutesOf(alone)}; attacked: ` +
      `${minutesOf(attacked)}; refusals: ${JSON.stringify(attacked.refusals)}`,
  );
  const wanted = alone.fates.flatMap(({ minutes }, nth) => (minutes !== null && minutes <= 120 ? [nth] : []));
  expect(wanted.length).toBeGreaterThanOrEqual(community.requests * 0.9);
  const kept = wanted.filter((nth) => (attacked.fates[nth]?.minutes ?? Number.POSITIVE_INFINITY) <= 120);
  expect(kept.length / wanted.length, 'answered within two hours').toBeGreaterThanOrEqual(0.95);
  // no helper is limited: they are refused only where another known donor was faster
  expect(Object.keys(attacked.refusals).filter((reason) => reason !== 'not-pending')).toEqual([]);
  expect(attacked.unseen, 'requests that a known donor did not see').toBe(0);
  const { rows } = await pool.query(
    'select from person where vouched_at is not null and paused_at is not null',
  );
  expect(rows).toEqual([]);
}

describe('help by those who are known is not taken away', () => {
  const WEEK: Community = { people: 15, knownDonors: 2, requests: 5, ageMs: 3 * DAY_MS };
  const TOWN_OF_200: Community = { people: 200, knownDonors: 20, requests: 24, ageMs: 70 * DAY_MS };

  for (const seed of SEEDS) {
    test(
      `in the first week of 15 people, of whom two are vouched for, seed ${seed}`,
      () => keepsHelp(WEEK, seed),
      1_200_000,
    );
    test(
      `in a town of 200 with 20 known donors, seed ${seed}`,
      () => keepsHelp(TOWN_OF_200, seed),
      2_400_000,
    );
  }
});
