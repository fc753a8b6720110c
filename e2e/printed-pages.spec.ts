import { expect, expectAccessible, openSettingsBlock, runAdmin, test } from './fixtures.ts';

test('the food safety guide lies over all else, is read by keyboard, and prints alone', {
  tag: '@long',
}, async ({ newPerson }) => {
  const { page } = await newPerson({ firstName: 'Ida' });
  await page.goto('/');
  const quickShare = page.locator('section a', { hasText: 'Quick share' }).filter({ visible: true });
  await quickShare.click({ trial: true });
  await page.getByRole('button', { name: 'Food Safety Guidelines' }).first().focus();
  await page.keyboard.press('Enter');
  const guide = page.getByRole('dialog', { name: 'Food Safety Guidelines' });
  await expect(guide.getByRole('heading', { level: 4 })).toHaveCount(6);
  await expectAccessible(page);
  const isOnTop = await quickShare.evaluate((link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isOnTop).toBe(false);
  const last = guide.getByRole('button', { name: 'Print this guide' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(last).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.emulateMedia({ media: 'print' });
  await expect(guide.getByText('https://www.wrap.ngo').first()).toBeVisible();
  await expect(last).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Food Near You' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(guide).toHaveCount(0);
});

test('the poster of a business fits Letter and A4, black on white, and prints alone', {
  tag: '@long',
}, async ({ newPerson }) => {
  const shop = `Elm Street Bakery ${Date.now()}`;
  const location = '789 9th Avenue, New York';
  const { page, call, email } = await newPerson({ firstName: 'Colette', userType: 'donor', place: null });
  const point = { latitude: 40.765218, longitude: -73.987334 };
  const organization = { organizationName: shop, organizationType: 'bakery' };
  await call('PUT', '/api/users/profile', { ...organization, location, ...point });
  await runAdmin('verify', email);
  await page.goto('/?tab=profile&room=settings');
  await openSettingsBlock(page, 'Opening hours');
  await page.getByRole('button', { name: 'Show the poster' }).click();
  const poster = page.locator('[data-poster]');
  await expect(poster.getByRole('heading', { name: shop })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(poster).toContainText(location);
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeHidden();
  const [paper, symbol] = await Promise.all([
    poster.boundingBox(),
    poster.locator('[data-qr]').boundingBox(),
  ]);
  const inMillimeters = (pixels = 0): number => (pixels / 96) * 25.4;
  // the smaller width and height of both, without an offset
  expect(inMillimeters(paper?.width)).toBeLessThanOrEqual(190);
  expect(inMillimeters(paper?.height)).toBeLessThanOrEqual(255);
  expect(Math.min(paper?.x ?? -1, paper?.y ?? -1)).toBeGreaterThan(-60);
  expect(inMillimeters(symbol?.width)).toBeGreaterThan(110);
  expect(await poster.evaluate((sheet) => getComputedStyle(sheet).color)).toBe('rgb(0, 0, 0)');
});
