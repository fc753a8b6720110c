import os from 'node:os';
import path from 'node:path';
import { boundsContain } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, MINUTE_MS, wallClock } from '@openlarder/domain/kernel/time.ts';
import { freshnessLevel, hoursLeft } from '@openlarder/domain/listings/freshness.ts';
import { expect, test } from 'vitest';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { expireRequests } from '#server/features/emergency/requests/end-request.ts';
import { listActive, listRequests } from '#server/features/emergency/requests/request-queries.ts';
import { listConversations } from '#server/features/messaging/messaging.service.ts';
import { MODULES } from '#server/modules.ts';
import { makeLog } from '#server/platform/log/log.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { brokenRequestInvariants } from '#server/test/factories/emergency-fixture.ts';
import { sized } from '#server/test/long-run.ts';
import { testApp } from '#server/test/test-app.ts';
import { testSettings } from '#server/test/test-settings.ts';
import { isOpen } from './demo-hours.ts';
import { DEMO_ACCOUNTS, emailOf } from './demo-people.ts';
import { openDemo } from './open-demo.ts';
import { pictureOf } from './demo-offers.ts';

const ZONE = 'America/New_York';
const { pool, clock, ctx } = await testApp();
const settings = testSettings(path.join(os.tmpdir(), 'openlarder-not-written'), {
  DEMO: 'on',
  TIME_ZONE: ZONE,
});
const base = { pool, clock, settings, log: makeLog(settings.logLevel) };

type Offer = { title: string; key: string; from: Date; until: Date; shared: Date; servings_left: number };

async function offers(): Promise<Offer[]> {
  const { rows } = await pool.query<Offer>(
    `select title, split_part(email, '@', 1) as key, available_from as from, available_until as until,
       food_listing.created_at as shared, servings_left
     from food_listing join person on person.id = donor_id
     where status = 'posted' and offered_until > $1 order by offered_until`,
    [clock.now()],
  );
  return rows;
}

/** The people of today's tray by what the bakery knows of their coming. */
async function queueOfBakery(): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ key: string; state: string }>(
    `select split_part(taker.email, '@', 1) as key,
       case when handover.status = 'completed' then 'done'
         when receiver_on_my_way_at is not null then 'here'
         when agreed_time > window_until then 'outside'
         when agreed_time is not null then 'agreed'
         when proposed_time is not null then 'proposed'
         else 'open' end as state
     from handover join person as giver on giver.id = giver_id join person as taker on taker.id = receiver_id
     where giver.email = 'bakery@demo.example' and handover.created_at > $1
       and handover.status in ('open', 'completed') and window_until > $2
     order by 1`,
    [new Date(clock.at - DAY_MS / 2), clock.now()],
  );
  const byState: Record<string, string[]> = {};
  for (const { key, state } of rows) (byState[state] ??= []).push(key);
  return byState;
}

const HISTORY = {
  handovers: expect.toSatisfy((count: number) => count >= 190 && count <= 240, 'about 200'),
  months: expect.toSatisfy((count: number) => count >= 5, 'months'),
  /** The percentage of handovers that earned no points. */
  unpaidPercent: expect.toSatisfy((percent: number) => percent < 5, 'hardly any'),
  onBoard: expect.toSatisfy((count: number) => count >= 20, 'a board to scroll'),
  longestList: expect.toSatisfy((count: number) => count <= 40, 'a list that a visitor overlooks'),
  unreadPast: 0,
};

/** The data of boards, badges and charts, and the lists of the demo accounts after months of history. */
async function history(): Promise<Record<keyof typeof HISTORY, number>> {
  const { rows } = await pool.query<Record<keyof typeof HISTORY, number>>(
    `select (select count(*)::int from handover where status = 'completed') as handovers,
       (select count(distinct month)::int from point_month) as months,
       (select 100 * count(*) filter (where not giver_earns and not receiver_earns) / count(*)
         from recognized_handover)::int as "unpaidPercent",
       (select count(*)::int from point_total join person on person.id = person_id
         where leaderboard_visible) as "onBoard",
       (select max(held)::int from (select count(*) as held from handover join person
         on person.id in (giver_id, receiver_id)
         where split_part(email, '@', 1) in ('rosa', 'amir', 'june', 'bakery') group by person.id) as list)
         as "longestList",
       (select count(*)::int from notification where read_at is null and created_at < $1) as "unreadPast"`,
    [new Date(clock.at - 2 * DAY_MS)],
  );
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}

