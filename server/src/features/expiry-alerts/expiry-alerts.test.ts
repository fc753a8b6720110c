import type { ExpiryAlert } from '@openlarder/domain/expiry-alerts/expiry-contract.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { Notification } from '@openlarder/domain/notifications/notification-contract.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { updateProfile } from '#server/features/accounts/profile/profile.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { expireListings, withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import * as matching from '#server/features/matching/matching.service.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { watchStatements } from '#server/test/account-fixture.ts';
import { ask, claimsFixture, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { alertExpiring } from './alert-expiring.ts';

const fixture = await claimsFixture();
const { ctx, clock, http, pool, person, listing } = fixture;
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();
const HOME = { ...MIDTOWN, address: '1 Elm Street', areaLabel: 'Chelsea' };

let owner: TestCaller;
let neighbor: TestCaller;
beforeEach(async () => {
  await pool.query('delete from offered_listing');
  await pool.query(
    `update food_listing set status = 'withdrawn', withdrawn_at = now() where status = 'posted'`,
  );
  await pool.query('update person set place_id = null, former_place_id = null');
  owner = await person('Rosa', 'Diaz');
  neighbor = await settled('Amir');
});

async function settled(name: string, changes: Parameters<typeof updateProfile>[2] = {}) {
  const someone = await person(name, 'Haddad');
  await updateProfile(ctx, someone, { ...HOME, ...changes });
  return someone;
}
const share = (title: string, hours: number, changes: Parameters<typeof listing>[1] = {}) =>
  listing(owner, {
    title,
    availableUntil: inHours(hours),
    bestByDate: inHours(hours + 48),
    expiryDate: null,
    ...changes,
  });

async function get<Body>(who: TestCaller, url: string): Promise<Body> {
  const answer = await ask(http, who, 'GET', url);
  expect(answer.status).toBe(200);
  return answer.body as Body;
}
const alertsOf = (who: TestCaller) => get<ExpiryAlert[]>(who, '/api/expiry-alerts');
const shownTo = async (who: TestCaller) =>
  (await alertsOf(who)).map(({ listing: { title }, level }) => `${title}: ${level}`);
const bellOf = async (who: TestCaller) =>
  (await get<Notification[]>(who, '/api/notifications')).map(
    ({ kind, listingTitle }) => `${kind} ${listingTitle}`,
  );
const acknowledge = (who: TestCaller, id: string) =>
  ask(http, who, 'PUT', `/api/expiry-alerts/${id}/acknowledge`);
const tell = (who: TestCaller, id: string) =>
  ask(http, who, 'POST', `/api/food-listings/${id}/tell-neighbors`);
const stored = async (level?: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from expiry_alert join food_listing on food_listing.id = listing_id
    where donor_id = $1 and ($2::text is null or level = $2)`,
    [owner.userId, level ?? null],
  );
  return rows[0]?.count ?? 0;
};

describe('the job', () => {
  test('chooses people before it locks the listing', async () => {
    await share('Soup', 3);
    const statements = watchStatements(pool);
    await alertExpiring(ctx);
    const locked = statements.findIndex((each) => /"food_listing".*for (no key )?update/.test(each));
    const chosen = statements.findLastIndex((each) => each.includes('dismissed_match'));
    expect([chosen > 0, locked > chosen]).toEqual([true, true]);
    expect(await shownTo(neighbor)).toEqual(['Soup: urgent']);
  });

  test('alerts the owner and people whom it suits at each worse level, once', async () => {
    await share('Soup', 26);
    await alertExpiring(ctx);
    expect([await shownTo(owner), await shownTo(neighbor)]).toEqual([[], []]);
    for (const [hours, level] of [
      [3, 'today'],
      [18, 'urgent'],
      [4, 'critical'],
    ] as const) {
      clock.forward(hours * HOUR_MS);
      await alertExpiring(ctx);
      await alertExpiring(ctx);
      expect([await shownTo(owner), await shownTo(neighbor)]).toEqual([
        [`Soup: ${level}`],
        [`Soup: ${level}`],
      ]);
      expect(await stored(level)).toBe(2);
    }
    expect(await stored()).toBe(6);
    clock.forward(HOUR_MS);
    expect([await shownTo(owner), await shownTo(neighbor)]).toEqual([[], []]);
  });

  test('alerts once with several processes', async () => {
    for (let nth = 0; nth < 5; nth++) await share(`Soup ${nth}`, 3);
    await Promise.all([1, 2, 3].map(() => alertExpiring(ctx)));
    // two of one giver reach the neighbor
    expect(await stored()).toBe(7);
  });

  test('does not alert about food that is claimed, withdrawn or not offered any more', async () => {
    const taken = await share('Claimed', 3, { estimatedServings: 1 });
    await claimListing(ctx, neighbor, taken.id, 1);
    const gone = await share('Gone', 3);
    await withdrawListing(ctx, owner, gone.id);
    await alertExpiring(ctx);
    expect(await stored()).toBe(0);
  });

  test('never alerts people whom it does not suit, with its allergens, too far away, or across a block', async () => {
    const allergic = await settled('Ada', { allergens: ['milk'] });
    const blocked = await settled('Bo');
    await blockPerson(ctx, owner, blocked.userId);
    const far = await settled('Cleo', { latitude: MIDTOWN.latitude + 0.2 });
    const placeless = await person('Dan', 'Li');
    await share('Cheese', 3, { allergens: ['milk'] });
    await alertExpiring(ctx);
    for (const someone of [allergic, blocked, far, placeless]) expect(await shownTo(someone)).toEqual([]);
    expect(await shownTo(neighbor)).toEqual(['Cheese: urgent']);
  });

  test('alerts one person to five listings a day at most, to two of a giver or of new ones, and the owner to all', async () => {
    const shareBy = (who: TestCaller, nth: number) =>
      listing(who, { availableUntil: inHours(3 + nth / 10), bestByDate: inHours(48), expiryDate: null });
    for (let nth = 0; nth < 7; nth++) await shareBy(owner, nth);
    await alertExpiring(ctx);
    expect([(await shownTo(neighbor)).length, (await shownTo(owner)).length]).toEqual([2, 7]);
    await shareBy(await person('June', 'Park'), 1);
    await alertExpiring(ctx);
    expect(await shownTo(neighbor)).toHaveLength(2);
    for (const name of ['Bo', 'Cleo', 'Dan', 'Eve']) {
      const known = await person(name, 'Li');
      await pool.query('update person set verified = true where id = $1', [known.userId]);
      await shareBy(known, 1);
    }
    await alertExpiring(ctx);
    expect(await shownTo(neighbor)).toHaveLength(5);
  });

  test('notifies the owner once, at the last level, of food that was shared a while ago', async () => {
    await share('Soup', 7);
    await share('Leftovers', 1.5);
    for (let nth = 0; nth < 7; nth++) {
      await alertExpiring(ctx);
      clock.forward(55 * MINUTE_MS);
    }
    expect(await bellOf(owner)).toEqual(['listing_ending Soup']);
    expect(await bellOf(neighbor)).toEqual([]);
  });
});

test('the owner hears of food that was shared less than an hour before it became critical, an hour later', async () => {
  await share('Soup', 2.5);
  const heard: string[][] = [];
  for (let minutes = 0; minutes < 150; minutes += 10) {
    await alertExpiring(ctx);
    if (minutes % 30 === 20) heard.push(await bellOf(owner));
    clock.forward(10 * MINUTE_MS);
  }
  expect(heard).toEqual([[], [], ...Array.from({ length: 3 }, () => ['listing_ending Soup'])]);
});

test('the donor hears once of food that lapsed untaken, not of what was taken or withdrawn', async () => {
  await share('Soup', 3);
  const halved = await share('Bread', 3, { estimatedServings: 4 });
  await claimListing(ctx, neighbor, halved.id, 1);
  await withdrawListing(ctx, owner, (await share('Gone', 3)).id);
  clock.forward(2.9 * HOUR_MS);
  await expireListings(ctx);
  expect(await bellOf(owner)).not.toContain('listing_lapsed Soup');
  clock.forward(HOUR_MS);
  await Promise.all([expireListings(ctx), expireListings(ctx)]);
  await expireListings(ctx);
  expect((await bellOf(owner)).filter((line) => line.startsWith('listing_lapsed'))).toEqual([
    'listing_lapsed Soup',
  ]);
});

describe('an alert', () => {
  test('does not return once acknowledged; the next level is a new one', async () => {
    await share('Soup', 7);
    await alertExpiring(ctx);
    const [alert] = await alertsOf(neighbor);
    expect((await acknowledge(owner, alert?.id ?? '')).status).toBe(404);
    expect((await acknowledge(neighbor, alert?.id ?? '')).status).toBe(204);
    expect((await acknowledge(neighbor, alert?.id ?? '')).status).toBe(204);
    await alertExpiring(ctx);
    expect(await shownTo(neighbor)).toEqual([]);
    clock.forward(2 * HOUR_MS);
    await alertExpiring(ctx);
    expect(await shownTo(neighbor)).toEqual(['Soup: urgent']);
  });

  test('disappears when the food is gone, dismissed or claimed, after a block, and with a later end', async () => {
    const [{ id: a }, { id: b }] = [await share('A', 3), await share('B', 3)];
    const other = await person('June', 'Park');
    await pool.query('update person set verified = true where id = $1', [other.userId]);
    const ending = { availableUntil: inHours(3), bestByDate: inHours(48), expiryDate: null };
    const [{ id: c }, { id: d }] = [await listing(other, ending), await listing(other, ending)];
    await alertExpiring(ctx);
    expect(await shownTo(neighbor)).toHaveLength(4);
    await matching.dismissMatch(ctx, neighbor, a);
    await claimListing(ctx, neighbor, b, 1);
    await changeListing(ctx, other, c, {
      availableUntil: inHours(40),
      bestByDate: inHours(48),
      expiryDate: null,
    });
    await withdrawListing(ctx, other, d);
    expect(await shownTo(neighbor)).toEqual([]);
    expect((await shownTo(owner)).toSorted()).toEqual(['A: urgent', 'B: urgent']);
    await matching.restoreMatch(ctx, neighbor, a);
    expect(await shownTo(neighbor)).toEqual(['A: urgent']);
    await blockPerson(ctx, neighbor, owner.userId);
    expect(await shownTo(neighbor)).toEqual([]);
  });

  test('has the public location of a home only', async () => {
    await share('Soup', 3);
    await alertExpiring(ctx);
    const [alert] = await alertsOf(neighbor);
    expect(alert?.listing.placeShared).toBe(false);
    expect(alert?.isOwn).toBe(false);
    expect(alert?.neighborsToldAt).toBeNull();
  });
});

describe('telling neighbors', () => {
  test('notifies them once for a level, with a count from five on', async () => {
    const { id } = await share('Soup', 5);
    for (const name of ['B', 'C', 'D', 'E']) await settled(name);
    expect((await tell(neighbor, id)).status).toBe(404);
    expect((await tell(owner, id)).body).toEqual({ people: 5 });
    expect((await tell(owner, id)).body).toEqual({ people: null });
    expect(await bellOf(neighbor)).toEqual(['food_ending_near Soup']);
    expect((await alertsOf(owner))[0]?.neighborsToldAt).not.toBeNull();
  });

  test('returns no count below five, and is refused for food with more time', async () => {
    const { id } = await share('Soup', 5);
    expect((await tell(owner, id)).body).toEqual({ people: null });
    expect(await bellOf(neighbor)).toEqual(['food_ending_near Soup']);
    const later = await share('Rice', 30);
    expect((await tell(owner, later.id)).status).toBe(409);
  });
});

describe('the food that ends soon nearby', () => {
  const titles = async (who: TestCaller, query = '') =>
    (await get<Listing[]>(who, `/api/food-listings/expiring-soon${query}`)).map(({ title }) => title);

  test('is others’ food with less than a day, ordered by end', async () => {
    await share('Rice', 8);
    await share('Soup', 3);
    await share('Later', 30);
    await share('Far', 3, { latitude: MIDTOWN.latitude + 0.5 });
    await listing(neighbor, { title: 'Mine', availableUntil: inHours(3) });
    expect(await titles(neighbor)).toEqual(['Soup', 'Rice']);
    const placeless = await person('Dan', 'Li');
    expect(await titles(placeless)).toContain('Far');
    expect(await titles(placeless, `?lat=${MIDTOWN.latitude + 0.5}&lng=${MIDTOWN.longitude}`)).toEqual([
      'Far',
    ]);
    await blockPerson(ctx, owner, neighbor.userId);
    expect(await titles(neighbor)).toEqual([]);
  });
});

test('a listing that fails stops no other, and is next in the following run', async () => {
  for (let nth = 0; nth < 4; nth++) await share(`Soup ${nth}`, 3 + nth / 10);
  let written = 0;
  const dying: typeof ctx = {
    ...ctx,
    eventLog: {
      ...ctx.eventLog,
      append: async () => {
        written += 1;
        if (written === 3) throw new Error('killed');
      },
    },
  };
  await expect(alertExpiring(dying)).rejects.toThrow('1 due alerts failed');
  // the owner’s, and two of the neighbor
  expect(await stored()).toBe(3 + 2);
  await alertExpiring(ctx);
  expect(await stored()).toBe(4 + 2);
});
