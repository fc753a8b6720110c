import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import type { AppBase } from '#server/platform/app-context.ts';
import { type DemoActor, type DemoContext, demoContextOf, shareFood } from './demo-context.ts';
import { FULL_SHELF, nextOfferNow, type OfferOnShelf, openingOffers } from './demo-offers.ts';
import { isOpen } from './demo-hours.ts';
import { DEMO_ACCOUNTS, DEMO_NEIGHBORS, type DemoPerson, emailOf } from './demo-people.ts';
import { DEMO_REQUESTS, type DemoRequest } from './demo-requests.ts';
import { createRequest } from './create-request.ts';
import { continueDemoPickups } from './continue-demo-pickups.ts';

const KEEP_ALIVE_MINUTES = 10;
/** As a cron pattern. */
export const KEEP_ALIVE_SCHEDULE = `*/${KEEP_ALIVE_MINUTES} * * * *`;
/** With fewer offers all missing ones are made at once, as after a long pause. */
const LOW_SHELF = FULL_SHELF / 3;
/** The least number of open requests of neighbors. */
const OPEN_REQUESTS = 3;

/**
 * Lets the neighbors share and request food: one offer and one request each time at most, so that at any hour some food
 * is new and some ends soon; many at once after a pause. The demo accounts belong to the visitor: they only act in
 * stories under way. One process runs it at a time; the others skip it.
 */
export async function keepDemoAlive(base: AppBase): Promise<void> {
  const client = await base.pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>(
      `select pg_try_advisory_lock(hashtextextended('keep_demo_alive', 0)) as held`,
    );
    if (!rows[0]?.held) return;
    try {
      const neighbors = demoContextOf(base, await presentPeople(base, DEMO_NEIGHBORS));
      await shareMore(base, neighbors);
      await askForMore(base, neighbors);
      await continueDemoPickups(
        base,
        demoContextOf(base, await presentPeople(base, [...DEMO_ACCOUNTS, ...DEMO_NEIGHBORS])),
      );
    } finally {
      await client.query(`select pg_advisory_unlock(hashtextextended('keep_demo_alive', 0))`);
    }
  } finally {
    client.release();
  }
}

async function shareMore(base: AppBase, demo: DemoContext): Promise<void> {
  const neighbors = demo.donors.filter(({ business }) => !business).map(({ key }) => key);
  if (neighbors.length === 0) return;
  const shelf = await offersOf(base, demo);
  const parts = { ...demo, neighbors };
  const next = nextOfferNow(shelf, parts);
  const offers = shelf.length < LOW_SHELF ? openingOffers({ ...parts, taken: shelf }) : next ? [next] : [];
  for (const { donor, food, ...times } of offers) {
    const person = demo.people.get(donor);
    if (person) await shareFood(demo, person, food, times);
  }
}

/** By day, makes requests of neighbors whose last request is over. */
async function askForMore({ pool }: AppBase, demo: DemoContext): Promise<void> {
  const { nowMs, timeZone, random, people } = demo;
  if (!isOpen('home', nowMs, timeZone)) return;
  const { rows } = await pool.query<{ requester_id: string; is_open: boolean }>(
    `select requester_id, status = 'pending' and expires_at > $2 as is_open from emergency_request
     where requester_id = any($1) and (status in ('pending', 'matched') or created_at > $3)`,
    [[...people.values()].map(({ caller }) => caller.userId), new Date(nowMs), new Date(nowMs - DAY_MS)],
  );
  const open = rows.filter(({ is_open }) => is_open).length;
  const busy = new Set(rows.map(({ requester_id }) => requester_id));
  const requests: [string, DemoRequest][] = Object.entries(DEMO_REQUESTS);
  const free = requests.flatMap(([key, request]) => {
    const person = people.get(key);
    return person && !busy.has(person.caller.userId) ? [{ person, request }] : [];
  });
  const start = free.length > 0 ? random.between(0, free.length - 1) : 0;
  const asking = open === 0 ? OPEN_REQUESTS : Math.min(1, Math.max(0, OPEN_REQUESTS - open));
  for (const { person, request } of [...free.slice(start), ...free.slice(0, start)].slice(0, asking))
    await createRequest(demo, person, request, nowMs);
}

/** Those of them whose account is neither paused nor closed. */
async function presentPeople(
  { pool }: AppBase,
  asked: readonly DemoPerson[],
): Promise<ReadonlyMap<string, DemoActor>> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    'select id, email from person where email = any($1) and paused_at is null',
    [asked.map(emailOf)],
  );
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  return new Map(
    asked.flatMap((person) => {
      const id = ids.get(emailOf(person));
      return id ? [[person.key, { ...person, caller: { userId: id, sessionId: id } }] as const] : [];
    }),
  );
}

async function offersOf({ pool }: AppBase, { people, nowMs }: DemoContext): Promise<OfferOnShelf[]> {
  const keys = new Map([...people.values()].map(({ key, caller }) => [caller.userId, key]));
  const { rows } = await pool.query<{
    donor_id: string;
    title: string;
    created_at: Date;
    offered_until: Date;
  }>(
    `select donor_id, title, created_at, offered_until from food_listing
     where donor_id = any($1) and status = 'posted' and offered_until > $2 order by created_at, id`,
    [[...keys.keys()], new Date(nowMs)],
  );
  return rows.flatMap((row) => {
    const donor = keys.get(row.donor_id);
    if (!donor) return [];
    return [
      { donor, title: row.title, sharedMs: row.created_at.getTime(), endsMs: row.offered_until.getTime() },
    ];
  });
}