/** How many of the offers are of each level of freshness. */
async function freshness(): Promise<Record<string, number>> {
  const levels = (await offers()).map(({ until }) => freshnessLevel(hoursLeft(until.getTime(), clock.at)));
  return Object.fromEntries(
    Object.entries(Object.groupBy(levels, (level) => level)).map(([k, all]) => [k, all.length]),
  );
}

/** The number of rows of each state, without the handovers of past months. */
async function states(): Promise<Record<string, Record<string, number>>> {
  const count = async (text: string): Promise<Record<string, number>> => {
    const { rows } = await pool.query<{ state: string; count: number }>(
      `select status as state, count(*)::int from ${text} group by status order by status`,
    );
    return Object.fromEntries(rows.map(({ state, count: many }) => [state, many]));
  };
  return {
    listings: await count(
      `food_listing where available_until > '${new Date(clock.at - DAY_MS).toISOString()}'`,
    ),
    handovers: await count(`handover where window_until > '${new Date(clock.at - DAY_MS).toISOString()}'`),
    requests: await count('emergency_request'),
  };
}

async function bells(): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ key: string; unread: number }>(
    `select split_part(email, '@', 1) as key, count(notification.id)::int as unread
     from person left join notification on person_id = person.id and read_at is null and in_app
     where email = any($1) group by 1 order by 1`,
    [DEMO_ACCOUNTS.map(emailOf)],
  );
  return Object.fromEntries(rows.map(({ key, unread }) => [key, unread]));
}

