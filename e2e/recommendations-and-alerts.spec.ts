import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, listingBody, test } from './fixtures.ts';

/** Far from other tests and other workers of this one, whose food would be in between. */
const PLACE = {
  address: '4 Market Street',
  latitude: 40 + Math.random() * 20,
  longitude: 2 + Math.random() * 30,
  areaLabel: 'Old Town',
};
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const food = (title: string, hours: number, servings: number) =>
  listingBody({
    title,
    latitude: PLACE.latitude,
    longitude: PLACE.longitude,
    pickupLocation: PLACE.address,
    areaLabel: PLACE.areaLabel,
    availableUntil: inHours(hours),
    estimatedServings: servings,
  });

/** A block after the first food, which loads when scrolled near, or on a phone when its line is unfolded. */
async function block(page: Page, name: string): Promise<Locator> {
  const region = page.getByRole('region', { name });
  const folded = page.locator('details:not([open]) > summary').filter({ hasText: name });
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 500));
    if (await folded.isVisible()) await folded.click();
    await expect(region.getByRole('listitem').first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  return region;
}

test('food is recommended to people it suits, can be dismissed, and is saved before it spoils', {
  tag: '@long',
}, async ({ newPerson }) => {
  const stamp = Date.now();
  const [soup, bread, rice] = [`Soup ${stamp}`, `Bread ${stamp}`, `Rice ${stamp}`];
  const rosa = await newPerson({ firstName: 'Rosa', userType: 'donor', place: PLACE });
  const amir = await newPerson({ firstName: 'Amir', place: PLACE });
  const june = await newPerson({ firstName: 'June', place: PLACE });
  for (const body of [food(soup, 5, 2), food(bread, 1.5, 1), food(rice, 4, 2)])
    expect((await rosa.call('POST', '/api/food-listings', body)).status).toBe(201);

  await amir.page.goto('/');
  const matches = await block(amir.page, 'Smart Recommendations');
  const match = matches.getByRole('listitem', { name: soup, exact: true });
  await expect(match).toContainText(/\d+% match/);
  await expect(match.getByRole('list', { name: `Why ${soup} suits you` })).toContainText('saved place');
  await match.getByRole('button', { name: 'Not for me' }).click();
  await matches.getByRole('button', { name: `Undo: suggest ${soup} again` }).click();
  await match.getByRole('button', { name: /^Claim/ }).click();
  await expect(match.getByRole('button', { name: /^Claim/ })).toHaveCount(0);

  await rosa.page.goto('/');
  const own = await block(rosa.page, 'Smart Expiry Alerts');
  const ownBread = own.getByRole('listitem', { name: bread });
  await expect(ownBread).toContainText(/1 hour|2 hours/);
  await expectAccessible(rosa.page);
  await ownBread.getByRole('button', { name: 'Let neighbors know' }).click();
  await expect(ownBread).toContainText("Neighbors who'd like it know.");

  await june.page.goto('/');
  const near = await block(june.page, 'Smart Expiry Alerts');
  const nearBread = near.getByRole('listitem', { name: bread });
  await nearBread.getByRole('button', { name: 'Mark as read' }).click();
  await expect(june.page.getByText('The expiry alert has been marked as read.').first()).toBeVisible();
  await expect(nearBread.getByRole('button', { name: 'Mark as read' })).toHaveCount(0);

  const amirs = await block(amir.page, 'Smart Expiry Alerts');
  await expect(amirs.getByRole('listitem', { name: bread })).toBeVisible();
  await nearBread.getByRole('button', { name: /^Claim/ }).click();
  await expect(amirs.getByRole('listitem', { name: bread })).toHaveCount(0);

  const ownRice = own.getByRole('listitem', { name: rice });
  await ownRice.getByRole('button', { name: 'Extend until' }).click();
  await expect(ownRice).toContainText('Open until');
  await ownRice.getByRole('button', { name: 'Mark as gone' }).click();
  await rosa.page.getByRole('dialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(ownRice).toHaveCount(0);
  await expect(amirs.getByRole('listitem', { name: rice })).toHaveCount(0);
});
