import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectAccessibleInBoth,
  listingBody,
  type Person,
  test,
} from './fixtures.ts';

type Place = {
  readonly address: string;
  readonly areaLabel: string;
  readonly latitude: number;
  readonly longitude: number;
};

/** A place on the map that a person without a location sees first. */
const SUTTON_PLACE: Place = {
  address: '305 East 58th Street',
  areaLabel: 'Sutton Place',
  latitude: 40.759519,
  longitude: -73.964174,
};
/** Away from the places of other tests, so that the markers belong to one test. */
const PROSPECT: Place = {
  address: '120 Eastern Parkway',
  areaLabel: 'Prospect Heights',
  latitude: 40.671213,
  longitude: -73.963402,
};
const WEST_OF_IT: Place = {
  address: '64 4th Avenue',
  areaLabel: 'Park Slope',
  latitude: 40.671121,
  longitude: -73.980417,
};
const EAST_OF_IT: Place = {
  address: '901 Dean Street',
  areaLabel: 'Crown Heights',
  latitude: 40.671308,
  longitude: -73.946389,
};
/** The same, for the test that drags the map. */
const FOREST_HILLS: Place = {
  address: '71 Continental Avenue',
  areaLabel: 'Forest Hills',
  latitude: 40.720511,
  longitude: -73.860229,
};
const EAST_OF_FOREST_HILLS: Place = {
  address: '125 Main Street',
  areaLabel: 'Briarwood',
  latitude: 40.720698,
  longitude: -73.826201,
};
const RIDGEWOOD: Place = {
  address: '57 Woodward Avenue',
  areaLabel: 'Ridgewood',
  latitude: 40.708224,
  longitude: -73.913071,
};

/** Two places far from other tests and far enough apart for two clusters. */
const SHORE: Place = {
  address: '7201 Fort Hamilton Parkway',
  areaLabel: 'Bay Ridge',
  latitude: 40.626134,
  longitude: -74.021317,
};
const NORTH_OF_IT: Place = { ...SHORE, address: '61 68th Street', latitude: 40.638217 };
const SOUTH_OF_IT: Place = { ...SHORE, address: '9205 3rd Avenue', latitude: 40.614093 };

const offered: { readonly donor: Person; readonly id: string }[] = [];
/** Restores the map for a retry. */
test.afterEach(async () => {
  for (const { donor, id } of offered.splice(0))
    await donor.call('POST', `/api/food-listings/${id}/withdraw`);
});

/** For an hour, so that the feed lists it near the top, and as much as one claim takes. */
async function offer(donor: Person, place: Place, title: string, category = 'bakery_items'): Promise<string> {
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const { address: pickupLocation, ...where } = place;
  const { status, body } = await donor.call(
    'POST',
    '/api/food-listings',
    listingBody({
      title,
      category,
      ...where,
      pickupLocation,
      estimatedServings: 2,
      bestByDate: inAnHour,
      expiryDate: inAnHour,
    }),
  );
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = body as { id: string };
  offered.push({ donor, id });
  return id;
}

const cardOf = (page: Page, title: string): Locator => page.getByRole('article').filter({ hasText: title });
/** The markers on the map. */
const marksOf = (map: Locator): Locator => map.getByRole('group', { name: 'Map' }).getByRole('button');
/** The card of the open cluster, which starts with how much it is. */
const detailOf = (map: Locator): Locator => map.getByRole('region', { name: /^\d+ items?$/ });