const countOf = async (text: string): Promise<number> =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${text}`)).rows[0]?.count ?? 0;

/** The streets of the demo's map. */
const MIDTOWN = { south: 40.74, west: -74.01, north: 40.8, east: -73.94 };

/** The requests as Rosa, who gives, and Amir, who asks, see them: none is unread, none will alert anyone later. */
async function expectRequests(): Promise<void> {
  const callerOf = async (key: string) => {
    const { rows } = await pool.query<{ id: string }>('select id from person where email = $1', [
      emailOf({ key }),
    ]);
    return { userId: rows[0]?.id ?? '', sessionId: '' };
  };
  const [rosa, amir] = [await callerOf('rosa'), await callerOf('amir')];
  const open = `emergency_match as match join handover on handover.id = handover_id and status = 'open'`;
  for (const claim of ['is not null', 'is null'])
    expect(await countOf(`${open} where claim_id ${claim}`)).toBe(1);
  // she was alerted to three; she has released the other
  const near = await listActive(ctx, rosa);
  expect(Object.fromEntries(near.map(({ title, alertedAt }) => [title, alertedAt !== null]))).toEqual({
    'A hot meal, if there is one': true,
    'Bread and something to put on it': true,
    'Dinner for my family tonight': true,
    'Fruit and vegetables for the week': false,
  });
  // an area that reaches beyond what the map shows may be marked out of its sight
  const corners = near.flatMap(({ area }) => area?.bounds ?? []);
  expect(corners.length).toBeGreaterThanOrEqual(near.length);
  for (const { south, west } of corners)
    expect(boundsContain(MIDTOWN, { latitude: south, longitude: west })).toBe(true);
  const [his, ...earlier] = await listRequests(ctx, amir, 'mine');
  expect(his).toMatchObject({ status: 'matched', meetingPoint: 'At the fountain on East 53rd Street' });
  expect(earlier).toMatchObject([{ status: 'fulfilled' }]);
  for (const person of [rosa, amir]) {
    const { conversations } = await listConversations(ctx, person);
    const aboutRequests = conversations.filter(({ emergencyRequest }) => emergencyRequest !== null);
    expect(aboutRequests.map(({ unreadCount }) => unreadCount)).toEqual([0, 0]);
  }
  expect(await countOf(`notification where read_at is null and subject_type = 'request'`)).toBe(0);
  expect(await countOf(`emergency_request where next_wave_at <= '${clock.now().toISOString()}'`)).toBe(0);
}

/** What the app does in each minute. */
async function oneMinute(): Promise<void> {
  clock.forward(MINUTE_MS);
  for (const { tasks } of MODULES)
    for (const { run, schedule } of Object.values(tasks ?? {}))
      if (schedule === '* * * * *') await run(ctx, {});
}

/** Hours of the community's day; in the night before the clock changes, too. */
const HOURS = [
  '2026-11-23T15:00:00-05:00',
  '2026-11-23T03:00:00-05:00',
  '2026-11-23T09:00:00-05:00',
] as const;
const MORE_HOURS = [...HOURS, '2026-11-23T21:00:00-05:00', '2026-10-31T23:50:00-04:00'] as const;

test.each(sized([...HOURS].slice(0, 1), [...MORE_HOURS]))(
  'the demo is as full and as well timed when it is opened at %s',
  async (at) => {
    clock.at = Date.parse(at);
    const isNew = (await pool.query('select from demo_community')).rowCount === 0;
    const startedMs = performance.now();
    await openDemo(base, { isNew, remake: !isNew });
    const levels = await freshness();
    const found = await states();
    console.log(
      at,
      `${Math.round(performance.now() - startedMs)} ms`,
      JSON.stringify({ levels, ...found, bells: await bells() }),
    );

    expect(levels).toEqual({
      critical: expect.toSatisfy((count: number) => count >= 1 && count <= 5),
      urgent: expect.toSatisfy((count: number) => count >= 2),
      today: expect.toSatisfy((count: number) => count >= 10),
      tomorrow: expect.toSatisfy((count: number) => count >= 8),
      fresh: expect.toSatisfy((count: number) => count >= 5),
    });
    expect(found).toEqual({
      listings: expect.objectContaining({
        posted: expect.toSatisfy((count: number) => count >= 45),
        claimed: expect.any(Number),
        completed: expect.any(Number),
        withdrawn: expect.any(Number),
        expired: expect.any(Number),
      }),
      handovers: expect.objectContaining({ open: expect.any(Number), completed: expect.any(Number) }),
      requests: { pending: 4, matched: 2, fulfilled: 2, expired: 1, cancelled: 2 },
    });
    for (const { from, until, title } of await offers()) {
      const minutes = [from, until].map((time) => wallClock(time.getTime(), ZONE).minute % 15);
      expect([title, ...minutes]).toEqual([title, 0, 0]);
    }
    const looks = (await offers()).map(({ key, title }) => `${key} ${pictureOf(title, null)}`);
    expect(looks.filter((look, nth) => looks.indexOf(look) !== nth)).toEqual([]);

    const isOpenBakery = isOpen('bakery', clock.at, ZONE);
    const { here = null, ...rest } = await queueOfBakery();
    expect({ ...rest, here }).toEqual({
      here: isOpenBakery ? ['sofia'] : null,
      agreed: isOpenBakery ? ['leo', 'maria', 'zoe'] : ['leo', 'maria', 'sofia'],
      proposed: ['nadia'],
      open: ['amir', 'kofi'],
      done: ['hugo', 'linh'],
    });
    const { rows: regulars } = await pool.query<{ key: string }>(
      `select split_part(email, '@', 1) as key from person_standing join person on person.id = person_id
       where shares_step is not null and replies_same_day and email similar to '(rosa|bakery)@%' order by 1`,
    );
    expect(regulars.map(({ key }) => key)).toEqual(['bakery', 'rosa']);
    expect(await history()).toEqual(HISTORY);
    const { rows: given } = await pool.query<{ states: string[]; all_demo: boolean; in_future: boolean }>(
      `select array_agg(distinct status order by status) as states, bool_and(is_demo) as all_demo,
         bool_or(donation.created_at > $1) as in_future
       from donation join person on person.id = person_id where email = 'rosa@demo.example'`,
      [clock.now()],
    );
    const donationStates = ['canceled', 'failed', 'pending', 'requires_action', 'succeeded'];
    expect(given).toEqual([{ states: donationStates, all_demo: true, in_future: false }]);
    await expectRequests();
    const three = { amir: 3, bakery: 3, june: 3, olivia: 3, rosa: 3 };
    expect(await bells()).toEqual(three);
    await oneMinute();
    expect(await bells()).toEqual(three);
    const told = await countOf('notification');
    clock.forward(30 * MINUTE_MS);
    await sendDueWaves(ctx);
    await expireRequests(ctx);
    expect(await countOf('notification')).toBe(told);
    const broken = [...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))];
    // what is seeded has no live events
    expect(broken.filter(({ invariant }) => !invariant.endsWith('without its event'))).toEqual([]);
  },
  300_000,
);
