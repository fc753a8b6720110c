import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultPickup } from '@openlarder/domain/listings/share-defaults.ts';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, listingBody, type Person, seedAreas, shareFromNow, test } from './fixtures.ts';
import {
  ENGINES,
  type HostileBrowser,
  HOURS_OFF,
  makeHostile,
  nameOf,
  PRIVACY,
  type Translator,
  TRANSLATORS,
} from './hostile-browsers.ts';

/** The server's, of playwright.config.ts. */
const TIME_ZONE = 'America/New_York';
/** A different place in each worker, further from all others than a request reaches. */
const [NORTH, WEST] = [Math.random() * 10, Math.random() * 20];
const PLACE = {
  address: '12 Mill Lane',
  areaLabel: 'Eastside',
  latitude: 30.034217 - NORTH,
  longitude: -80.776318 - WEST,
};

test.beforeAll(() => seedAreas([PLACE]));

/** Whether the picture has the color of `photo`, give or take what two encodings change: noise is gray. */
async function isOfTheTable(picture: Buffer): Promise<boolean> {
  const { channels } = await sharp(picture).stats();
  return [0xb5, 0x79, 0x3b].every((value, at) => Math.abs((channels[at]?.mean ?? 0) - value) < 12);
}

/** A photo of 30 MB, most of it the film that some phones append, or a small one for a browser that sends it as it is. */
async function photo(isLarge: boolean): Promise<string> {
  const [width, height] = isLarge ? [4000, 3000] : [640, 480];
  const picture = await sharp({ create: { width, height, channels: 3, background: '#b5793b' } })
    .jpeg()
    .toBuffer();
  const file = test.info().outputPath('table.jpg');
  await writeFile(file, [picture, ...(isLarge ? [randomBytes(30_000_000)] : [])]);
  return file;
}

async function shareFood({ page }: Person, title: string, photoFile: string): Promise<string> {
  const wanted = await shareFromNow(page);
  await page.goto('/?tab=share');
  await page.getByRole('button', { name: 'Add photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  await dialog.locator('input[type=file]').first().setInputFiles(photoFile);
  await expect(dialog.getByText('Ready', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Servings' }).fill('4');
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /food-listings$/.test(response.url()),
  );
  await page.getByRole('button', { name: 'Share Food' }).click();
  const shared = await (await answer).json();
  const { id, imageUrls } = shared as { id: string; imageUrls: string[] };
  const { fromMs } = defaultPickup(Date.now(), TIME_ZONE);
  expect(Math.abs(Date.parse(wanted[0] ?? '') - fromMs)).toBeLessThan(60 * 60_000);
  await expect(page.getByRole('region', { name: 'Just shared' })).toContainText(title);
  const stored = await page.request.get(imageUrls[0] ?? '');
  expect(await isOfTheTable(await stored.body())).toBe(true);
  return id;
}

async function claim({ page }: Person, title: string): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Food Near You' })).toBeVisible();
  const unfold = page.getByRole('button', { name: 'Search food' });
  if (await unfold.isVisible()) await unfold.click();
  await page.getByRole('searchbox', { name: 'Search food' }).fill(title);
  const found = page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: title });
  const dialog = page.getByRole('dialog');
  await expect(found).toBeVisible();
  expect(await page.evaluate(rearrangedLines)).toEqual([]);
  await found.click();
  await dialog.getByRole('button', { name: /^Claim/ }).click();
  await dialog.getByRole('link', { name: /^Open messages/ }).click();
}

async function say({ page }: Person, other: Person, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message', exact: false });
  await box.fill(text);
  await box.press('Enter');
  await expect(other.page.getByText(text).last()).toBeVisible();
}

async function handOver(giver: Person, eater: Person): Promise<void> {
  await giver.page.getByRole('button', { name: 'Share my address' }).click();
  await expect(eater.page.getByText(PLACE.address).first()).toBeVisible();
  const { body } = await eater.call('GET', '/api/claims?side=mine');
  const code = (body as { handover: { code: string } }[])[0]?.handover.code ?? '';
  await giver.page.getByRole('button', { name: 'Enter code' }).click();
  for (const digit of code) await giver.page.getByRole('button', { name: digit, exact: true }).click();
  for (const { page } of [giver, eater])
    await expect(page.getByRole('log').getByText('The food was handed over. Thank you both.')).toBeVisible();
}

