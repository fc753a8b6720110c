import {
  expect,
  expectLanguageFits,
  listingBody,
  openSettingsBlock,
  type Person,
  seedAreas,
  test,
} from './fixtures.ts';
import type { Page } from '@playwright/test';

/** Far from the places of other tests and of the same test in another project. */
const placeOf = (person: 'donor' | 'recipient') => ({
  address: '31 Ferry Street',
  areaLabel: 'Fair Haven',
  latitude: 41.304129 + (person === 'donor' ? 0 : 1),
  longitude: -72.897342 + (isRightToLeft() ? 1 : 0),
});
/** The place as food and requests take it. */
const pickupOf = ({ address: pickupLocation, ...where }: ReturnType<typeof placeOf>) => ({
  ...where,
  pickupLocation,
});
const isRightToLeft = (): boolean => test.info().project.name.includes('right');

test.use({ viewport: { width: 360, height: 740 } });

// A request without an area would reach the donors of every other journey.
test.beforeAll(() => seedAreas([placeOf('donor'), placeOf('recipient')]));

const settled = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle');
  // Behind a dialog it may never load.
  const loading = page
    .locator('body > :not([aria-hidden=true])')
    .locator('.animate-breathe, .animate-spin')
    .filter({ visible: true });
  // parts of the page load when scrolled near
  const comeNear = (all: Element[]): string[] => {
    all[0]?.scrollIntoView();
    return all.map((one) => one.outerHTML);
  };
  await expect.poll(() => loading.evaluateAll(comeNear)).toEqual([]);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
  );
};

/** Checks the open screen at the widths of a small and of a large phone. */
async function checkScreen(page: Page, name: string): Promise<void> {
  await settled(page);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
  await test.step(name, async () => {
    for (const width of [412, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await expectLanguageFits(page);
    }
  });
}

const walk = async (page: Page, screens: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, address] of Object.entries(screens)) {
    await page.goto(address);
    await expect(page.locator('h1').first()).toBeVisible();
    await checkScreen(page, name);
  }
};

/** Opens a dialog or a menu by its button, checks it and closes it. */
async function checkBehind(page: Page, button: string | RegExp, name: string): Promise<void> {
  const opener = page.getByRole('button', { name: button }).filter({ visible: true }).first();
  const opened = page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'));
  // content that loads above a button moves it: a tap that misses is repeated
  await expect(async () => {
    if (!(await opened.last().isVisible())) await opener.click({ timeout: 10_000 });
    await expect(opened.last()).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: 60_000 });
  await checkScreen(page, name);
  await page.keyboard.press('Escape');
  await expect(opened).toHaveCount(0);
}

async function offer(
  donor: Person,
  place: ReturnType<typeof placeOf>,
  over: Record<string, unknown>,
): Promise<string> {
  const body = listingBody({ ...pickupOf(place), ...over });
  return ((await donor.call('POST', '/api/food-listings', body)).body as { id: string }).id;
}

/** Claims the food and returns the address of the conversation. */
async function claim(by: Person, listingId: string | undefined, body?: Record<string, unknown>) {
  const claimed = await by.call('POST', `/api/food-listings/${listingId}/claim`, body);
  const { conversationId } = claimed.body as { conversationId: string };
  return { conversationId, conversation: `/?tab=messages&conversation=${conversationId}` };
}

const TICKET_MENU = 'More about this pickup';

/** Opens the details of the ticket in the conversation, and checks them. */
async function checkTicket(page: Page, conversation: string, name: string): Promise<void> {
  await page.goto(conversation);
  await checkBehind(page, TICKET_MENU, `${name}-menu`);
  await page.getByRole('button', { name: TICKET_MENU }).click();
  await page.getByRole('menuitem').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, name);
  await page.keyboard.press('Escape');
}

test('every screen without a session', async ({ page }) => {
  await walk(page, {
    landing: '/',
    volunteer: '/volunteer',
    support: '/donate',
    'sign-in': '/api/login',
    'forgot-password': '/api/login?forgot=password',
    'new-password': '/api/login?reset=0123456789abcdef0123456789abcdef',
    terms: '/api/login?read=terms',
    privacy: '/api/login?read=privacy',
    'account-closed': '/?closed',
  });
  await page.goto('/api/login');
  await page.getByRole('tab', { name: 'Create account' }).click();
  await checkScreen(page, 'sign-up');
  await page.getByRole('button', { name: 'Create account' }).click();
  await checkScreen(page, 'sign-up-refused');
});

test('every screen of a new person', async ({ newPerson }) => {
  const { page, context } = await newPerson({ firstName: 'Ines', place: null });
  await walk(page, {
    'new-discover': '/',
    'new-share': '/?tab=share',
    'new-messages': '/?tab=messages',
    'new-profile': '/?tab=profile',
    'new-leaderboard': '/?tab=leaderboard',
    'not-found': '/somewhere',
  });
  // a browser logs a missing resource to its console
  await walk(await context.newPage(), {
    'not-there-listing': '/?listing=nothing',
    'not-there-conversation': '/?tab=messages&conversation=nothing',
  });
});

