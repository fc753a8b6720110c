import { describe, expect, it } from 'vitest';
import { claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { listClaims } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';

const fixture = await claimsFixture();
const { ctx, as, clock, person, listing } = fixture;

/** All pages of a list from `url` on, following their `Link` headers, as the ids that `idOf` takes from them. */
async function pages(who: TestCaller, url: string): Promise<string[][]> {
  const all: string[][] = [];
  for (let next: string | undefined = url; next; ) {
    const answer = await as(who, { url: next });
    expect(answer.statusCode).toBe(200);
    all.push(answer.json<{ id: string }[]>().map(({ id }) => id));
    next = /^<(.+)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1];
  }
  return all;
}

/** Seven portions claimed one after the other by as many people; every other claim has ended. */
async function sevenClaims() {
  const donor = await person();
  const made = [];
  for (let nth = 0; nth < 7; nth++) {
    const guest = await person();
    const claim = await claimListing(ctx, guest, (await listing(donor)).id, 2);
    if (nth % 2 === 1) await handovers.releaseHandover(ctx, guest, claim.handover.id);
    made.push(claim);
    // some at the same moment, some later
    if (nth % 3 === 0) clock.forward(1000);
  }
  return { donor, made };
}

describe('pagination', () => {
  it('lists every claim once, open ones first', async () => {
    const { donor, made } = await sevenClaims();
    const whole = (await listClaims(ctx, donor, 'theirs')).claims;
    expect(whole.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 4 }, () => 'open'),
      ...Array.from({ length: 3 }, () => 'released'),
    ]);
    expect(new Set(whole.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)));
    const paged = await pages(donor, '/api/claims?side=theirs&limit=2');
    expect(paged.map((page) => page.length)).toEqual([2, 2, 2, 1]);
    expect(paged.flat()).toEqual(whole.map(({ id }) => id));
  });

  it('lists every conversation once, newest first', async () => {
    const { donor } = await sevenClaims();
    const { conversations } = await messaging.listConversations(ctx, donor);
    const paged = await pages(donor, '/api/conversations?limit=3');
    expect(paged.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(paged.flat()).toEqual(conversations.map(({ id }) => id));
  });

  it('lists every shared and every claimed listing once', async () => {
    const [donor, guest] = [await person(), await person()];
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth++) {
      const { id } = await listing(donor);
      ids.push(id);
      const claim = await claimListing(ctx, guest, id, 1);
      await handovers.completeHandover(ctx, guest, claim.handover.id);
      await handovers.completeHandover(ctx, donor, claim.handover.id);
      if (nth % 2 === 0) clock.forward(1000);
    }
    const shared = await pages(donor, `/api/users/${donor.userId}/food-listings?limit=2`);
    expect(shared.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(shared.flat())).toEqual(new Set(ids));
    const claimed = await pages(guest, `/api/users/${guest.userId}/food-listings?type=claimed&limit=2`);
    expect(claimed.map((page) => page.length)).toEqual([2, 2, 1]);
    expect(new Set(claimed.flat())).toEqual(new Set(ids));
    const ofGuest = `/api/users/${guest.userId}/food-listings?type=claimed`;
    expect((await as(donor, { url: ofGuest })).statusCode).toBe(404);
  });

  it.each([
    '/api/claims',
    '/api/conversations',
    '/api/users/ME/food-listings',
    '/api/users/ME/food-listings?type=claimed',
  ])('%s refuses an invalid cursor, and a limit out of range', async (path) => {
    const who = await person();
    const url = path.replace('ME', who.userId);
    const also = url.includes('?') ? '&' : '?';
    for (const cursor of ['x', '1.2', 'open.1.x', '9'.repeat(400), "'; drop table claim --"]) {
      const refused = await as(who, { url: `${url}${also}cursor=${encodeURIComponent(cursor)}` });
      expect([cursor, refused.statusCode, Object.keys(refused.json().fields)]).toEqual([
        cursor,
        422,
        ['cursor'],
      ]);
    }
    expect((await as(who, { url: `${url}${also}limit=201` })).statusCode).toBe(422);
  });
});

describe('claiming more servings than are left', () => {
  const ask = (who: TestCaller, id: string, servings: number) =>
    as(who, { method: 'POST', url: `/api/food-listings/${id}/claim`, payload: { servings } });

  it('returns 409 not-enough with the number that is left', async () => {
    const [donor, first, second, third] = [await person(), await person(), await person(), await person()];
    const { id } = await listing(donor, { estimatedServings: 6 });
    await ask(first, id, 3);
    const refused = await ask(second, id, 4);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      { code: 'not-enough', params: { left: 3 }, message: 'Only 3 servings are left.' },
    ]);
    await ask(second, id, 2);
    expect((await ask(third, id, 2)).json().message).toBe('Only 1 serving is left.');
    expect((await ask(third, id, 1)).statusCode).toBe(201);
    expect((await ask(await person(), id, 1)).json()).toMatchObject({
      code: 'not-available',
      message: 'Someone got here first: this food has been claimed.',
    });
  });
});
