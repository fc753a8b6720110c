import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, listingBody, runAdmin, seedAreas, test } from './fixtures.ts';
import { phonePhoto } from './photos.ts';

/** The table of calls of the specification, in its order. */
const SPECIFIED = [
  'GET /api/auth/user',
  'GET /api/users/stats',
  'GET /api/users/impact',
  'GET /api/badges',
  'GET /api/users/badges',
  'GET /api/ads',
  'POST /api/ads/{}/impression',
  'POST /api/ads/{}/click',
  'GET /api/food-listings',
  'GET /api/food-listings/expiring-soon',
  'POST /api/food-listings',
  'POST /api/food-listings/{}/claim',
  'GET /api/users/{}/food-listings',
  'POST /api/objects/upload',
  // the address in the reply to the call before it
  'PUT /api/objects/uploads/{}',
  'PUT /api/food-images',
  'GET /api/map/cluster',
  'GET /api/users/{}/recent-activity',
  'GET /api/recent-activity',
  'GET /api/smart-match/recommendations',
  'GET /api/impact-facts',
  'GET /api/community/stats',
  'GET /api/emergency-requests/active',
  'GET /api/emergency-requests',
  'POST /api/emergency-requests',
  'POST /api/emergency-requests/{}/match',
  'PUT /api/users/profile',
  'GET /api/conversations',
  'GET /api/conversations/{}/messages',
  'POST /api/conversations/{}/messages',
  'GET /api/leaderboard/monthly',
  'GET /api/leaderboard/all-time',
  'GET /api/expiry-alerts',
  'PUT /api/expiry-alerts/{}/acknowledge',
  'GET /api/users/donations',
  'GET /api/users/donation-stats',
  'POST /api/create-payment-intent',
];

/** Far from other tests, whose food would be in between, and whose donors would be alerted. */
const PLACE = {
  address: '4 Harbor Street',
  areaLabel: 'Old Quarter',
  latitude: -10 - Math.random() * 20,
  longitude: 100 + Math.random() * 30,
};
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Records the calls of all pages of a context, without ids. */
function noteCalls(context: BrowserContext, made: Set<string>): void {
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/'))
      made.add(`${request.method()} ${pathname.replaceAll(/\/[\da-f]{8}-[\da-f-]{27}(?=\/|$)/g, '/{}')}`);
  });
}

