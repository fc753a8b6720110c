import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as accounts from './account-closure.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { brokenInvariants, claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { onAccountClosed } from '../accounts.hooks.ts';

const fixture = await claimsFixture();
const { ctx, person, listing, listingBody, pool } = fixture;
const address = await fixture.listen();

/**
 * Sends a request through its own socket, so that many arrive at the same time; returns the status. Retries a request
 * that waited too long for a lock on a busy machine.
 */
async function post(who: TestCaller, path: string, body: object = {}): Promise<number> {
  for (let tries = 1; ; tries++) {
    const status = await send(who, path, body);
    if (status !== 503 || tries === 5) return status;
  }
}
async function send(who: TestCaller, path: string, body: object): Promise<number> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { cookie: who.cookie, origin: fixture.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}
const close = (who: TestCaller): Promise<number> => post(who, '/api/users/close-account');
const claim = (who: TestCaller, listingId: string, servings = 1): Promise<number> =>
  post(who, `/api/food-listings/${listingId}/claim`, { servings });
const people = (count: number): Promise<TestCaller[]> =>
  Promise.all(Array.from({ length: count }, () => person()));

/** What a closed account must not leave behind: open claims, offers and personal data. */
async function leftoversOf({ userId }: TestCaller): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select 'not closed', id from person where id = $1 and closed_at is null
     union all select 'handover', id from handover where status = 'open' and $1 in (giver_id, receiver_id)
     union all select 'listing', id from food_listing where donor_id = $1 and status in ('posted', 'claimed')
     union all select 'conversation', id from conversation where closed_at is null and $1 in (giver_id, receiver_id)
     union all select 'exact location', subject_id from exact_location where owner_id = $1
     union all select 'grant', subject_id from place_grant where viewer_id = $1
     union all select 'place', id from place where person_id = $1
     union all select 'notification', id from notification where person_id = $1
     union all select 'session', id from session where person_id = $1`,
    [userId],
  );
  return rows;
}

async function waiting(): Promise<number> {
  const { rows } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

describe('closing an account while others act', () => {
  test('releases or refuses concurrent claims', async () => {
    const rosa = await person();
    const [soups, theirs] = [
      await Promise.all(Array.from({ length: 3 }, () => listing(rosa, { estimatedServings: 20 }))),
      await Promise.all(Array.from({ length: 2 }, async () => listing(await person()))),
    ];
    const guests = await people(15);
    const statuses = await Promise.all([
      ...guests.map((guest, nth) => claim(guest, soups[nth % 3]?.id ?? '')),
      close(rosa),
      ...theirs.map(({ id }) => claim(rosa, id)),
      post(rosa, '/api/food-listings', listingBody()),
      close(rosa),
    ]);
    for (const status of statuses) expect([201, 204, 401, 404, 409]).toContain(status);
    expect(statuses).toContain(204);
    expect(await leftoversOf(rosa)).toEqual([]);
    expect(await brokenInvariants(pool)).toEqual([]);
    const { rows } = await pool.query(
      "select id from food_listing where id = any($1) and (status <> 'posted' or servings_left <> estimated_servings)",
      [theirs.map(({ id }) => id)],
    );
    expect(rows).toEqual([]);
  });

  test('closes two accounts that have claims on each other at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const [a, b] = [await person(), await person()];
      for (const [giver, taker] of [
        [a, b],
        [b, a],
        [a, b],
      ] as const)
        expect(await claim(taker, (await listing(giver)).id, 2)).toBe(201);
      expect(await Promise.all([close(a), close(b)])).toEqual([204, 204]);
      expect([...(await leftoversOf(a)), ...(await leftoversOf(b))]).toEqual([]);
    }
    expect(await brokenInvariants(pool)).toEqual([]);
  });

  test('delivers or refuses concurrent messages and claim actions', async () => {
    for (let round = 0; round < 6; round++) {
      const [rosa, amir] = [await person(), await person()];
      const soup = await listing(rosa);
      const { handover, conversationId } = await claims.claimListing(ctx, amir, soup.id, 2);
      const say = (who: TestCaller) =>
        post(who, `/api/conversations/${conversationId}/messages`, { content: 'On my way' });
      const statuses = await Promise.all([
        say(amir),
        say(rosa),
        post(amir, `/api/handovers/${handover.id}/complete`),
        close(rosa),
        post(rosa, `/api/conversations/${conversationId}/share-place`),
        post(amir, `/api/handovers/${handover.id}/release`),
        say(amir),
        post(amir, '/api/blocks', { userId: rosa.userId }),
      ]);
      for (const status of statuses) expect([200, 201, 204, 401, 404, 409]).toContain(status);
      expect(await leftoversOf(rosa)).toEqual([]);
      const { rows } = await pool.query('select from block where blocked_id = $1', [rosa.userId]);
      expect(rows).toEqual([]);
    }
    expect(await brokenInvariants(pool)).toEqual([]);
  });

  test('closes an account once for five concurrent requests', async () => {
    const [rosa, amir] = [await person(), await person()];
    const { conversationId } = await claims.claimListing(ctx, amir, (await listing(rosa)).id);
    const statuses = await Promise.all(Array.from({ length: 5 }, () => close(rosa)));
    for (const status of statuses) expect([204, 401]).toContain(status);
    const { rows } = await pool.query(
      'select event from message where conversation_id = $1 order by created_at',
      [conversationId],
    );
    expect(rows.map(({ event }) => event)).toEqual(['claimed', 'released', 'account_closed']);
  });
});

/**
 * A claim of the closing person that is inserted but not committed: it is blocked at its last lock until the closing
 * waits behind it.
 */
async function claimDuringClosing(closing: (who: TestCaller) => Promise<unknown>): Promise<unknown[]> {
  const [rosa, soup] = [await person(), await listing(await person())];
  const begun = await inTransaction(ctx, async (tx) => {
    await sql`select from person where id = ${rosa.userId} for no key update`.execute(tx.db);
    const claiming = claim(rosa, soup.id);
    await expect.poll(waiting).toBe(1);
    const leaving = closing(rosa);
    await expect.poll(waiting).toBe(2);
    return { claiming, leaving };
  });
  expect(await begun.claiming).toBe(201);
  await begun.leaving;
  return leftoversOf(rosa);
}

describe('a claim that is inserted but not committed', () => {
  const closeWith = (context: AppContext) => (who: TestCaller) =>
    accounts.closeAccount(context, who, undefined);

  test('is released', async () => {
    expect(await claimDuringClosing(close)).toEqual([]);
    expect(await claimDuringClosing(closeWith(ctx))).toEqual([]);
  });

  test('would stay open if closing looked only once', async () => {
    const once = onAccountClosed.handlersOf(ctx).map((handle): typeof handle => {
      let isDone = false;
      return async (tx, personId) => {
        if (!isDone) await handle(tx, personId);
        isDone = true;
      };
    });
    const others = ctx.hooks.filter(({ hook }) => hook !== 'onAccountClosed');
    const hooks = [...others, ...once.map((handle) => onAccountClosed.handler(handle))];
    expect(await claimDuringClosing(closeWith({ ...ctx, hooks }))).not.toEqual([]);
  });
});
