import { expect, expectAccessible, test } from './fixtures.ts';

test('world hunger is one line that explains itself, folds and is hidden from requests; facts follow the food', {
  tag: '@long',
}, async ({ newPerson }) => {
  const { page } = await newPerson({ firstName: 'Nia' });
  await page.goto('/');
  const banner = page.getByRole('complementary', { name: 'World hunger today' });
  await expect(banner).not.toContainText('673M');
  await banner.getByRole('button', { name: 'Show world hunger today' }).click();
  await expect(banner).toContainText('673M');
  await expect(banner).toContainText('child deaths');
  await expectAccessible(page);

  await banner.getByRole('button', { name: /facing hunger/ }).click();
  const derivation = page.getByRole('dialog', { name: 'World hunger today' });
  await expect(derivation).toContainText('0.2854');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(derivation).toHaveCount(0);

  const more = page.getByRole('button', { name: 'View More Facts' });
  const folded = page.locator('summary', { hasText: 'Why Food Sharing Matters' });
  // under the map, where they load when they come into sight; on a phone, a line after the food
  await expect(async () => {
    if (await folded.isVisible()) await folded.click();
    else
      await page
        .locator('#map > div')
        .first()
        .evaluate((column) => column.scrollBy(0, 600));
    await expect(more).toBeVisible({ timeout: 1000 });
  }).toPass();
  await more.click();
  const facts = page.getByRole('dialog', { name: 'Why Food Sharing Matters' });
  await expect(facts.getByRole('heading', { level: 3 })).toHaveCount(3);
  await expect(facts).toContainText('1.05B');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.reload();
  await expect(banner).toContainText('673M');
  await banner.getByRole('button', { name: 'Fold world hunger today' }).click();
  await expect(banner).not.toContainText('673M');

  await page.goto('/?tab=profile&room=requests&ask=1');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(banner).toHaveCount(0);
});