const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Presses a key until the target has focus. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((node) => node === document.activeElement);
  for (let presses = 0; presses < 60 && !(await isThere()); presses++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

test("a new listing appears on another person's map, filters their feed, and disappears when withdrawn", {
  tag: '@wide',
}, async ({ newPerson }) => {
  // Full journeys of two people with three accessibility checks: more than a minute on a busy machine.
  test.slow();
  const title = `Eggs ${Date.now()}`;
  const elsewhere = `Rye ${Date.now()}`;
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor' });
  const { page } = await newPerson({ firstName: 'Amir', place: null });
  await offer(donor, RIDGEWOOD, elsewhere);
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect(map.getByText('Live', { exact: true })).toBeVisible();
  await expect(cardOf(page, elsewhere)).toBeVisible();
  await map.getByRole('button', { name: /^Map filters/ }).click();
  await map.getByRole('button', { name: 'dairy eggs' }).click();
  await map.getByRole('button', { name: /^Map filters/ }).click();
  await expect(map.getByText('No data in current map area').first()).toBeVisible();
  await expect(map.getByRole('status', { name: 'Map updates' })).toHaveText('No data in current map area');

  // Shared.
  const id = await offer(donor, SUTTON_PLACE, title, 'dairy_eggs');
  const inList = map.getByRole('region', { name: /^On this map/ }).getByRole('button', { name: title });
  await expect(inList).toBeVisible();
  await expect(marksOf(map)).toHaveCount(1);
  // new food waits behind a button while the page is scrolled, also that of other tests
  const waiting = page.getByRole('button', { name: /^\d+ new/ });
  await expect(async () => {
    if (await waiting.isVisible()) await waiting.click({ timeout: 2000 });
    await expect(cardOf(page, title)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  await expectAccessible(page);

  // Focusing the feed card highlights its marker, where the pointer is on no other.
  await page.mouse.move(0, 0);
  await cardOf(page, title).getByRole('link', { name: title }).focus();
  await expect(marksOf(map)).toHaveAttribute('data-lifted', 'true');

  // Selected: its card says what is there, and the feed stays as it is.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await marksOf(map).click();
    await expect(detailOf(map).getByRole('link', { name: title })).toBeVisible();
    await expect(cardOf(page, elsewhere)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(detailOf(map)).toHaveCount(0);
  }

  // Withdrawn.
  expect((await donor.call('POST', `/api/food-listings/${id}/withdraw`)).status).toBe(200);
  await expect(marksOf(map)).toHaveCount(0);
  await expect(inList).toHaveCount(0);
  await expect(map.getByRole('status', { name: 'Map updates' })).toHaveText('No data in current map area');
});

test('the keyboard alone moves between markers, opens one and claims from it', {
  tag: '@keyboard',
}, async ({ newPerson }) => {
  const [west, east] = [`Leeks ${Date.now()}`, `Figs ${Date.now()}`];
  const donor = await newPerson({ firstName: 'Mei', userType: 'donor' });
  await offer(donor, WEST_OF_IT, west);
  await offer(donor, EAST_OF_IT, east);
  const { page } = await newPerson({ firstName: 'Kofi', place: PROSPECT });
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect(marksOf(map)).toHaveCount(2, { timeout: 20_000 });

  await pressUntilFocused(page, 'Tab', page.getByRole('link', { name: 'Skip to the map' }));
  await page.keyboard.press('Enter');
  const stop = marksOf(map).and(page.locator('[tabindex="0"]'));
  await pressUntilFocused(page, 'Tab', stop);
  await page.keyboard.press('ArrowRight');
  const eastern = await map.locator(':focus').getAttribute('aria-label');
  await page.keyboard.press('ArrowLeft');
  await expect(map.locator(':focus')).not.toHaveAttribute('aria-label', eastern ?? '');
  await page.keyboard.press('Enter');
  const detail = detailOf(map);
  await expect(detail.getByRole('heading')).toBeFocused();
  await pressUntilFocused(page, 'Tab', detail.getByRole('link', { name: west }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: west })).toBeVisible();
  await pressUntilFocused(page, 'Tab', dialog.getByRole('button', { name: /^Claim/ }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Food claimed successfully! Check your messages for coordination.').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // A claimed listing has left the map. The list opens the remaining one, and Escape returns to the list.
  await expect(marksOf(map)).toHaveCount(1);
  // The map has moved to the claimed one; farther out both are in sight.
  await map.getByRole('button', { name: 'Zoom out' }).press('Enter');
  const inList = map.getByRole('region', { name: /^On this map/ }).getByRole('button', { name: east });
  await pressUntilFocused(page, 'Tab', inList);
  await page.keyboard.press('Enter');
  await expect(detail.getByRole('heading')).toBeFocused();
  await expect(detail.getByRole('link', { name: east })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inList).toBeFocused();
});

test('on a phone the map is one button away, shows new listings, opens one and closes again', {
  tag: '@phone',
}, async ({ newPerson }) => {
  const title = `Pears ${Date.now()}`;
  const donor = await newPerson({ firstName: 'Nora', userType: 'donor' });
  const { page } = await newPerson({ firstName: 'Ines', place: RIDGEWOOD });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const pill = page.getByRole('button', { name: 'Map', exact: true });
  await pill.click();
  const map = page.getByRole('dialog', { name: 'Map', exact: true });
  await expect(map.getByText('Live', { exact: true })).toBeVisible();

  await offer(donor, RIDGEWOOD, title);
  const places = map.getByRole('list', { name: 'Places on the map' });
  const place = places.getByRole('button').filter({ hasText: title });
  await expect(place).toBeVisible();
  expect(await sideways(page)).toBe(0);
  await expectAccessible(page);
  await place.click();
  const item = detailOf(map).getByRole('link', { name: title });
  await expect(item).toBeVisible();
  await expectAccessibleInBoth(page);
  await item.click();
  const listing = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(listing.getByRole('button', { name: /^Claim/ })).toBeVisible();
  await listing.getByRole('button', { name: 'Close' }).click();
  await expect(item).toBeVisible();
  await page.goBack();
  await expect(map).toBeHidden();

  expect(await sideways(page)).toBe(0);
});

test('the feed narrows to the area the map was dragged to, and widens again', {
  tag: ['@wide', '@long'],
}, async ({ newPerson }) => {
  const [near, far] = [`Plums ${Date.now()}`, `Chard ${Date.now()}`];
  const donor = await newPerson({ firstName: 'Tara', userType: 'donor' });
  await offer(donor, EAST_OF_FOREST_HILLS, near);
  await offer(donor, RIDGEWOOD, far);
  const { page } = await newPerson({ firstName: 'Leo', place: FOREST_HILLS });
  await page.goto('/');
  const map = page.getByRole('region', { name: 'Map', exact: true });
  await expect(map.getByText('Live', { exact: true })).toBeVisible();
  await expect(cardOf(page, near)).toBeVisible();
  await expect(cardOf(page, far)).toBeVisible();
  const search = map.getByRole('button', { name: 'Search this area' });
  await expect(search).toBeHidden();

  // To the east, where one of the two listings is.
  const ground = await map.getByRole('group', { name: 'Map area' }).boundingBox();
  if (!ground) throw new Error('The map is not there');
  const [x, y] = [ground.x + ground.width * 0.75, ground.y + ground.height * 0.5];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - ground.width * 0.6, y, { steps: 12 });
  // A pause before release: no inertia.
  await page.waitForTimeout(300);
  await page.mouse.up();
  await search.click();
  await expect(page).toHaveURL(/[?&]area=/);
  await expect(cardOf(page, near)).toBeVisible();
  await expect(cardOf(page, far)).toHaveCount(0);
  await expectAccessible(page);

  const everywhere = map.getByRole('button', { name: 'Search everywhere' });
  await expect(everywhere).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cardOf(page, far)).toBeVisible();
  await expect(map.getByRole('group', { name: 'Map area' })).toBeFocused();

  // Without dragging: by arrow keys on the map, and by four buttons.
  await page.keyboard.press('ArrowLeft');
  await expect(search).toBeVisible();
  await map.getByRole('button', { name: 'Move the map' }).click();
  await map.getByRole('button', { name: 'Move north' }).click();
});

test('swiping the carousel previews the next cluster and moves nothing under the finger', {
  tag: '@phone',
}, async ({ newPerson }) => {
  const [north, south] = [`Quince ${Date.now()}`, `Okra ${Date.now()}`];
  const donor = await newPerson({ firstName: 'Vera', userType: 'donor' });
  await offer(donor, NORTH_OF_IT, north);
  await offer(donor, SOUTH_OF_IT, south);
  const { page, context } = await newPerson({ firstName: 'Otto', place: SHORE });
  await page.setViewportSize({ width: 360, height: 740 });
  // markers are tapped after the map has stopped moving
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/?map');
  const map = page.getByRole('dialog', { name: 'Map', exact: true });
  const cards = map.getByRole('list', { name: 'Places on the map' }).getByRole('button');
  await expect(cards).toHaveCount(2);
  await expectAccessible(page);
  const titles = await cards.allTextContents();

  // Its final position, after the sheet has opened.
  const row = await map.getByRole('list', { name: 'Places on the map' }).boundingBox();
  if (!row) throw new Error('The row is not there');
  const touch = await context.newCDPSession(page);
  // From card to card and back, to both ends.
  for (const [place, xDistance] of [
    [1, -240],
    [0, 240],
  ] as const) {
    const lifted = marksOf(map).and(page.locator('[data-lifted]'));
    const [x, y] = [row.x + row.width / 2 - xDistance / 2, row.y + row.height / 2];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (let step = 1; step <= 12; step++) {
      const touchPoints = [{ x: x + (xDistance * step) / 12, y }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    const [first = '', second = ''] = titles;
    const shown = (place === 0 ? first : second).includes(north) ? north : south;
    // on a slow device the row may pause while the finger still moves
    await expect(cards.nth(place)).toHaveAttribute('aria-current', 'true');
    await expect(lifted).toHaveCount(1);
    await expect(lifted).toHaveAttribute('aria-pressed', 'false');
    await expect(lifted).toBeInViewport();
    expect(await cards.allTextContents()).toEqual(titles);
    await expect(map.getByRole('button', { name: 'Search this area' })).toBeHidden();
    await lifted.click();
    await expect(detailOf(map).getByRole('link', { name: shown })).toBeVisible();
    await detailOf(map).getByRole('button', { name: 'Close' }).click();
  }
  expect(await sideways(page)).toBe(0);
});
