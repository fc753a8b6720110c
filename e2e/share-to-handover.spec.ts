import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  countTaps,
  expect,
  expectAccessible,
  HOME,
  listingBody,
  type Person,
  shareFromNow,
  test,
} from './fixtures.ts';
import { phonePhoto } from './photos.ts';

const INSTRUCTIONS = 'The bell says Delgado.';
/** Visible only to the donor before the address is shared. */
const EXACT = [HOME.address, INSTRUCTIONS, String(HOME.latitude), String(HOME.longitude)];

/** Records every reply and live message that a browser receives. */
function hearEverything(page: Page): { readonly heard: string[]; readonly pictures: Buffer[] } {
  const all = { heard: [] as string[], pictures: [] as Buffer[] };
  page.on('response', (response) => {
    if (response.url().includes('/objects/'))
      void response.body().then(
        (bytes) => all.pictures.push(bytes),
        () => {},
      );
    else if (response.url().includes('/api/'))
      void response.text().then(
        (text) => all.heard.push(text),
        () => {},
      );
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => all.heard.push(String(payload))),
  );
  return all;
}

async function shareFood(donor: Person, title: string): Promise<void> {
  const { page } = donor;
  await shareFromNow(page);
  await page.goto('/?tab=share');
  const taps = await countTaps(page);
  await page.getByRole('button', { name: 'Add photos' }).click();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'table.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(true) },
      { name: 'bread.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(false) },
    ]);
  await expect(dialog.getByText('Ready', { exact: true })).toHaveCount(2, { timeout: 30_000 });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await expect(page.getByRole('combobox', { name: 'What kind of food?' })).toHaveValue('bakery_items');
  await page.getByRole('textbox', { name: 'Servings' }).fill('4');
  const toThePlace = await taps();
  await page.getByRole('button', { name: /^Neighbors see/ }).click();
  await page.getByRole('textbox', { name: 'Pickup location' }).fill(HOME.address);
  await page.getByRole('button', { name: 'Use my location' }).click();
  await expect(page.getByText('Neighbors will see: near')).toBeVisible();
  await page.getByRole('button', { name: /^Neighbors see/ }).click();
  await page.getByText('Add details').click();
  await page.getByRole('textbox', { name: /Pickup instructions/ }).fill(INSTRUCTIONS);
  const withPlaceAndDetails = await taps();
  await page.getByRole('button', { name: 'Share Food' }).click();
  await expect(page.getByRole('region', { name: 'Just shared' })).toContainText(title);
  // Includes the tap on the tab; excludes the place (known from the profile) and the optional details.
  expect(1 + toThePlace + (await taps()) - withPlaceAndDetails).toBeLessThanOrEqual(4);
}

