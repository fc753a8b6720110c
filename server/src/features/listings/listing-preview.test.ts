import { expect, test } from 'vitest';
import { claimsFixture, MIDTOWN, SECRET_ADDRESS } from '#server/test/factories/claims-fixture.ts';
import { listingPreview } from './listing-preview.ts';
import { withdrawListing } from './lifecycle/withdraw-and-expire.ts';

const { ctx, person, listing } = await claimsFixture();

test('a link to offered food shows its title to anyone, and nothing of its place or its giver', async () => {
  const donor = await person('Rosalind', 'Franklin');
  const soup = await listing(donor, { title: 'Parsnip soup', description: 'By the red door', ...MIDTOWN });
  const show = (url: string) => listingPreview(ctx, { url, ip: '192.0.2.1' }, 'es');
  const preview = await show(`/?tab=messages&listing=${soup.id}.`);
  expect(preview).toEqual({
    title: 'Parsnip soup',
    description: expect.stringMatching(/^Comida/),
    address: `/?listing=${soup.id}`,
  });
  const text = JSON.stringify(preview);
  for (const secret of ['Rosalind', 'Franklin', 'red door', 'Hell', SECRET_ADDRESS])
    expect(text).not.toContain(secret);
  await withdrawListing(ctx, donor, soup.id);
  for (const url of [`/?listing=${soup.id}`, '/?listing=none', '/']) expect(await show(url)).toBeNull();
});