/** Scrolls down until the element has loaded, then to it. */
const scrollTo = (page: Page, what: Locator): Promise<void> =>
  expect(async () => {
    if ((await what.count()) === 0) await page.evaluate(() => window.scrollBy(0, 500));
    await what.first().scrollIntoViewIfNeeded({ timeout: 1000 });
    await expect(what.first()).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

test('every call of the specification is made by a screen', { tag: '@long' }, async ({
  newPerson,
  browser,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const made = new Set<string>();
  const stamp = Date.now();
  const [loaves, soup] = [`Sourdough ${stamp}`, `Soup ${stamp}`];
  await seedAreas([PLACE]);
  await runAdmin(
    ...['ads', 'add'],
    ...['place=home-page', 'type=card', 'category=community_building', 'for=donor', `title=Ad ${stamp}`],
    ...['text=Every Thursday at the library.', 'button=Come along'],
  );
  const rosa = await newPerson({ firstName: 'Rosa', userType: 'donor', place: PLACE });
  const amir = await newPerson({ firstName: 'Amir', place: PLACE });
  for (const { context } of [rosa, amir]) {
    await context.setGeolocation(PLACE);
    noteCalls(context, made);
  }
  const own = { pickupLocation: PLACE.address, areaLabel: PLACE.areaLabel };
  const { latitude, longitude } = PLACE;
  const ending = listingBody({ title: soup, ...own, latitude, longitude, availableUntil: inHours(1.5) });
  expect(await rosa.call('POST', '/api/food-listings', ending)).toMatchObject({ status: 201 });

  // a photo and a listing
  await rosa.page.goto('/?tab=share');
  await rosa.page.getByRole('button', { name: 'Add photos' }).click();
  const photos = rosa.page.getByRole('dialog', { name: 'Photos' });
  await photos
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'bread.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(false) }]);
  await expect(photos.getByText('Ready', { exact: true })).toBeVisible();
  await photos.getByRole('button', { name: 'Done' }).click();
  await rosa.page.getByRole('textbox', { name: 'Title' }).fill(loaves);
  await rosa.page.getByRole('button', { name: 'Share Food' }).click();
  await expect(rosa.page.getByRole('region', { name: 'Just shared' })).toContainText(loaves);

  // an ad, and the food that ends soon
  await rosa.page.goto('/');
  const alerts = (page: Page) => page.getByRole('region', { name: 'Smart Expiry Alerts' });
  await scrollTo(rosa.page, alerts(rosa.page).getByRole('listitem', { name: soup }));
  await alerts(rosa.page)
    .getByRole('button', { name: `Let neighbors know: ${soup}` })
    .click();
  await expect(alerts(rosa.page)).toContainText("Neighbors who'd like it know.");
  const ad = rosa.page.getByRole('note', { name: `Ad ${stamp}` });
  await scrollTo(rosa.page, ad);
  await expect.poll(() => made.has('POST /api/ads/{}/impression')).toBe(true);
  await ad.getByRole('link', { name: 'Come along' }).click();
  await expect(rosa.page).toHaveURL(/tab=share/);

  // home, down to its end
  await amir.page.goto('/');
  const near = alerts(amir.page).getByRole('listitem', { name: soup });
  await scrollTo(amir.page, near);
  await near.getByRole('button', { name: 'Mark as read' }).click();
  await expect(amir.page.getByText('The expiry alert has been marked as read.').first()).toBeVisible();
  for (const name of ['Recent Activity', 'Community Impact', 'Why Food Sharing Matters'])
    await scrollTo(amir.page, amir.page.getByRole('region', { name }));

  // claimed and talked about
  await amir.page.goto(`/?q=${stamp}`);
  await amir.page
    .getByRole('article')
    .filter({ hasText: loaves })
    .getByRole('link', { name: loaves })
    .click();
  const dialog = amir.page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Claim/ }).click();
  await dialog.getByRole('link', { name: /^Open messages/ }).click();
  const message = amir.page.getByRole('textbox', { name: 'Message', exact: false });
  await message.fill('Would six o’clock suit you?');
  await message.press('Enter');
  await expect(amir.page.getByText('Would six o’clock suit you?').last()).toBeVisible();

  // the profile, the boards and the donations
  await amir.page.goto('/?tab=profile');
  for (const name of ['Impact Dashboard', 'Achievements & Badges', 'Recent Activity'])
    await scrollTo(amir.page, amir.page.getByRole('heading', { name }));
  await amir.page.goto('/?tab=leaderboard');
  await amir.page.getByRole('tab', { name: 'All Time' }).click();
  await expect(amir.page.getByText('All-Time Champions')).toBeVisible();
  await amir.page.goto('/donate');
  await amir.page.getByRole('tab', { name: 'Your Impact' }).click();
  await expect(amir.page.getByText('No Donations Found')).toBeVisible();

  // a payment that cannot be set up, which a browser prints to its console
  const giving = await browser.newContext({
    storageState: await amir.context.storageState(),
    ...(baseURL !== undefined && { baseURL }),
  });
  noteCalls(giving, made);
  const page = await giving.newPage();
  await page.goto('/donate');
  await page.getByRole('button', { name: 'Donate $10 · Platform Support' }).click();
  await page
    .getByRole('region', { name: 'Payment Setup Failed' })
    .getByRole('button', { name: 'Try Again' })
    .click();
  await expect.poll(() => made.has('POST /api/create-payment-intent')).toBe(true);
  await giving.close();

  // food is asked for, and a donor answers
  await rosa.page.goto('/');
  await amir.page.goto('/?tab=profile&room=requests&ask=1');
  const asking = amir.page.getByRole('dialog', { name: 'Emergency Food Request' });
  await asking.getByRole('button', { name: 'Add details' }).click();
  await asking.getByRole('textbox', { name: 'What do you need?' }).fill(`Dinner ${stamp}`);
  for (const people of ['2', '1'])
    await asking.getByRole('spinbutton', { name: 'Household size' }).fill(people);
  await asking.getByRole('button', { name: 'Ask for food' }).click();
  await expect(amir.page.getByRole('heading', { name: `Dinner ${stamp}` })).toBeVisible();
  await rosa.page.goto('/?filter=emergencies');
  const card = rosa.page.getByRole('article').filter({ hasText: `Dinner ${stamp}` });
  await card.getByRole('button', { name: /^I Can Help/ }).click();
  const offer = rosa.page.getByRole('dialog', { name: /^Help / });
  await offer.getByRole('button', { name: "I'll bring something else" }).click();
  await offer.getByRole('button', { name: 'Bring it to them' }).click();
  await expect(rosa.page.getByText('Successfully Matched!').first()).toBeVisible();

  // a business
  await rosa.page.goto('/?tab=profile&room=shares');
  await expect(rosa.page.getByRole('heading', { name: 'My shares' })).toBeVisible();
  await rosa.page.getByRole('button', { name: 'Register as Business' }).click();
  const registration = rosa.page.getByRole('dialog', { name: 'Corporate Food Rescue Registration' });
  await registration.getByRole('textbox', { name: 'Organization name' }).fill(`Harbor Bakery ${stamp}`);
  await registration
    .getByRole('combobox', { name: 'Type of organization' })
    .selectOption({ label: 'Bakery' });
  await registration.getByRole('textbox', { name: /address/i }).fill('789 Harbor Street');
  await registration.getByRole('button', { name: 'Use my location' }).click();
  await registration.getByRole('button', { name: 'Register as Business' }).click();
  await expect(registration).toBeHidden();

  expect(SPECIFIED.filter((call) => !made.has(call))).toEqual([]);
});
