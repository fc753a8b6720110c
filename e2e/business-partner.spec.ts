import { wallClock } from '@openlarder/domain/kernel/time.ts';
import { expect, expectAccessible, openSettingsBlock, runAdmin, test } from './fixtures.ts';

const SHOP = { location: '789 9th Avenue, New York', latitude: 40.765218, longitude: -73.987334 };
/** The community's time zone, see playwright.config.ts. */
const ZONE = 'America/New_York';

/** The wall clock this many hours from now. */
function wallTime(hours: number): string {
  const { hour, minute } = wallClock(Date.now() + hours * 3_600_000, ZONE);
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

test('a bakery sets its hours, prints its poster, is asked about its rolls, and logs who came for them', {
  tag: '@long',
}, async ({ newPerson }) => {
  const shop = `Elm Street Bakery ${Date.now()}`;
  const baker = await newPerson({ firstName: 'Colette', userType: 'donor', place: null });
  await baker.call('PUT', '/api/users/profile', {
    organizationName: shop,
    organizationType: 'bakery',
    ...SHOP,
  });
  await runAdmin('verify', baker.email);
  const maria = await newPerson({ firstName: 'Maria' });
  const { page } = baker;

  // asked about within a minute, as its time today has passed: meanwhile the rest is tried
  await page.goto('/?tab=profile&room=settings');
  const title = `Rolls ${Date.now()}`;
  await openSettingsBlock(page, 'Recurring surplus');
  await page.getByRole('button', { name: 'Add something else' }).click();
  const form = page.getByRole('dialog', { name: 'Recurring surplus' });
  await form.getByRole('textbox', { name: 'What is it?' }).fill(title);
  await form.getByRole('spinbutton', { name: 'About how many' }).fill('40');
  await form.getByRole('button', { name: 'Every day' }).click();
  await form.getByLabel('Ask me at').fill(wallTime(0));
  await form.getByLabel('Pickup from').fill(wallTime(0));
  await form.getByLabel('Pickup until').fill(wallTime(3));
  await form.getByRole('button', { name: 'Gluten' }).click();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();

  // one day is typed and copied to the others
  await openSettingsBlock(page, 'Opening hours');
  await page.getByRole('button', { name: 'Add hours on Monday' }).click();
  await page.getByLabel('Monday: opens').fill('06:30');
  await page.getByLabel('Monday: closes').fill('05:30');
  await page.getByRole('button', { name: 'Same every day' }).click();
  await expect(page.getByText('Past midnight: it closes the next day.')).toHaveCount(7);
  await page.getByRole('button', { name: 'Save opening hours' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // the print shows only the poster
  await page.getByRole('button', { name: 'Show the poster' }).click();
  const poster = page.locator('[data-poster]');
  await expect(poster.getByRole('heading', { name: shop })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ media: 'print' });
  await expect(poster).toContainText(SHOP.location);
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeHidden();
  const [paper, symbol] = await Promise.all([
    poster.boundingBox(),
    poster.locator('[data-qr]').boundingBox(),
  ]);
  const inMillimeters = (pixels = 0): number => (pixels / 96) * 25.4;
  // fits the smaller width and height of Letter and A4, without an offset
  expect(inMillimeters(paper?.width)).toBeLessThanOrEqual(190);
  expect(inMillimeters(paper?.height)).toBeLessThanOrEqual(255);
  expect(Math.min(paper?.x ?? -1, paper?.y ?? -1)).toBeGreaterThan(-60);
  expect(inMillimeters(symbol?.width)).toBeGreaterThan(110);
  expect(await poster.evaluate((sheet) => getComputedStyle(sheet).color)).toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: null });
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  // a signed-out visitor who scans it sees the opening hours, and no food yet
  await maria.context.clearCookies();
  const visitor = maria.page;
  await visitor.goto(`/?donor=${baker.id}`);
  await visitor.getByRole('textbox', { name: 'Email' }).fill(maria.email);
  await visitor.getByRole('textbox', { name: 'Password' }).fill(maria.password);
  await visitor.getByRole('textbox', { name: 'Password' }).press('Enter');
  await expect(visitor).toHaveURL(new RegExp(`donor=${baker.id}`));
  await expect(visitor.getByRole('heading', { name: shop })).toBeVisible();
  await expect(visitor.getByText(/Nothing left right now/)).toBeVisible();
  await expect(visitor.getByText(/^(Open until|Closed)/)).toBeVisible();
  await expectAccessible(visitor);

  // the question
  await page.goto('/?tab=share');
  const question = page.getByRole('region', { name: new RegExp(`Post about \\d+ servings of ${title}`) });
  await expect(question).toBeVisible({ timeout: 130_000 });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Change the amount' }).click();
  await question.getByRole('spinbutton', { name: 'Servings today' }).fill('30');
  await question.getByRole('button', { name: 'Yes, post 30 servings' }).click();
  await expect(page.getByText(`Posted until`)).toBeVisible();

  // the visitor sees the new food and claims a part
  const card = visitor.getByRole('article').filter({ hasText: title });
  await expect(card).toBeVisible();
  await card.getByRole('link', { name: title }).click();
  const listing = visitor.getByRole('dialog');
  await listing.getByRole('textbox', { name: /How many/ }).fill('3');
  await listing.getByRole('button', { name: 'Claim 3 servings' }).click();
  await expect(listing.getByText('You claimed 3 servings')).toBeVisible();
  const { body } = await maria.call('GET', '/api/claims?side=mine');
  const [claim] = body as { handover: { id: string } }[];
  for (const person of [baker, maria])
    expect((await person.call('POST', `/api/handovers/${claim?.handover.id}/complete`)).status).toBe(200);

  // the export has it, without names
  await page.goto('/?tab=profile&room=shares');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download handovers (CSV)' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^handovers-\d{4}-\d\d-\d{4}-\d\d\.csv$/);
  const csv = await (await baker.context.request.get(download.url())).text();
  expect(csv.split('\r\n')[1]).toMatch(
    new RegExp(`,${title},bakery items,3,3\\.6,1\\.6,gluten,neighbor,completed,`),
  );
  expect(csv).not.toContain('Maria');
});
