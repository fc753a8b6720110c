import { expect, test } from 'vitest';
import { upgrade } from '#server/testing/handovers-upgrade/after-upgrade.ts';
import { databaseBeforeHandovers, inHours } from '#server/testing/handovers-upgrade/old-database.ts';

const old = await databaseBeforeHandovers();

/** A claim made at this hour of food that is on offer until hour 6. */
async function claimed({ isBulk, atHour }: { readonly isBulk: boolean; readonly atHour: number }) {
  const [donor_id, claimer_id] = [await old.person('Dora'), await old.person('Clara')];
  const listing_id = await old.listing(donor_id);
  await old.pool.query('update food_listing set is_bulk = $2 where id = $1', [listing_id, isBulk]);
  const conversation_id = await old.conversation({ listing_id }, donor_id, claimer_id);
  const of = { listing_id, donor_id, claimer_id, conversation_id };
  return (await old.claim(of, { created_at: inHours(atHour) })).id;
}

test('claims from before count to the share of bulk food as their listing says today', async () => {
  const counted = await claimed({ isBulk: true, atHour: 3 });
  const [inLastHours, dish] = [
    await claimed({ isBulk: true, atHour: 4 }),
    await claimed({ isBulk: false, atHour: 3 }),
  ];
  const { pool } = await upgrade(old);
  const { rows } = await pool.query('select id from claim where is_shared_out');
  expect(rows).toEqual([{ id: counted }]);
  expect(new Set([counted, inLastHours, dish]).size).toBe(3);
});