test('food is shared, seen, claimed, discussed and handed over, without a reload', async ({
  newPerson,
  isMobile,
}) => {
  const title = `Sourdough ${Date.now()}`;
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor' });
  const claimer = await newPerson({
    firstName: 'Amir',
    place: { address: '331 East 53rd Street', latitude: 40.7559, longitude: -73.9664 },
  });
  const { heard, pictures } = hearEverything(claimer.page);
  await claimer.page.goto('/');
  await expect(claimer.page.getByRole('heading', { name: 'Food Near You' })).toBeVisible();

  await shareFood(donor, title);

  // The claimer sees the new food without a reload.
  const card = claimer.page.getByRole('article').filter({ hasText: title });
  // food shared by other tests may make it wait behind the button for new food
  const waiting = claimer.page.getByRole('button', { name: /new nearby$/ });
  const dialog = claimer.page.getByRole('dialog');
  await expect(async () => {
    // a click may take effect after its timeout
    if (await dialog.isVisible()) return;
    // the button may disappear during the click
    if (await waiting.isVisible()) await waiting.click({ timeout: 1000 }).catch(() => {});
    await card.getByRole('link', { name: title }).click({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  await expectAccessible(claimer.page);

  // The claimer claims it.
  const claiming = await countTaps(claimer.page);
  await dialog.getByRole('button', { name: /^Claim/ }).click();
  await expect(
    claimer.page.getByText('Food claimed successfully! Check your messages for coordination.').first(),
  ).toBeVisible();
  // plus the tap on the card
  expect(1 + (await claiming())).toBeLessThanOrEqual(2);

  // Messages in both directions.
  await dialog.getByRole('link', { name: /^Open messages/ }).click();
  const claimerBox = claimer.page.getByRole('textbox', { name: 'Message', exact: false });
  await claimerBox.fill('Would six o’clock suit you?');
  await claimerBox.press('Enter');
  await donor.page
    .getByRole('link', { name: /Messages/ })
    .first()
    .click();
  await donor.page
    .getByRole('link', { name: new RegExp(title) })
    .first()
    .click();
  await expect(donor.page.getByText('Would six o’clock suit you?').last()).toBeVisible();
  const donorBox = donor.page.getByRole('textbox', { name: 'Message', exact: false });
  await donorBox.fill('Six is perfect.');
  await donorBox.press('Enter');
  await expect(claimer.page.getByText('Six is perfect.').last()).toBeVisible();

  // Before the donor shares the address, the claimer has received no part of it.
  for (const exact of EXACT) expect(heard.filter((text) => text.includes(exact))).toEqual([]);
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) {
    const { exif, xmp, icc, format } = await sharp(picture).metadata();
    expect({ exif, xmp, icc, format }).toEqual({
      exif: undefined,
      xmp: undefined,
      icc: undefined,
      format: 'webp',
    });
  }

  // The donor shares the address.
  await donor.page.getByRole('button', { name: 'Share my address' }).click();
  await expect(claimer.page.getByText(`${HOME.address} · ${INSTRUCTIONS}`)).toBeVisible();
  const directions = claimer.page.getByRole('link', { name: 'Directions' });
  await expect(directions).toHaveAttribute('href', new RegExp(`${HOME.latitude},${HOME.longitude}`));
  await expectAccessible(claimer.page);

  // The pickup follows them from tab to tab, and leads back into the conversation.
  await claimer.page.goto('/');
  const live = claimer.page.getByRole('link', { name: /^Next pickup: / });
  await expect(live).toContainText('with Rosa');
  await expectAccessible(claimer.page);
  await live.click();
  await expect(claimer.page.getByText(`${HOME.address} · ${INSTRUCTIONS}`)).toBeVisible();
  await expect(live).toHaveCount(0);

  // The donor enters the code of the claimer's ticket.
  const { body } = await claimer.call('GET', '/api/claims?side=mine');
  const code = (body as { handover: { code: string } }[])[0]?.handover.code ?? '';
  await donor.page.getByRole('button', { name: 'Enter code' }).click();
  await donor.page.getByRole('textbox', { name: /pickup code$/ }).fill(code);
  await donor.page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(
    donor.page.getByRole('log').getByText('The food was handed over. Thank you both.'),
  ).toBeVisible();
  await expect(
    claimer.page.getByRole('log').getByText('The food was handed over. Thank you both.'),
  ).toBeVisible();
  const after = await claimer.call('GET', '/api/claims?side=mine');
  expect((after.body as { status: string }[])[0]?.status).toBe('completed');

  // The giver's points appear in the header and on the boards; on a phone the conversation fills the screen.
  if (isMobile) await donor.page.goto('/?tab=leaderboard');
  await expect(
    donor.page.getByRole('link', { name: /^Your profile, Rosa.* Level \d+, 3\d points, \d badge/ }),
  ).toBeVisible();
  await donor.page.goto('/?tab=leaderboard');
  await expect(donor.page.getByRole('main').getByRole('listitem').filter({ hasText: 'You' })).toContainText(
    /3\d\s*points monthly/,
  );
});

test('a conversation fills a phone, and Escape, Back and its button lead to the list @phone', async ({
  newPerson,
}) => {
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Amir' });
  const { body: listing } = await donor.call('POST', '/api/food-listings', listingBody({}));
  await claimer.call('POST', `/api/food-listings/${(listing as { id: string }).id}/claim`);
  const { page } = claimer;
  await page.goto('/?tab=messages');
  const row = page.getByRole('main').getByRole('link', { name: /Rosa/ });
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  const leave = [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Back to messages' }).click(),
    () => page.goBack(),
  ];
  for (const back of leave) {
    await row.click();
    await expect(page.getByRole('log')).toBeVisible();
    await expect(tabs).toHaveCount(0);
    await expect(page.getByRole('banner')).toHaveCount(0);
    const composer = page.getByRole('textbox', { name: 'Message', exact: false });
    await expect(composer).toBeInViewport({ ratio: 1 });
    await back();
    await expect(tabs).toBeVisible();
    await expect(row).toBeVisible();
  }
});
