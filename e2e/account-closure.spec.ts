import { expect, expectAccessible, listingBody, openSettingsBlock, test } from './fixtures.ts';

test('closing an account shows the other side and ends other sessions', { tag: '@long' }, async ({
  newPerson,
  browser,
  baseURL,
}) => {
  const donor = await newPerson({ firstName: 'Wim', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Clara' });
  const { body: listing } = await donor.call('POST', '/api/food-listings', listingBody());
  const { id } = listing as { id: string };
  const { body: claimed } = await claimer.call('POST', `/api/food-listings/${id}/claim`, { servings: 2 });
  const { conversationId } = claimed as { conversationId: string };
  await claimer.page.goto(`/?tab=messages&conversation=${conversationId}`);
  await expect(claimer.page.getByRole('log')).toBeVisible();

  // another device of the donor
  const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) });
  await elsewhere.request.post('/api/auth/sign-in/email', {
    headers: { origin: baseURL ?? '' },
    data: { email: donor.email, password: donor.password },
  });
  const other = await elsewhere.newPage();
  await other.goto('/?tab=profile&room=settings');
  await openSettingsBlock(other, 'Account and privacy');

  const { page } = donor;
  await page.goto('/?tab=profile&room=settings');
  await openSettingsBlock(page, 'Account and privacy');
  await page.getByRole('button', { name: 'Close account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close your account?' });
  await expectAccessible(page);
  await dialog.getByLabel('Your password', { exact: true }).fill(donor.password);
  await dialog.getByRole('button', { name: 'Close my account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn Food Waste into Community Care');

  // Without a reload: the other side sees the closure, the other device is signed out.
  await expect(claimer.page.getByText('Deleted account').filter({ visible: true }).first()).toBeVisible();
  await expect(other.getByRole('heading', { level: 1 })).not.toHaveText('Profile');
  await elsewhere.close();
});
