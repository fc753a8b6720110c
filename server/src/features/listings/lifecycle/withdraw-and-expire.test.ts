import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import {
  claimsFixture,
  SECRET_ADDRESS,
  SECRET_INSTRUCTIONS,
  type TestCaller,
} from '#server/test/factories/claims-fixture.ts';
import { closePerson, exportPerson, withdrawListing } from './withdraw-and-expire.ts';
import { getListing, listingsOfPerson, listingsPageOfPerson } from '../listings.queries.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, makeKnown, listing, pool } = fixture;

const close = (who: TestCaller) => inTransaction(ctx, (tx) => closePerson(tx, who.userId));
const statusOf = async (donor: TestCaller, id: string) => (await getListing(ctx, donor, id)).status;

describe('closing an account', () => {
  test('withdraws offered listings and keeps handed-over ones unchanged', async () => {
    const [donor, other, guest] = [await person(), await person(), await person()];
    const [open, part, done] = [await listing(donor), await listing(donor), await listing(donor)];
    for (const { id } of [part, done]) {
      const claim = await claims.claimListing(ctx, guest, id, id === done.id ? 4 : 1);
      await handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code);
    }
    const theirs = await listing(other);
    await close(donor);
    expect(await Promise.all([open, part, done].map(({ id }) => statusOf(donor, id)))).toEqual([
      'withdrawn',
      'completed',
      'completed',
    ]);
    expect(await getListing(ctx, other, theirs.id)).toEqual(theirs);
    expect(await listingsOfPerson(ctx, guest, donor.userId)).toEqual([]);
  });

  test('keeps open claims; servings released from them are not offered again', async () => {
    const [donor, guest] = [await person(), await person()];
    const [part, whole] = [await listing(donor), await listing(donor)];
    const claimed = [
      await claims.claimListing(ctx, guest, part.id, 1),
      await claims.claimListing(ctx, guest, whole.id),
    ];
    await close(donor);
    expect(await getListing(ctx, donor, part.id)).toMatchObject({
      status: 'claimed',
      servingsLeft: 0,
    });
    for (const { handover } of claimed) await handovers.releaseHandover(ctx, guest, handover.id);
    expect(await statusOf(donor, part.id)).toBe('withdrawn');
    expect(await statusOf(donor, whole.id)).toBe('withdrawn');
    await expect(claims.claimListing(ctx, guest, whole.id)).rejects.toMatchObject({ status: 404 });
  });

  test('deletes description and place but keeps the title; idempotent', async () => {
    const [donor, guest] = [await person(), await person()];
    const soup = await listing(donor, { description: 'From my own kitchen', closingTime: '21:30' });
    const claim = await claims.claimListing(ctx, guest, soup.id);
    await handovers.completeHandover(ctx, donor, claim.handover.id, claim.handover.code);
    await close(donor);
    await close(donor);
    const { rows } = await pool.query('select * from food_listing where id = $1', [soup.id]);
    expect(rows).toMatchObject([
      {
        title: 'Vegetable soup',
        description: '',
        closing_time: null,
        public_point: null,
        area_label: '',
        place_is_public: false,
      },
    ]);
  });

  test('waits for a listing being created and allows none afterwards', async () => {
    for (let round = 0; round < 4; round++) {
      const donor = await person();
      const closing = inTransaction(ctx, async (tx) => {
        // as an account closure begins: the person can write nothing from here on
        await tx.db.selectFrom('person').select('id').where('id', '=', donor.userId).forUpdate().execute();
        await tx.db
          .updateTable('person')
          .set({ closed_at: clock.now() })
          .where('id', '=', donor.userId)
          .execute();
        await closePerson(tx, donor.userId);
      });
      const shared = await Promise.allSettled([listing(donor), listing(donor), closing]);
      for (const each of shared)
        if (each.status === 'rejected') expect(each.reason).toMatchObject({ status: 401 });
      const { rows } = await pool.query(
        `select from food_listing where donor_id = $1 and status = 'posted'`,
        [donor.userId],
      );
      expect(rows).toEqual([]);
    }
  });
});

test('the person export holds all their listings with their own exact places only', async () => {
  const [donor, other] = [await person(), await person('Ben', 'Ito')];
  await makeKnown(donor);
  await listing(other, { title: 'Not theirs' });
  const availableUntil = new Date(clock.at + 200 * HOUR_MS).toISOString();
  const ids: string[] = [];
  // more than one batch, many with the same time
  for (let nth = 0; nth < 53; nth++) {
    if (nth > 0 && nth % 15 === 0) clock.forward(DAY_MS);
    clock.forward(nth === 1 ? 1 : 0);
    ids.push((await listing(donor, { title: `Soup ${nth}`, availableUntil })).id);
  }
  await withdrawListing(ctx, donor, ids[0] ?? '');
  const exported = await exportPerson(ctx, donor.userId);
  expect(exported.map(({ id }) => id)).toEqual([...ids.slice(1).toSorted().toReversed(), ids[0]]);
  expect(exported.at(-1)).toMatchObject({
    title: 'Soup 0',
    status: 'withdrawn',
    pickupLocation: SECRET_ADDRESS,
    pickupInstructions: SECRET_INSTRUCTIONS,
  });
  expect(JSON.stringify(exported)).not.toContain(other.userId);
});

describe('listings of a person', () => {
  const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();

  test('are paged newest first, without duplicates or gaps while new ones are created', async () => {
    const donor = await person();
    const ids: string[] = [];
    // all with the same time
    for (let nth = 0; nth < 7; nth++) ids.push((await listing(donor)).id);
    const seen: string[] = [];
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor; isFirst = false) {
      const page = await listingsPageOfPerson(ctx, donor, donor.userId, { limit: 3, cursor });
      seen.push(...page.listings.map(({ id }) => id));
      cursor = page.nextCursor;
      clock.forward(1);
      await listing(donor);
    }
    expect(seen).toEqual(ids.toSorted().toReversed());
  });

  test('are all visible to the donor, and only offered ones to others', async () => {
    const [donor, guest] = [await person(), await person()];
    const [offered, over, claimed, withdrawn] = [
      await listing(donor),
      await listing(donor, { availableUntil: inHours(1) }),
      await listing(donor),
      await listing(donor),
    ];
    await claims.claimListing(ctx, guest, claimed.id);
    await withdrawListing(ctx, donor, withdrawn.id);
    clock.forward(HOUR_MS);
    const idsFor = async (who: TestCaller) =>
      (await listingsPageOfPerson(ctx, who, donor.userId, { limit: 10, cursor: null })).listings.map(
        ({ id }) => id,
      );
    expect(await idsFor(guest)).toEqual([offered.id]);
    expect(new Set(await idsFor(donor))).toEqual(
      new Set([offered, over, claimed, withdrawn].map(({ id }) => id)),
    );
  });

  test('refuses a cursor that is not one of their listings', async () => {
    const [donor, other] = [await person(), await person()];
    const theirs = await listing(other);
    for (const cursor of ['x', theirs.id, '01989c2e-0000-7000-8000-000000000000'])
      await expect(
        listingsPageOfPerson(ctx, donor, donor.userId, { limit: 3, cursor }),
      ).rejects.toMatchObject({
        status: 422,
        fields: { cursor: '@page-gone' },
      });
  });
});
