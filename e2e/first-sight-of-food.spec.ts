import type { Browser, Page } from '@playwright/test';
import {
  countTaps,
  expect,
  HOME,
  listingBody,
  type Person,
  placeOfItsOwn,
  seedAreas,
  test,
} from './fixtures.ts';
import { isPseudo } from './pseudolocale.ts';

const PLACE = placeOfItsOwn('Harbor Hill');
const pickup = ({ address: pickupLocation, areaLabel, latitude, longitude }: typeof PLACE) => ({
  pickupLocation,
  areaLabel,
  latitude,
  longitude,
});
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** German texts are the longest; the long run looks at all languages. */
const SHIPPED = process.env['LONG'] ? ['en-US', 'es-ES', 'de-DE'] : ['de-DE'];
const LANGUAGES = isPseudo ? ['en-US'] : SHIPPED;
const PHONES = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
];

/** Opens Discover as this person with the device's language, once its food and everything above it are there. */
async function openDiscover(browser: Browser, { context }: Person, locale: string, isDonor: boolean) {
  const theirs = await browser.newContext({
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
    timezoneId: 'America/New_York',
    isMobile: true,
    hasTouch: true,
    locale,
  });
  const page = await theirs.newPage();
  await page.goto('/');
  await expect(page.locator('#food article').first()).toBeVisible();
  if (isDonor) {
    await expect(page.locator('[data-alert]')).toBeVisible();
    await expect(page.locator('[data-dock] a[href*="conversation"]').first()).toBeVisible();
  }
  return page;
}

const topOfFood = (page: Page): Promise<number> =>
  page
    .locator('#food article')
    .first()
    .evaluate((card) => Math.round(card.getBoundingClientRect().top + scrollY));

/** What a person's eye meets on this screen: what is red but for the badges of critical food, and what is said twice. */
const loudAndTwice = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--tomato)';
    const red = getComputedStyle(probe).color;
    probe.remove();
    const seen = [...document.querySelectorAll('body *')].filter((one) => {
      const { top, bottom, width } = one.getBoundingClientRect();
      return (
        width > 0 && bottom > 0 && top < innerHeight && one.checkVisibility({ visibilityProperty: true })
      );
    });
    const isRed = (one: Element): boolean => {
      const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(one);
      const ownText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return (
        backgroundColor === red ||
        (borderTopWidth !== '0px' && borderTopColor === red) ||
        (color === red && ownText)
      );
    };
    const titles = [...document.querySelectorAll('#food article h3 a')].map((link) =>
      link.getAttribute('href'),
    );
    return {
      red: seen.filter((one) => isRed(one) && !one.closest('article')).map((one) => one.textContent),
      redInCards: [...document.querySelectorAll('#food article')].flatMap((card) =>
        [...card.querySelectorAll('*')].filter(isRed).length > 1 ? [card.textContent] : [],
      ),
      twiceInCard: [...document.querySelectorAll('#food article')].flatMap((card) => {
        const texts = [...card.querySelectorAll('h3, p, li, button')].flatMap((one) =>
          one.children.length === 0 && one.textContent ? [one.textContent] : [],
        );
        return texts.filter((text, nth) => texts.indexOf(text) !== nth);
      }),
      twice: titles.filter((href, nth) => titles.indexOf(href) !== nth),
    };
  });

