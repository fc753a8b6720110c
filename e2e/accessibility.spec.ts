import type { Page } from '@playwright/test';
import {
  findFocusProblems,
  findForcedColorProblems,
  findHeadingProblems,
  findLargeTextProblems,
  markFills,
} from './accessibility-checks.ts';
import { expectNothingCovered } from './covered-controls.ts';
import {
  expect,
  expectAccessibleInBoth,
  HOME,
  listingBody,
  openSettingsBlock,
  type Person,
  runAdmin,
  test,
} from './fixtures.ts';

/** Words as long as in other languages. */
const LONG_TITLE = 'Kartoffelsuppe mit Donaudampfschifffahrtsbrötchen';
const isLong = Boolean(process.env['LONG']);

type Screens = Readonly<Record<string, string>>;

const settled = async (page: Page): Promise<void> => {
  const loading = page.locator('body > :not([aria-hidden=true]) .animate-spin').filter({ visible: true });
  await expect(loading).toHaveCount(0);
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
  );
};

/**
 * Checks the open screen in forced colors, at twice the text size and for the rings of the focus, which moves; in the long
 * run also by axe, dark and light.
 */
async function checkOpen(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.evaluate(markFills);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await page.evaluate(findForcedColorProblems), `${name} in forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await settled(page);
  // Polled, because a new size is drawn in the next frame.
  const look = () => page.evaluate(findLargeTextProblems);
  await expect
    .configure({ soft: true })
    .poll(look, { message: `${name}, large`, timeout: 3000 })
    .toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  if (isLong) await expectAccessibleInBoth(page);
  await page.keyboard.press('Tab');
  expect.soft(await page.evaluate(findFocusProblems), `${name}, focus`).toEqual([]);
}

/** How much of an element's height scrolls. */
const scrollingShare = (element: Element): number =>
  Math.max(
    ...[...element.querySelectorAll('*')]
      .filter((one) => getComputedStyle(one).overflowY === 'auto' && one.scrollHeight > one.clientHeight)
      .map((one) => one.clientHeight / element.clientHeight),
  );

async function walk(page: Page, screens: Screens): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const [name, address] of Object.entries(screens)) {
    await page.goto(address);
    await expect(page.locator('h1').first()).toBeAttached();
    await settled(page);
    expect.soft(await page.evaluate(findHeadingProblems), `${name}, headings`).toEqual([]);
    await checkOpen(page, name);
  }
}

/** Opens a dialog by its button or link, at this address or where the page is, checks it and closes it. */
async function checkBehind(page: Page, name: string | RegExp, address?: string): Promise<void> {
  if (address !== undefined) await page.goto(address);
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click();
  const opened = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(opened.last()).toBeVisible();
  await checkOpen(page, `behind ${String(name)}`);
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

/** Claims food and returns its address, and that of the conversation about it. */
async function handOver(donor: Person, claimer: Person) {
  const made = await donor.call('POST', '/api/food-listings', listingBody({ title: LONG_TITLE }));
  const { id } = made.body as { id: string };
  const claimed = await claimer.call('POST', `/api/food-listings/${id}/claim`, { servings: 2 });
  const { conversationId } = claimed.body as { conversationId: string };
  const content = 'https://example.org/a-long-address-without-a-single-space-in-it-anywhere';
  await donor.call('POST', `/api/conversations/${conversationId}/messages`, { content });
  return { listing: `/?listing=${id}`, conversation: `/?tab=messages&conversation=${conversationId}` };
}

test('nothing is lost at twice the text size and in forced colors @phone', async ({ newPerson, page }) => {
  const donor = await newPerson({ firstName: 'Maximiliana-Constance', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Kofi' });
  const { listing, conversation } = await handOver(donor, claimer);
  await walk(claimer.page, {
    discover: '/',
    share: '/?tab=share',
    conversation,
    profile: '/?tab=profile',
    leaderboard: '/?tab=leaderboard',
    donate: '/donate',
    donations: '/donate?step=history',
  });
  await walk(page, { 'sign-in': '/api/login' });

  // a low window, as on a phone in landscape: the whole dialog scrolls, its buttons too
  await claimer.page.setViewportSize({ width: 740, height: 360 });
  await claimer.page.goto(listing);
  const dialog = claimer.page.getByRole('dialog');
  await expect(dialog.getByRole('link', { name: 'Open messages' })).toBeAttached();
  expect(await dialog.evaluate(scrollingShare)).toBeGreaterThan(0.9);
});

if (isLong)
  test.describe('every screen', () => {
    test.slow();

    test('without a session keeps everything at twice the text size @phone', async ({ page }) => {
      await walk(page, {
        landing: '/',
        volunteer: '/volunteer',
        support: '/donate',
        'forgotten password': '/api/login?forgot=password',
        'new password': '/api/login?reset=0123456789abcdef0123456789abcdef',
        terms: '/api/login?read=terms',
        privacy: '/api/login?read=privacy',
        'closed account': '/?closed',
      });
      await page.goto('/api/login');
      await page.getByRole('tab', { name: 'Create account' }).click();
      await checkOpen(page, 'sign-up');
    });

    test('of both sides of a pickup keeps everything at twice the text size @phone', async ({
      newPerson,
    }) => {
      const donor = await newPerson({ firstName: 'Maximiliana-Constance', userType: 'donor' });
      const claimer = await newPerson({ firstName: 'Kofi' });
      const { listing, conversation } = await handOver(donor, claimer);
      const rooms = Object.fromEntries(
        ['pickups', 'shares', 'requests', 'settings'].map((room) => [room, `/?tab=profile&room=${room}`]),
      );
      await walk(donor.page, {
        'donor: discover': '/',
        emergencies: '/?tab=discover&filter=emergencies',
        'own listing': listing,
        'donor: conversation': conversation,
        ...rooms,
      });
      await walk(claimer.page, {
        'claimed listing': listing,
        messages: '/?tab=messages',
        person: `/?person=${donor.id}`,
        map: '/?map=open',
        'not found': '/somewhere',
        ...rooms,
      });
      await donor.page.goto('/');
      await donor.page.getByRole('button', { name: 'Show world hunger today' }).click();
      await checkBehind(donor.page, /facing hunger/);
      await checkBehind(donor.page, 'Sign Out');
      await checkBehind(claimer.page, /^Notifications/, '/');
      await checkBehind(claimer.page, /Need food now/);
      await checkBehind(claimer.page, 'Plan a time', conversation);
      await claimer.page.goto('/');
      const facts = claimer.page.locator('summary', { hasText: 'Why Food Sharing Matters' });
      await expect(async () => {
        await claimer.page.evaluate(() => window.scrollBy(0, 600));
        await facts.click({ timeout: 1000 });
      }).toPass();
      await checkBehind(claimer.page, 'View More Facts');
      await donor.page.goto(listing);
      for (const name of ['Edit', 'Extend']) {
        await donor.page.getByRole('button', { name, exact: true }).click();
        await checkOpen(donor.page, name);
        await donor.page.keyboard.press('Escape');
      }
      await claimer.page.goto('/donate');
      await claimer.page.getByRole('button', { name: /^Donate \$/ }).click();
      await expect(claimer.page.getByRole('heading', { name: 'Payment Setup Failed' })).toBeVisible();
      await claimer.page.getByRole('button', { name: 'Dismiss' }).click();
      await checkOpen(claimer.page, 'payment');
    });

    test('of a business and a volunteer keeps everything at twice the text size @phone', async ({
      newPerson,
    }) => {
      const shop = await newPerson({ firstName: 'Colette', userType: 'donor', place: null });
      const { address: location, ...point } = HOME;
      const organization = {
        organizationName: `Elm Street Bakery ${Date.now()}`,
        organizationType: 'bakery',
      };
      await shop.call('PUT', '/api/users/profile', { ...organization, location, ...point });
      await runAdmin('verify', shop.email);
      await shop.page.setViewportSize({ width: 360, height: 740 });
      await shop.page.goto('/?tab=profile&room=settings');
      await openSettingsBlock(shop.page, 'Recurring surplus');
      await checkBehind(shop.page, 'Add something else');
      const { page } = await newPerson({ firstName: 'Vic', userType: 'volunteer' });
      await walk(page, { 'an offer of help': '/?sheet=helping' });
      for (let nth = 0; nth < 4; nth++) await shop.call('POST', '/api/food-listings', listingBody());
      const texts = ['title=Cook together', 'text=Every Thursday at the library.', 'button=Come along'];
      const kind = ['place=discover', 'type=inline', 'category=community_building', 'for=volunteer'];
      const [, adId = ''] = /[(]([^()]+)[)]/.exec(await runAdmin('ads', 'add', ...kind, ...texts)) ?? [];
      await page.goto('/');
      const ad = page.getByRole('note', { name: 'Cook together' }).first();
      await expect(async () => {
        await page.evaluate(() => window.scrollBy(0, 300));
        await ad.scrollIntoViewIfNeeded({ timeout: 1000 });
      }).toPass();
      await expectAccessibleInBoth(page);
      await runAdmin('ads', 'end', adId);
    });

    test('of a wide window leaves room for more than pictures at twice the text size @wide', async ({
      newPerson,
    }) => {
      const donor = await newPerson({ firstName: 'Rosa', userType: 'donor' });
      const made = await donor.call('POST', '/api/food-listings', listingBody({ title: LONG_TITLE }));
      const { page } = await newPerson({ firstName: 'Kofi', userType: 'donor' });
      await page.setViewportSize({ width: 1440, height: 900 });
      // the browser's own setting, which the breakpoints follow
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });

      await page.goto(`/?listing=${(made.body as { id: string }).id}`);
      const giver = page.getByRole('dialog').getByRole('link', { name: 'Rosa' });
      await expect(giver).toBeInViewport();

      await page.goto('/?tab=share');
      const share = page.getByRole('button', { name: 'Share Food', exact: true });
      await expect(share).toHaveCSS('font-size', '36px');

      await page.goto('/?map=open');
      await expect(page.getByRole('dialog').getByRole('list', { name: 'Places on the map' })).toBeVisible();
      await settled(page);
      await expectNothingCovered(page, 'the map');
    });
  });

test('the reference of the API is accessible, with a call open', { tag: ['@phone', '@long'] }, async ({
  page,
}) => {
  await page.goto('/api/docs');
  // the other calls and types have the same parts, and hundreds of them take minutes
  await page.locator('.group ~ .group, #types details ~ details').evaluateAll((all) => {
    for (const one of all) one.remove();
  });
  await page.locator('.operation summary').first().click();
  await expectAccessibleInBoth(page);
});
