import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, expect as plainExpect, type Page, test as base } from '@playwright/test';
import { toPseudo } from '../web/pseudolocale.ts';
import { findLayoutAndLanguageProblems } from './layout-and-language-checks.ts';
import {
  type Direction,
  isPseudo,
  knownOwnTexts,
  pseudoExpect,
  rememberOwnTexts,
  enablePseudolocale,
} from './pseudolocale.ts';

export const expect = isPseudo ? pseudoExpect : plainExpect;

/** Runs a command as organizers do, beside the running server, and returns what it prints. */
export async function runAdmin(...words: readonly string[]): Promise<string> {
  const script = join(import.meta.dirname, '../server/src/admin.ts');
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] };
  return (await promisify(execFile)('node', [script, ...words], { env })).stdout;
}

/** Home of the test people: an address in Midtown with six digits, so that no public point has the same prefix. */
export const HOME = {
  address: '418 West 49th Street, apartment 3B',
  latitude: 40.763242,
  longitude: -73.990826,
};

/** A place far from all others, whose food and requests reach no one of another test, nor theirs anyone there. */
export const placeOfItsOwn = (areaLabel: string) => ({
  address: '14 Mill Lane',
  areaLabel,
  latitude: 43.1 + Math.random() * 5,
  longitude: -76 - Math.random() * 15,
});

export type Person = {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Sends an API call as this person. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    data?: unknown,
  ): Promise<{ status: number; body: unknown }>;
};

type NewPerson = {
  readonly firstName: string;
  readonly lastName?: string;
  readonly userType?: string;
  readonly place?: (typeof HOME & { readonly areaLabel?: string }) | null;
  /** The time zone of the device. */
  readonly timezoneId?: string;
};

type Fixtures = {
  /** Signs up a new person in their own browser context, at the project's screen size. */
  newPerson(person: NewPerson): Promise<Person>;
  /** Fails the test on any console error and any violation of the content security policy. */
  quietConsole: (page: Page) => void;
};

type WorkerFixtures = {
  /** The text direction of pages in the pseudolocale. */
  direction: Direction;
  pseudolocale: undefined;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  direction: ['ltr', { scope: 'worker', option: true }],
  pseudolocale: [
    async ({ browser, direction }, use) => {
      if (isPseudo) await enablePseudolocale(browser, direction);
      await use(undefined);
    },
    { scope: 'worker', auto: true },
  ],

  quietConsole: async ({}, use) => {
    const complaints: string[] = [];
    await use((page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
    });
    expect(complaints).toEqual([]);
  },

  newPerson: async ({ browser, contextOptions, baseURL, quietConsole }, use) => {
    const contexts: BrowserContext[] = [];
    await use(
      async ({
        firstName,
        lastName = 'Rivers',
        userType = 'recipient',
        place = HOME,
        timezoneId = 'America/New_York',
      }) => {
        const context = await browser.newContext({
          ...contextOptions,
          permissions: ['geolocation'],
          geolocation: HOME,
          timezoneId,
        });
        contexts.push(context);
        const email = `${/^\w+$/.test(firstName) ? firstName.toLowerCase() : 'x'}-${randomUUID()}@example.org`;
        const password = 'correct horse battery';
        const headers = { origin: baseURL ?? '' };
        const call: Person['call'] = async (method, path, data) => {
          rememberOwnTexts(data);
          const response = await context.request.fetch(path, {
            method,
            headers,
            ...(data !== undefined && { data }),
          });
          const text = await response.text();
          return { status: response.status(), body: text ? JSON.parse(text) : null };
        };
        const { status, body } = await call('POST', '/api/auth/sign-up/email', {
          email,
          password,
          firstName,
          lastName,
          userType,
        });
        expect({ status, body }).toMatchObject({ status: 200 });
        if (place) await call('PUT', '/api/users/profile', place);
        const page = await context.newPage();
        quietConsole(page);
        return { id: (body as { id: string }).id, firstName, lastName, email, password, context, page, call };
      },
    );
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** Checks WCAG 2.2 AA on the current state of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, (axe) =>
    axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  );
  if (isPseudo) await expectLanguageFits(page);
}

/**
 * Checks the page in light colors, and in the long run the contrast in dark colors, which differ in nothing else: those
 * of the map are checked in each run.
 */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  if (process.env['LONG']) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, (axe) => axe.withRules(['color-contrast', 'link-in-text-block']));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await expectAccessible(page);
}

/** Scrolls to the top, and again while a scroll that was under way goes on. */
async function scrollToTop(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    return window.scrollY === 0;
  });
}

/** Minified, which each document parses in half the time. */
const AXE = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

