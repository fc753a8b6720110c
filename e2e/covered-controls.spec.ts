import type { Page } from '@playwright/test';
import { expectNothingCovered } from './covered-controls.ts';
import { expect, HOME, listingBody, test } from './fixtures.ts';

/** The long run checks all tabs and dialogs in all states, `npm test` those that once failed. */
const isLong = Boolean(process.env['LONG']);

/** Away from the places of other tests. */
const YONKERS = {
  address: '2 Manor House Square',
  areaLabel: 'Getty Square',
  latitude: 40.934,
  longitude: -73.9,
};

test('nothing covers a control but the header and the dock, and everything scrolls clear of both', async ({
  newPerson,
  isMobile,
  page: visitor,
}) => {
  const place = { ...HOME, ...YONKERS };
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor', place });
  const { latitude, longitude, areaLabel } = YONKERS;
  const title = `Barley soup ${Date.now()}`;
  const offer = async (over: Record<string, unknown>) => {
    const given = listingBody({ latitude, longitude, areaLabel, ...over });
    const { status, body } = await donor.call('POST', '/api/food-listings', given);
    expect(status, JSON.stringify(body)).toBe(201);
  };
  await offer({ title });
  await offer({ title: `${title}, large pot`, estimatedServings: 30 });
  const { page } = await newPerson({ firstName: 'June', userType: 'donor', place });
  if (isMobile) await page.setViewportSize({ width: 360, height: 740 });

  // The claim happens in place: its toast covers neither the ticket nor anything else.
  await page.goto('/');
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });
  await expect(card).toBeVisible();
  // a bar over the title hides only a part of the link, which is as large as its card
  const [linkBox, cardBox] = await Promise.all(
    [card.getByRole('link', { name: title }), card].map((part) => part.boundingBox()),
  );
  expect(linkBox?.height).toBeGreaterThan((cardBox?.height ?? 0) - 4);
  await expectNothingCovered(page, 'Discover');
  await card.getByRole('button', { name: /^Claim 2 servings/ }).click();
  await expect(card.getByRole('link', { name: /Open messages/ })).toBeVisible();
  const toast = page.getByText('Food claimed successfully! Check your messages for coordination.').first();
  await expect(toast).toBeVisible();
  await expectNothingCovered(page, 'Discover with a toast');
  await toast.hover();
  await card.getByRole('link', { name: /Open messages/ }).click({ trial: true });
  await card.getByRole('button', { name: /^Undo/ }).click({ trial: true });

  // A dialog has its toast beside it, and over a sheet room for one of many lines.
  await page
    .getByRole('article')
    .getByRole('link', { name: `${title}, large pot` })
    .click();
  await expect(toast).toBeHidden();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Claim \d+ servings$/ }).click();
  await expect(dialog.getByText('Food claimed successfully!').first()).toBeVisible();
  const textSize = (size: string) =>
    page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
  if (isMobile) await textSize('200%');
  await expectNothingCovered(page, 'a listing with a toast');
  await textSize('');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toBeHidden();

  if (!isMobile) {
    // On a tablet the dock has room for the toast and for its own row.
    await offer({ title: `${title}, a jar` });
    const size = page.viewportSize();
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.goto('/');
    await page.getByRole('button', { name: `Claim 2 servings of ${title}, a jar` }).click();
    const dock = page.locator('[data-dock]');
    await expect(dock.locator('[data-toast]')).toBeVisible();
    expect(await dock.getByRole('button', { name: 'Map', exact: true }).isVisible()).toBe(true);
    await expectNothingCovered(page, 'Discover with a toast on a tablet');
    if (size) await page.setViewportSize(size);
  }

  const expectClear = async (on: Page, path: string) => {
    await on.goto(path);
    await expect(on.getByRole('heading', { level: 1 }).or(on.getByRole('dialog')).first()).toBeVisible();
    await on.waitForLoadState('networkidle');
    await expectNothingCovered(on, path);
  };
  const paths = ['/?tab=share', '/?tab=messages', '/?tab=profile', '/?tab=leaderboard', '/donate'];
  for (const path of paths) await expectClear(page, path);
  if (!isLong) return;
  const rooms = ['pickups', 'shares', 'requests', 'settings'].map((room) => `/?tab=profile&room=${room}`);
  const others = ['/donate?step=history', '/?tab=discover&filter=emergencies', '/?map=open', '/nowhere'];
  for (const path of [...rooms, ...others]) await expectClear(page, path);
  if (isMobile) await visitor.setViewportSize({ width: 360, height: 740 });
  for (const path of ['/', '/volunteer', '/donate', '/api/login', '/api/login?read=terms'])
    await expectClear(visitor, path);
  await page.goto('/?tab=leaderboard');
  // with a pickup in the dock it is at the end of the page
  if (isMobile) await expect(page.locator('[data-middle] a').filter({ visible: true })).toHaveCount(1);
  await page.getByRole('button', { name: 'Food Safety Guidelines' }).filter({ visible: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingCovered(page, 'the safety guidelines');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingCovered(page, 'notifications');
  await page.keyboard.press('Escape');
  await textSize('200%');
  await expectNothingCovered(page, 'Profile with large text');
});

test('the button to request food is fully visible at the lower edge of a low window', async ({
  newPerson,
}) => {
  const { page } = await newPerson({ firstName: 'June', place: { ...HOME, ...YONKERS } });
  await page.setViewportSize({ width: 360, height: 460 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Need food now?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'A warm meal' }).click();
  await dialog.getByRole('button', { name: '2 people' }).click();
  await expect(dialog.getByRole('heading', { name: 'Where are you?' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Ask for food' })).toBeInViewport({ ratio: 1 });
});

test('the controls of a low map are clear of each other and of its cards', async ({ newPerson }) => {
  const place = { ...HOME, ...YONKERS };
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor', place });
  const { latitude, longitude, areaLabel } = YONKERS;
  await donor.call('POST', '/api/food-listings', listingBody({ latitude, longitude, areaLabel }));
  const { page } = await newPerson({ firstName: 'June', place });
  await page.goto('/?map=open');
  const map = page.getByRole('dialog');
  const cards = map.getByRole('list', { name: 'Places on the map' }).getByRole('button');
  const expectClear = async () => {
    for (const name of ['Map filters', 'Legend', 'Zoom in', 'Zoom out', 'Move the map', 'My location'])
      await map.getByRole('button', { name, exact: true }).click({ trial: true, timeout: 2000 });
  };
  for (const [width, height] of [
    [800, 360],
    [360, 480],
    [360, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(cards).not.toHaveCount(0);
    await expectClear();
    await cards.first().click();
    const card = map.getByRole('region', { name: /^\d+ items?$/ });
    await expect(card).toBeVisible();
    await expectClear();
    await card.getByRole('button', { name: 'Close' }).click();
  }
});
