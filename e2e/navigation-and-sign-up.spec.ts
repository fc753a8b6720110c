import { expect, expectAccessible, listingBody, test } from './fixtures.ts';

test('any other page leads to sign-in and back', async ({ page, newPerson, quietConsole }) => {
  const known = await newPerson({ firstName: 'Ruth' });
  quietConsole(page);
  await page.goto('/?tab=profile');
  await expect(page).toHaveURL(/\/api\/login\?returnTo=/);
  await page.goto('/somewhere?x=1');
  await expect(page).toHaveURL(/\/api\/login\?returnTo=/);
  await page.getByRole('textbox', { name: 'Email' }).fill(known.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(known.password);
  await page.getByRole('textbox', { name: 'Password' }).press('Enter');
  await expect(page).toHaveURL(/\/somewhere\?x=1$/);
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
  await expectAccessible(page);
});

test.describe('signed in', () => {
  test('each tab has its heading, is accessible, and Back returns', async ({ newPerson }) => {
    const { page } = await newPerson({ firstName: 'Ines' });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Food Near You' })).toBeVisible();
    await expectAccessible(page);
    for (const [tab, heading] of [
      ['share', 'Share Food'],
      ['messages', 'Messages'],
      ['profile', 'Profile'],
      ['leaderboard', 'Food Hero Leaderboard'],
    ] as const) {
      await page
        .getByRole('link', { name: new RegExp(`^${tab === 'share' ? 'Share Food' : tab}`, 'i') })
        .first()
        .click();
      await expect(page).toHaveURL(new RegExp(`tab=${tab}`));
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page);
    }
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  });

  test('the keyboard alone finds and claims food', { tag: '@keyboard' }, async ({ newPerson }) => {
    const donor = await newPerson({ firstName: 'Mei', userType: 'donor' });
    const title = `Dumplings ${Date.now()}`;
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    await donor.call(
      'POST',
      '/api/food-listings',
      listingBody({ title, expiryDate: inAnHour, bestByDate: inAnHour }),
    );
    const { page } = await newPerson({ firstName: 'Kofi' });
    await page.goto('/');
    const link = page.getByRole('article').getByRole('link', { name: title });
    await expect(link).toBeVisible();
    for (
      let presses = 0;
      presses < 80 && !(await link.evaluate((node) => node === document.activeElement));
      presses++
    )
      await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    const claim = dialog.getByRole('button', { name: /^Claim/ });
    for (
      let presses = 0;
      presses < 30 && !(await claim.evaluate((node) => node === document.activeElement));
      presses++
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Food claimed successfully! Check your messages for coordination.').first(),
    ).toBeVisible();
  });
});