async function askForFood({ page }: Person): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Need food now?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Emergency Food Request' });
  await dialog.getByRole('button', { name: 'A warm meal' }).click();
  await dialog.getByRole('button', { name: '4 people' }).click();
  await dialog.getByRole('button', { name: 'Ask for food' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/?tab=share');
  await expect(page.getByRole('link', { name: "We're on it" })).toBeVisible();
}

/** A word that no other food has, in letters that run against those of the page. */
const hebrewWord = (): string =>
  String.fromCharCode(...Array.from({ length: 9 }, () => 0x5d0 + Math.floor(Math.random() * 27)));

/** Runs in the page. The lines in which Hebrew rearranges what is beside it, for want of isolation (UAX #9, 2.4.2). */
function rearrangedLines(): string[] {
  const textOf = (element: Element): string =>
    [...element.childNodes]
      .map((node) => {
        if (node instanceof Text) return node.data;
        if (!(node instanceof Element)) return '';
        const { display, unicodeBidi } = getComputedStyle(node);
        if (!['inline', 'contents'].includes(display)) return '';
        return unicodeBidi === 'normal' ? textOf(node) : '';
      })
      .join('');
  return [...document.body.querySelectorAll('*')]
    .filter(
      (element) => element.getClientRects().length > 0 && getComputedStyle(element).display !== 'inline',
    )
    .map((element) => textOf(element).replaceAll(/\u2068[^\u2069]*\u2069/g, ''))
    .filter((line) => /[\u05d0-\u05ea]/.test(line) && /[a-z\d]/i.test(line));
}

async function expectInOrder(...people: readonly Person[]): Promise<void> {
  for (const { page } of people) expect(await page.evaluate(rearrangedLines)).toEqual([]);
}

/** As the device's own clock would not say it. */
const hasRightTime = async ({ page }: Person): Promise<boolean> =>
  Math.abs((await page.evaluate(() => Date.now())) - Date.now()) < 60_000;

function mainJourney(giving: HostileBrowser, eating: HostileBrowser, isLong = false): void {
  const tag = isLong ? ['@phone', '@long'] : '@phone';
  const title = `food is shared where the browser ${nameOf(giving)}, and eaten where it ${nameOf(eating)}`;
  test(title, { tag }, async ({ newPerson }) => {
    const giver = await newPerson({ firstName: 'רות', lastName: 'נהרי', userType: 'donor', place: PLACE });
    const eater = await newPerson({ firstName: 'אמיר', lastName: 'כהן', place: PLACE });
    await makeHostile(giver.context, giving);
    await makeHostile(eater.context, eating);
    const food = hebrewWord();
    await shareFood(giver, food, await photo(!isLong && giving.privacy !== 'draws noise'));
    await expectInOrder(giver);
    await claim(eater, food);
    await giver.page
      .getByRole('link', { name: /Messages/ })
      .first()
      .click();
    await giver.page
      .getByRole('link', { name: new RegExp(food) })
      .first()
      .click();
    await say(eater, giver, 'Would six o’clock suit you?');
    await say(giver, eater, 'Six is perfect.');
    await expectInOrder(giver, eater);
    await handOver(giver, eater);
    await expectInOrder(giver, eater);
    await giver.page.goto('/');
    await giver.page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(giver.page.getByRole('dialog').getByText(food).first()).toBeVisible();
    await expectInOrder(giver);
    await askForFood(eater);
    for (const person of [giver, eater]) expect(await hasRightTime(person)).toBe(true);
  });
}

mainJourney(
  { engine: 'chrome', translator: 'replaces texts', hoursOff: 26, privacy: 'draws noise' },
  { engine: 'safari', translator: 'splits texts', hoursOff: -3, privacy: 'refuses storage' },
);

/** Every second hostile browser gives, and the one after it eats. */
const product: readonly HostileBrowser[] = ENGINES.flatMap((engine) =>
  TRANSLATORS[engine].flatMap((translator) =>
    HOURS_OFF.flatMap((hoursOff) => PRIVACY.map((privacy) => ({ engine, translator, hoursOff, privacy }))),
  ),
);
for (let at = 0; at < product.length; at += 2) mainJourney(product[at] ?? {}, product[at + 1] ?? {}, true);

const notLoaded = (page: Page) => page.getByText("This page didn't finish loading.");

/** The page has waited long enough, from whenever on it began to. */
const sayNotLoaded = (page: Page) =>
  expect(async () => {
    await page.clock.fastForward(15_000);
    await expect(notLoaded(page)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });

/** Dialogs, toasts and counters come, change and go while the page is translated. */
for (const translator of ENGINES.flatMap((engine): readonly Translator[] => TRANSLATORS[engine]))
  test(`dialogs, toasts and counters live where a browser translates (${translator})`, {
    tag: ['@phone', '@long'],
  }, async ({ newPerson }) => {
    const giver = await newPerson({ firstName: 'Rosa', userType: 'donor', place: PLACE });
    const eater = await newPerson({ firstName: 'Ben', place: PLACE });
    const share = async (title: string) => {
      const { latitude, longitude, address: pickupLocation } = PLACE;
      const body = listingBody({ latitude, longitude, pickupLocation, title });
      const shared = await giver.call('POST', '/api/food-listings', body);
      return (shared.body as { id: string }).id;
    };
    const id = await share('Loaf to share');
    await makeHostile(giver.context, { translator });
    const { page } = giver;
    await page.goto('/?tab=profile&room=shares');
    const row = page.getByRole('listitem').filter({ hasText: 'Loaf to share' });
    await expect(row).toContainText('4 servings left');
    await page.getByRole('button', { name: 'Options for Loaf to share' }).click();
    await page.getByRole('menuitem', { name: 'Stop sharing' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('No one can claim it anymore.');
    expect((await eater.call('POST', `/api/food-listings/${id}/claim`, { servings: 3 })).status).toBe(201);
    await expect(dialog).toContainText("No one can claim what's left.");
    await expect(dialog).not.toContainText('anymore');
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('region', { name: /^Notices/ })).toContainText(
      'Stopped. Claimed pickups still go ahead.',
    );
    await expect(row).not.toContainText('4 servings left');

    const bell = page.getByRole('button', { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName(/unread/);
    await bell.click();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.keyboard.press('Escape');
    await expect(bell).not.toHaveAccessibleName(/unread/);
  });

for (const translator of ENGINES.flatMap((engine): readonly Translator[] => TRANSLATORS[engine]))
  test(`texts beside each other change alone where a browser translates (${translator})`, {
    tag: translator === 'splits texts' ? ['@phone'] : ['@phone', '@long'],
  }, async ({ page, context }) => {
    await makeHostile(context, { translator });
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
    const shown = await page.evaluate(async () => {
      const noticed = () => new Promise((resolve) => setTimeout(resolve, 50));
      const line = document.createElement('p');
      const [before, count, behind] = ['Bread: ', '2', ' loaves'].map((text) =>
        document.createTextNode(text),
      );
      line.append(before ?? '', count ?? '', behind ?? '');
      document.body.append(line);
      const all: string[] = [];
      for (const left of ['3', '14', '5']) {
        await noticed();
        if (count) count.data = left;
        await noticed();
        all.push(line.textContent);
      }
      return all;
    });
    expect(shown).toEqual(['Bread: 3 loaves', 'Bread: 14 loaves', 'Bread: 5 loaves']);
  });

test('a press reaches what its text is translated under', { tag: '@phone' }, async ({ page, context }) => {
  await makeHostile(context, { translator: 'replaces texts' });
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Sign In' }).first();
  await link.hover();
  await page.mouse.down();
  await link.evaluate((element) => {
    const [translated] = element.querySelectorAll('font');
    translated?.replaceWith(translated.cloneNode(true));
  });
  await page.mouse.up();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('a browser that is too old is told so, without a spinner', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'));
  for (const path of ['/', '/api/login']) {
    await page.goto(path);
    await expect(page.getByRole('alert')).toHaveText(/^This page needs a newer browser/);
    await expect(page.locator('.waiting')).toBeHidden();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  }
});

test('a bundle that is missing, and one that hangs, is said in a sentence that leads on', {
  tag: '@phone',
}, async ({ page }) => {
  const bundle = '**/assets/index-*.js';
  await page.route(bundle, (route) => route.fulfill({ status: 404 }));
  await page.goto('/api/login');
  await expect(notLoaded(page)).toBeVisible();
  await page.unroute(bundle);
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await expect(notLoaded(page)).toHaveCount(0);

  await page.clock.install();
  await page.route(bundle, () => {});
  await page.goto('/api/login', { waitUntil: 'commit' });
  await expect(page.locator('.waiting')).toBeVisible();
  await sayNotLoaded(page);
});

test('a screen that hangs is said, and one whose file is gone', { tag: '@phone' }, async ({ newPerson }) => {
  const { context } = await newPerson({ firstName: 'Edda' });
  const page = await context.newPage();
  await page.clock.install();
  const part = '**/assets/ShareTab-*.js';
  await page.route(part, () => {});
  await page.goto('/');
  await page.getByRole('link', { name: 'Share Food' }).first().click();
  await sayNotLoaded(page);
  await page.unroute(part);
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('a session that the browser does not keep is said at sign-in', { tag: ['@phone', '@long'] }, async ({
  newPerson,
  browser,
}) => {
  const { email, password } = await newPerson({ firstName: 'Edda' });
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/api/auth/sign-in/email', async (route) => {
    const response = await route.fetch();
    const { 'set-cookie': _, ...headers } = response.headers();
    // before the page asks who is signed in
    await context.clearCookies();
    await route.fulfill({ response, headers });
  });
  await page.goto('/api/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(/Allow cookies for this site/);
  await context.close();
});

test('a half-filled form, and a photo on its way, are there again when the session has ended, and gone for another person', {
  tag: ['@phone', '@long'],
}, async ({ newPerson }) => {
  const giver = await newPerson({ firstName: 'Rosa', userType: 'donor' });
  const other = await newPerson({ firstName: 'Ben', userType: 'donor' });
  // without fixtures that fail at the 401 of the ended session
  const page = await giver.context.newPage();
  const title = () => page.getByRole('textbox', { name: 'Title' });
  const signIn = async ({ email, password }: Person) => {
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await page.goto('/?tab=share');
  await title().fill('Rye, half written');
  // a photo that is on its way, and stays there
  const uploads = '**/api/objects/uploads/**';
  await page.route(uploads, () => {});
  await page.getByRole('button', { name: 'Add photos' }).click();
  const photos = page.getByRole('dialog', { name: 'Photos' });
  await photos
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo(false));
  await expect(photos.getByRole('progressbar')).toBeVisible();
  // on another device
  expect((await giver.call('POST', '/api/auth/sign-out-everywhere')).status).toBeLessThan(300);
  await expect(page.getByText('You were signed out')).toBeVisible();
  await page.unroute(uploads);
  await signIn(giver);
  await expect(title()).toHaveValue('Rye, half written');
  await page.getByRole('button', { name: /^Change photos/ }).click();
  await expect(photos.getByText('Ready', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.goto('/api/login?returnTo=%2F%3Ftab%3Dshare');
  await signIn(other);
  await expect(title()).toHaveValue('');
});

/** As some password managers do: around the page, without an event. */
const fillInSilence = (page: Page, values: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((given) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    for (const field of document.querySelectorAll('input')) {
      const value = given[field.autocomplete];
      if (value !== undefined) set?.call(field, value);
    }
  }, values);

/** By a day, as a battery that was empty leaves it, and in the time of the children. */
for (const hoursOff of [-26, 26, -56 * 8766, 73 * 8766])
  test(`a manager fills in without a word, ${hoursOff} h off, to sign up and to sign in again`, {
    tag: hoursOff === -26 ? ['@phone'] : ['@phone', '@long'],
  }, async ({ browser }) => {
    const context = await browser.newContext();
    await makeHostile(context, { hoursOff });
    const page = await context.newPage();
    const isSignedIn = () => expect(page.getByRole('link', { name: /^Profile/ }).first()).toBeVisible();
    const email = `dana-${crypto.randomUUID()}@example.org`;
    const password = 'correct horse battery';
    await page.goto('/api/login');
    await page.getByRole('tab', { name: 'Create account' }).click();
    await fillInSilence(page, {
      'given-name': 'Dana',
      'family-name': 'Rivers',
      username: email,
      'new-password': password,
    });
    await page.getByRole('button', { name: 'Create account' }).click();
    await isSignedIn();
    await page.reload();
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => Date.now())) - Date.now()))
      .toBeLessThan(60_000);
    await context.clearCookies();
    await page.goto('/api/login');
    await expect(page.getByRole('tab', { name: 'Sign in' })).toBeVisible();
    await fillInSilence(page, { username: email, 'current-password': password });
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await isSignedIn();
    await context.close();
  });

/** What a server that was at this address before has left: a worker that answers everything by itself. */
const OTHER_WORKER = `
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(
  new Response('<h1>Another app</h1>', { headers: { 'content-type': 'text/html' } })));
`;

test("another app's worker at this address gives way to the app", { tag: '@phone' }, async ({
  page,
  baseURL,
}) => {
  let isOurs = false;
  const server = createServer((incoming, outgoing) => {
    if (isOurs) {
      const { method, url, headers } = incoming;
      send(new URL(url ?? '/', baseURL), { method, headers }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      }).end();
      return;
    }
    const isWorker = incoming.url === '/sw.js';
    outgoing.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html');
    outgoing.end(isWorker ? OTHER_WORKER : '<h1>Another app</h1>');
  }).listen(0, '127.0.0.1');
  try {
    await expect.poll(() => server.listening).toBe(true);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js');
      await navigator.serviceWorker.ready;
    });
    isOurs = true;
    // the first visit is still answered by the worker, and has the browser look for a newer one
    await page.goto(page.url());
    await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