async function expectNoViolations(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  // A target half covered by the sticky header or dock counts as too small: scroll to the top first, and let the dock
  // lie at the end of the page. What scrolls clear of it is checked by covered-controls.ts.
  const placeDock = (position: 'static' | '') =>
    page.evaluate((where) => {
      document.querySelector<HTMLElement>('[data-dock]')?.style.setProperty('position', where);
    }, position);
  await placeDock('static');
  await scrollToTop(page);
  // What fades in or out has no contrast of its own yet. The animation of a removed element never finishes, so those
  // that still run are counted again in each frame.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect }) => effect?.getComputedTiming().endTime === Infinity),
  );
  // injected once per document
  const hasAxe = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, axeSource: hasAxe ? ';' : AXE })
    // Runs in this page without a second page for frames: there are none.
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false });
  let { violations } = await choose(axe).analyze();
  // the page has scrolled meanwhile, as it does when new food is shown
  while (!(await page.evaluate(() => window.scrollY === 0))) {
    await scrollToTop(page);
    ({ violations } = await choose(axe).analyze());
  }
  await placeDock('');
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
  ).toEqual([]);
}

/** Texts that are not translated: names that are the same in every language, and the "and" between two titles. */
const NAMES = [
  'OpenLarder',
  // sources of the map and of safety advice
  'NYC Dept\\. of City Planning',
  'FDA|USDA|FSA|WRAP|SOFI',
  // a device in the list of sessions
  'Chrome|Android|Linux|Windows|macOS',
  // the server's name for an anonymous requester, in the language of the account
  'A neighbor',
].map((name) => `\\b(?:${name})\\b`);
const names = [...NAMES, toPseudo(' and ')].join('|');

/** In the pseudolocale: no English text of the product, no cut text, no overlaps, no horizontal scrolling. */
export async function expectLanguageFits(page: Page): Promise<void> {
  const look = () => page.evaluate(findLayoutAndLanguageProblems, { ownTexts: knownOwnTexts(), names });
  // Polled, because a new size is drawn in the next frame; soft, because a journey shows more than one.
  const softly = expect.configure({ soft: true });
  await softly.poll(look, { timeout: 3000 }).toEqual([]);
}

/** A listing as the share form sends it, offered for the next eight hours. */
export function listingBody(over: Record<string, unknown> = {}): Record<string, unknown> {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  return {
    title: 'Sourdough loaves',
    description: 'Baked this morning.',
    category: 'bakery_items',
    estimatedServings: 4,
    bestByDate: inHours(30),
    expiryDate: inHours(54),
    pickupLocation: HOME.address,
    pickupInstructions: 'Ring the second bell.',
    availableFrom: inHours(-1),
    availableUntil: inHours(8),
    imageUrls: [],
    latitude: HOME.latitude,
    longitude: HOME.longitude,
    ...over,
  };
}

/** Creates areas around these homes. A new community has none, and its requests reach everyone. */
export async function seedAreas(
  homes: readonly { latitude: number; longitude: number; areaLabel: string }[],
): Promise<void> {
  const script = join(import.meta.dirname, '../server/test/seed-areas-process.ts');
  const given = homes.map(({ latitude, longitude, areaLabel }) => [latitude, longitude, areaLabel].join());
  const env = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] };
  await promisify(execFile)('node', [script, ...given], { env });
}

/** Opens a section of the settings; a phone folds the long ones. */
export async function openSettingsBlock(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name, exact: true });
  await heading.or(page.getByRole('button', { name, exact: true })).click();
  await expect(heading).toBeVisible();
}

/**
 * Lets food that `page` shares be picked up from now on: by night the form offers the morning, and a pickup leads its
 * people only while it is close. Returns when the form wanted each pickup to begin.
 */
export async function shareFromNow(page: Page): Promise<readonly string[]> {
  const wanted: string[] = [];
  await page.route(/food-listings$/, async (route, request) => {
    if (request.method() !== 'POST') return route.fallback();
    const food = request.postDataJSON() as { readonly availableFrom: string };
    wanted.push(food.availableFrom);
    return route.continue({ postData: { ...food, availableFrom: new Date().toISOString() } });
  });
  return wanted;
}

/**
 * Counts a person's taps on this page from now on, as long as it is not loaded again; digits and other typing are left
 * out.
 */
export async function countTaps(page: Page, isTyping: RegExp = /^$/): Promise<() => Promise<number>> {
  await page.evaluate((typed) => {
    const taps = { count: 0 };
    Object.assign(window, { taps });
    addEventListener(
      'click',
      (event) => {
        const on =
          event.target instanceof Element ? (event.target.closest('button, a') ?? event.target) : null;
        if (event.isTrusted && on && !new RegExp(typed).test(on.textContent.trim())) taps.count += 1;
      },
      true,
    );
  }, isTyping.source);
  return () => page.evaluate(() => (window as unknown as { taps: { count: number } }).taps.count);
}