test('every screen of a donor', async ({ newPerson }) => {
  test.slow();
  const place = placeOf('donor');
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor', place });
  const { page } = donor;
  const asking = await newPerson({ firstName: 'Ruth', place });
  const title = 'Dinner for the three of us';
  await asking.call('POST', '/api/emergency-requests', { title, householdSize: 3, ...pickupOf(place) });
  const id = await offer(donor, place, { title: 'Carrot soup', estimatedServings: 12 });
  const { conversation } = await claim(asking, id, { servings: 2 });
  await walk(page, {
    'donor-discover': '/',
    'donor-own-listing': `/?listing=${id}`,
    'donor-emergencies': '/?tab=discover&filter=emergencies',
    'donor-conversations': '/?tab=messages',
    'donor-conversation': conversation,
    'donor-profile': '/?tab=profile',
    'donor-leaderboard': '/?tab=leaderboard',
    'donor-shares': '/?tab=profile&room=shares',
    share: '/?tab=share',
  });
  await page.getByRole('button', { name: 'Share Food' }).click();
  await checkScreen(page, 'share-refused');
  await checkBehind(page, 'Add photos', 'photos');
  await page.goto('/?tab=discover&filter=emergencies');
  await checkBehind(page, /^I Can Help/, 'help');
  await checkTicket(page, conversation, 'donor-ticket');
  await checkBehind(page, 'More', 'safety-menu');
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, 'report');
  await page.goto('/?tab=profile');
  await checkBehind(page, 'Edit Profile', 'edit-profile');
  await checkBehind(page, 'Register as Business', 'register-business');
  await page.goto('/?tab=profile&room=settings');
  await openSettingsBlock(page, 'Account and privacy');
  await checkBehind(page, 'Change password', 'change-password');
  await checkBehind(page, 'Sign out everywhere', 'sign-out-everywhere');
  await checkBehind(page, 'Close account', 'close-account');
});

test('the share form of a business', async ({ newPerson }) => {
  const baker = await newPerson({ firstName: 'Colette', userType: 'donor', place: placeOf('recipient') });
  const { address: location, ...point } = placeOf('recipient');
  const organization = { organizationName: 'Ferry Bakery', organizationType: 'bakery' };
  const { status, body } = await baker.call('PUT', '/api/users/profile', {
    ...organization,
    location,
    ...point,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  await walk(baker.page, { 'share-business': '/?tab=share', 'business-profile': '/?tab=profile' });
});

test('every screen of a recipient', async ({ newPerson }) => {
  test.slow();
  const place = placeOf('recipient');
  const donor = await newPerson({ firstName: 'Dora', userType: 'donor', place });
  const claimer = await newPerson({ firstName: 'Kofi', place });
  const { page } = claimer;
  const ids: string[] = [];
  for (const [title, hours] of [
    ['Rye bread', 0.8],
    ['Apple cake', 8],
    ['Beans', 50],
  ] as const) {
    const expiryDate = new Date(Date.now() + hours * 3_600_000).toISOString();
    ids.push(
      await offer(donor, place, { title, expiryDate, bestByDate: expiryDate, availableUntil: expiryDate }),
    );
  }
  const [bread, cake] = ids;
  const { conversation, conversationId } = await claim(claimer, bread);
  const content = 'There are two loaves.';
  await donor.call('POST', `/api/conversations/${conversationId}/messages`, { content });
  await walk(page, {
    discover: '/',
    listing: `/?listing=${cake}`,
    'claimed-listing': `/?listing=${bread}`,
    conversations: '/?tab=messages',
    conversation,
    profile: '/?tab=profile',
    pickups: '/?tab=profile&room=pickups',
    shares: '/?tab=profile&room=shares',
    requests: '/?tab=profile&room=requests',
    settings: '/?tab=profile&room=settings',
    donate: '/donate',
    donations: '/donate?step=history',
    map: '/?map=open',
  });
  const map = page.getByRole('dialog', { name: 'Map', exact: true });
  await map.getByRole('button', { name: /^Map filters/ }).click();
  await checkScreen(page, 'map-filters');
  await map.getByRole('button', { name: /^Map filters/ }).click();
  await map.getByRole('list', { name: 'Places on the map' }).getByRole('button').first().click();
  await checkScreen(page, 'map-cluster');
  await page.goto('/');
  // the next pickup takes the dock, and the shortcut moves to the end of the page
  await expect(page.locator('[data-middle] a').filter({ visible: true })).toHaveCount(1);
  await checkBehind(page, 'Food Safety Guidelines', 'safety');
  await checkBehind(page, 'Notifications', 'notifications');
  await checkBehind(page, 'Filters', 'filters');
  await walk(page, { request: '/?tab=profile&room=requests&ask=1' });
  await checkTicket(page, conversation, 'ticket');
  await page.getByRole('button', { name: TICKET_MENU }).click();
  await page.getByRole('menuitem', { name: "I can't make it" }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, 'release');
  await walk(page, { person: `/?person=${donor.id}` });
});