test('food begins on a phone’s first screen in every language, red is for critical food, nothing is said twice @phone', async ({
  newPerson,
  browser,
}) => {
  await seedAreas([PLACE]);
  const [giver, other, donor, neighbor] = [
    await newPerson({ firstName: 'Rosa', userType: 'donor', place: PLACE }),
    await newPerson({ firstName: 'Tomas', userType: 'donor', place: PLACE }),
    await newPerson({ firstName: 'Mei', userType: 'donor', place: PLACE }),
    await newPerson({ firstName: 'Amir', place: PLACE }),
  ];
  const share = (by: Person, title: string, over = {}) =>
    by.call('POST', '/api/food-listings', listingBody({ title, ...pickup(PLACE), ...over }));
  const soon = inMinutes(70);
  const critical = { bestByDate: soon, expiryDate: soon, availableUntil: inMinutes(60) };
  const { body: shared } = await share(giver, 'Lentil soup', critical);
  for (const [nth, by] of [giver, other, giver, other, giver, other].entries())
    await share(by, `Rye rolls ${nth}`);
  await donor.call('POST', `/api/food-listings/${(shared as { id: string }).id}/claim`, { servings: 1 });
  const asked = await neighbor.call('POST', '/api/emergency-requests', {
    title: 'Dinner',
    householdSize: 2,
    ...pickup(PLACE),
  });
  expect(asked.status).toBe(201);
  const someone = await newPerson({ firstName: 'Ines', place: PLACE });
  const newcomer = await newPerson({ firstName: 'Tess', place: null });
  for (const [person, isDonor, limit] of [
    [someone, false, 220],
    [newcomer, false, 220],
    [donor, true, 280],
  ] as const)
    for (const locale of LANGUAGES) {
      const page = await openDiscover(browser, person, locale, isDonor);
      for (const size of PHONES) {
        await page.setViewportSize(size);
        await expect
          .soft(async () => {
            const top = await topOfFood(page);
            expect(
              top,
              `${locale}, ${size.width} px, ${isDonor ? 'donor' : person === newcomer ? 'without a place' : 'at home'}`,
            ).toBeLessThanOrEqual(limit);
          })
          .toPass({ timeout: 5000 });
      }
      expect
        .soft(await loudAndTwice(page), locale)
        .toEqual({ red: [], redInCards: [], twiceInCard: [], twice: [] });
      if (locale === 'en-US' && person === someone) {
        // twice the text size, as the browser's own setting
        const session = await page.context().newCDPSession(page);
        await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
        await page.goto('/');
        const bottomOfTitle = () =>
          page
            .locator('#food article h3')
            .first()
            .evaluate((title) => title.getBoundingClientRect().bottom);
        const dock = page.locator('[data-dock]');
        await expect
          .poll(async () => (await bottomOfTitle()) <= ((await dock.boundingBox())?.y ?? 0))
          .toBe(true);
      }
      await page.context().close();
    }
});

test('dinner without peanuts is claimed nine taps after the landing page @phone', async ({
  newPerson,
  browser,
  quietConsole,
}) => {
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor' });
  const title = `Lentil soup ${Date.now()}`;
  await donor.call('POST', '/api/food-listings', listingBody({ title, allergens: [] }));
  const context = await browser.newContext({
    permissions: ['geolocation'],
    geolocation: HOME,
  });
  const page = await context.newPage();
  quietConsole(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  const submit = page.getByRole('button', { name: 'Create account' });
  await expect(submit).toBeVisible();
  const signingUp = await countTaps(page);
  for (const [name, text] of [
    ['First name', 'Nora'],
    ['Email', `nora-${Date.now()}-${Math.random()}@example.org`],
    ['Password', 'a long enough password'],
  ] as const) {
    await page.getByRole('textbox', { name }).click();
    await page.keyboard.type(text);
  }
  // the tap that sends the form leaves the page
  const before = 1 + (await signingUp()) + 1;
  await submit.click();
  await page.getByRole('link', { name: 'Set my location' }).waitFor();
  const atHome = await countTaps(page);
  await page.getByRole('link', { name: 'Set my location' }).click();
  await page.getByRole('button', { name: 'peanuts' }).click();
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('From your profile: without peanuts.')).toBeVisible();
  await page
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('button', { name: /^Claim/ })
    .click();
  await expect(
    page.getByText('Food claimed successfully! Check your messages for coordination.').first(),
  ).toBeVisible();
  expect(before + (await atHome())).toBeLessThanOrEqual(9);
  await context.close();
});
