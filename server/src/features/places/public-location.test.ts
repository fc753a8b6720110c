import { expect, test } from 'vitest';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { requireSameGrid } from './public-location.ts';

test('the size of the grid’s cells can be changed until a home is stored', async () => {
  const { ctx, person, listing } = await claimsFixture();
  const startWith = (cellM: number) => requireSameGrid({ ...ctx, settings: { ...ctx.settings, cellM } });
  await startWith(750);
  await startWith(2000);
  await listing(await person());
  await startWith(2000);
  await expect(startWith(750)).rejects.toThrow('set CELL_M=2000');
});
