import { expect, expectAccessible, listingBody, type Person, test } from './fixtures.ts';
import { phonePhoto } from './photos.ts';

/** Two people with an open claim, both with their conversation open. */
async function talkAboutFood(newPerson: (who: { firstName: string; userType?: string }) => Promise<Person>) {
  const donor = await newPerson({ firstName: 'Nora', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Kofi' });
  const title = `Pumpkin soup ${Date.now()}`;
  const { body: listing } = await donor.call('POST', '/api/food-listings', listingBody({ title }));
  const { id: listingId } = listing as { id: string };
  const { body: claimed } = await claimer.call('POST', `/api/food-listings/${listingId}/claim`);
  const { conversationId } = claimed as { conversationId: string };
  for (const { page } of [donor, claimer]) {
    await page.goto(`/?tab=messages&conversation=${conversationId}`);
    await expect(page.getByRole('log')).toBeVisible();
  }
  return { donor, claimer, title, listingId };
}

test('claimer says they come, sends a photo, and releases with a reason; the food is offered again', {
  tag: '@long',
}, async ({ newPerson }) => {
  const { donor, claimer, title, listingId } = await talkAboutFood(newPerson);
  const onMyWay = claimer.page.getByRole('button', { name: 'On my way', exact: true });
  await claimer.page.getByRole('button', { name: 'Where should I come?' }).click();
  await expect(donor.page.getByRole('log').getByText('Where should I come?')).toBeVisible();
  await expect(onMyWay).toHaveCount(0);
  await donor.page.getByRole('button', { name: 'Share my address' }).click();
  await onMyWay.click();
  await expect(donor.page.getByRole('log').getByText('On my way')).toBeVisible();
  await expect(claimer.page.getByRole('log').getByText('Read', { exact: true })).toBeVisible();
  await expect(onMyWay).toHaveCount(0);

  await claimer.page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(true) });
  await claimer.page.getByRole('button', { name: 'Send' }).click();
  const photo = donor.page.getByRole('log').getByRole('button', { name: /Photo from Kofi/ });
  await expect(photo).toBeVisible({ timeout: 30_000 });
  await expectAccessible(donor.page);
  // Other people may not see it.
  const address = await photo.locator('img').first().getAttribute('src');
  const stranger = await newPerson({ firstName: 'Iris' });
  expect((await stranger.context.request.get(address ?? '')).status()).toBe(404);

  await claimer.page.getByRole('button', { name: 'More about this pickup' }).click();
  await claimer.page.getByRole('menuitem', { name: "I can't make it" }).click();
  const dialog = claimer.page.getByRole('dialog', { name: 'Cancel this pickup?' });
  await expect(dialog.getByRole('radio', { name: "I can't make it" })).toBeChecked();
  await dialog.getByRole('textbox', { name: /^A last word to/ }).fill('So sorry, my train is stuck.');
  await expectAccessible(claimer.page);
  await dialog.getByRole('button', { name: 'Cancel pickup' }).click();
  await expect(dialog).toBeHidden();

  // Both see the reason and the last message, neither can write here any more, and the food can be claimed again.
  await expect(donor.page.getByText(/Kofi couldn't make it/).first()).toBeVisible();
  await expect(donor.page.getByRole('log').getByText('So sorry, my train is stuck.')).toBeVisible();
  for (const { page } of [donor, claimer])
    await expect(page.getByRole('textbox', { name: /Message/ })).toHaveCount(0);
  await stranger.page.goto(`/?listing=${listingId}`);
  await expect(stranger.page.getByRole('dialog').getByRole('heading', { name: title })).toBeVisible();
  await expect(stranger.page.getByRole('dialog').getByRole('button', { name: /^Claim/ })).toBeVisible();
});

test('a blocked person sees, claims and writes nothing more, and their claim is released', async ({
  newPerson,
}) => {
  const { donor, claimer, title, listingId } = await talkAboutFood(newPerson);
  await donor.page.getByRole('button', { name: 'More' }).first().click();
  await donor.page.getByRole('menuitem', { name: 'Block Kofi' }).click();
  const dialog = donor.page.getByRole('dialog', { name: 'Block Kofi?' });
  await expectAccessible(donor.page);
  await dialog.getByRole('button', { name: /^Block/ }).click();
  await expect(donor.page.getByText('Kofi is blocked').first()).toBeVisible();

  // The block is not revealed: the claim is released, and the food is not visible to them.
  await expect(claimer.page.getByRole('textbox', { name: /Message/ })).toHaveCount(0);
  const { body: claims } = await claimer.call('GET', '/api/claims?side=mine');
  expect((claims as { status: string }[]).map(({ status }) => status)).toEqual(['released']);
  expect((await claimer.call('GET', `/api/food-listings/${listingId}`)).status).toBe(404);
  await claimer.page.goto('/');
  await expect(claimer.page.getByRole('heading', { name: 'Food Near You' })).toBeVisible();
  await expect(claimer.page.getByRole('article').filter({ hasText: title })).toHaveCount(0);
});
