import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, HOME, type Person, seedAreas, test } from './fixtures.ts';
import {
  ENGINES,
  type HostileBrowser,
  HOURS_OFF,
  makeHostile,
  nameOf,
  PRIVACY,
  TRANSLATORS,
} from './hostile-browsers.ts';

/** A different place in each worker, further from all others than a request reaches. */
const [NORTH, WEST] = [Math.random() * 10, Math.random() * 20];
const PLACE = {
  address: '12 Mill Lane',
  areaLabel: 'Mill Lane',
  latitude: 30.034217 - NORTH,
  longitude: -80.776318 - WEST,
};

test.beforeAll(() => seedAreas([PLACE]));

/** 30 MB, as some phones take them; `isTiny` for a browser that sends the original. */
async function photo(isTiny: boolean): Promise<Buffer> {
  const [width, height] = isTiny ? [640, 480] : [5600, 4200];
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  const picture = sharp({ create: { width, height, channels: 3, background: '#b5793b', noise } });
  return picture.jpeg({ quality: isTiny ? 80 : 97, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function shareFood({ page }: Person, title: string, isTiny: boolean): Promise<string> {
  await page.goto('/?tab=share');
  await page.getByRole('button', { name: 'Add photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  const buffer = await photo(isTiny);
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'table.jpg', mimeType: 'image/jpeg', buffer });
  await expect(dialog.getByText('Ready', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('spinbutton', { name: 'Servings' }).fill('4');
  const answer = page.waitForResponse(
    (response) => response.request().method() === 'POST' && /food-listings$/.test(response.url()),
  );
  await page.getByRole('button', { name: 'Share Food' }).click();
  const { id, availableFrom } = (await (await answer).json()) as { id: string; availableFrom: string };
  expect(Math.abs(Date.parse(availableFrom) - Date.now())).toBeLessThan(10 * 60_000);
  await expect(page.getByRole('region', { name: 'Just shared' })).toContainText(title);
  return id;
}

async function claim({ page }: Person, title: string): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('button', { name: /^Bakery/ })
    .first()
    .click();
  const search = page.getByRole('searchbox').first();
  await search.fill(title);
  await page.getByRole('article').filter({ hasText: title }).getByRole('link', { name: title }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/today|tonight|until/i).first()).toBeVisible();
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
  await giver.page.getByRole('textbox', { name: /pickup code$/ }).fill(code);
  for (const { page } of [giver, eater]) {
    const moment = page.getByRole('dialog');
    await expect(moment).toContainText(/has found its table|Enjoy/);
    await moment.getByRole('button', { name: 'Done' }).click();
  }
}

async function askForFood({ page }: Person): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Need food now?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Emergency Food Request' });
  await dialog.getByRole('button', { name: 'Ask for food' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/We're asking|asked/).first()).toBeVisible();
}

/** As the device's own clock would not say it. */
const hasRightTime = async ({ page }: Person): Promise<boolean> =>
  Math.abs((await page.evaluate(() => Date.now())) - Date.now()) < 60_000;

function mainJourney(giving: HostileBrowser, eating: HostileBrowser, tag: string[]): void {
  const title = `food is shared where the browser ${nameOf(giving)}, and eaten where it ${nameOf(eating)}`;
  test(title, { tag }, async ({ newPerson }) => {
    const giver = await newPerson({ firstName: 'Rosa', userType: 'donor', place: PLACE });
    const eater = await newPerson({ firstName: 'Amir', place: PLACE });
    await makeHostile(giver.context, giving);
    await makeHostile(eater.context, eating);
    const food = `Rye ${crypto.randomUUID().slice(0, 8)}`;
    await shareFood(giver, food, giving.privacy === 'draws noise');
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
    await handOver(giver, eater);
    await askForFood(eater);
    for (const person of [giver, eater]) expect(await hasRightTime(person)).toBe(true);
  });
}

mainJourney(
  { engine: 'safari', translator: 'replaces texts', hoursOff: -26, privacy: 'refuses storage' },
  { engine: 'firefox', translator: 'wraps texts', hoursOff: 3, privacy: 'refuses storage' },
  ['@phone'],
);
mainJourney(
  { engine: 'chrome', translator: 'wraps texts', hoursOff: 26, privacy: 'draws noise' },
  { engine: 'safari', translator: 'replaces texts', hoursOff: -3, privacy: 'refuses storage' },
  ['@phone'],
);
