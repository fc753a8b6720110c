import { expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { claimsFixture } from '#server/testing/factories/claims-fixture.ts';
import { emptyTables } from './open-demo.ts';

/** Tables that describe the database itself. */
const KEPT = [
  'demo_community',
  'kysely_migration',
  'kysely_migration_lock',
  'live_event_generation',
  'object_store',
  'search_language',
];

test('emptyTables leaves no row that people have made in any table', async () => {
  const { ctx, pool, person, listing } = await claimsFixture();
  const [donor, guest] = [await person(), await person()];
  await claimListing(ctx, guest, (await listing(donor, { estimatedServings: 4 })).id, 1);
  const filled = async (): Promise<string[]> => {
    const { rows } = await pool.query<{ table_name: string }>(`
      select table_name from information_schema.tables
      where table_schema = 'public' and query_to_xml(
        format('select from %I limit 1', table_name), true, false, '')::text like '%<row%'`);
    return rows.map(({ table_name }) => table_name).filter((name) => !KEPT.includes(name));
  };
  const made = ['person', 'food_listing', 'offered_listing', 'search_word', 'claim', 'message', 'live_event'];
  expect(await filled()).toEqual(expect.arrayContaining(made));
  await emptyTables(pool);
  expect(await filled()).toEqual([]);
});
