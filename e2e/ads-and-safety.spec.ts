import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, listingBody, runAdmin, test } from './fixtures.ts';
import { rememberOwnTexts } from './pseudolocale.ts';

async function addAd(...words: readonly string[]): Promise<string> {
  rememberOwnTexts(Object.fromEntries(words.map((word) => word.split('='))));
  return /[(]([^()]+)[)]/.exec(await runAdmin('ads', 'add', ...words))?.[1] ?? '';
}

/** What the page sends about an ad: `impression` or `click`. */
function sentBy(page: Page, adId: string): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    const [, what] = request.url().split(`/api/ads/${adId}/`);
    if (what) sent.push(what);
  });
  return sent;
}

/** Scrolls down until the element has loaded, then to it. */
const scrollTo = (what: Locator): Promise<void> =>
  expect(async () => {
    if ((await what.count()) === 0) await what.page().evaluate(() => window.scrollBy(0, 300));
    await what.scrollIntoViewIfNeeded({ timeout: 1000 });
    await expect(what).toBeInViewport({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

test(
  'an ad counts one view, opens the right page, can be hidden and is hidden from requests',
  { tag: '@long' },
  async ({ newPerson, page: visitor }, { project }) => {
    // the run on a phone may be running at the same time, with its own ads
    const userType = project.name === 'phone' ? 'volunteer' : 'recipient';
    const text = ['text=Every Thursday at the library.', 'button=Come along'];
    const inline = ['place=discover', 'type=inline', 'category=community_building', 'title=Cook together'];
    const card = ['place=landing-page', 'type=card', 'category=community_building', 'title=Sit with us'];
    const adId = await addAd(...inline, `for=${userType}`, ...text);
    const landingId = await addAd(...card, ...text);

    await visitor.goto('/');
    const welcome = visitor.getByRole('note', { name: 'Sit with us' });
    await scrollTo(welcome);
    await expectAccessible(visitor);
    await welcome.getByRole('link', { name: 'Come along' }).click();
    await expect(visitor).toHaveURL(/\/api\/login$/);

    const donor = await newPerson({ firstName: 'Dora', userType: 'donor' });
    for (let nth = 0; nth < 4; nth++) await donor.call('POST', '/api/food-listings', listingBody());
    const { page } = await newPerson({ firstName: 'Nia', userType });
    const sent = sentBy(page, adId);
    const ad = page.getByRole('note', { name: 'Cook together' }).first();
    const find = () => scrollTo(ad);
    await page.goto('/');
    await find();
    await expect.poll(() => sent).toEqual(['impression']);
    await expectAccessible(page);
    await page.reload();
    await find();
    const link = ad.getByRole('link', { name: 'Come along' });
    await expect(link).toHaveAttribute('href', '/api/login');
    await link.click();
    // the page has been left: impressions and clicks are on the server
    // people of other tests may see it, too
    await expect
      .poll(async () => (await runAdmin('ads', 'list')).split('\n').find((line) => line.endsWith(adId)) ?? '')
      .toMatch(/ [1-9]\d* +1 +\S+$/);
    expect(sent.filter((what) => what === 'impression')).toHaveLength(1);

    await page.goto('/');
    await find();
    await ad.getByRole('button', { name: 'Hide this' }).click();
    await expect(page.getByRole('note', { name: 'Cook together' })).toHaveCount(0);

    await donor.page.goto('/?filter=emergencies');
    await expect(donor.page.getByRole('button', { name: 'Emergencies' })).toBeVisible();
    await expect(donor.page.locator('[data-ad]')).toHaveCount(0);
    await page.goto('/?tab=profile&room=requests&ask=1');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page.locator('[data-ad]')).toHaveCount(0);
    for (const id of [adId, landingId]) await runAdmin('ads', 'end', id);
  },
);

test('the food safety guide is read by keyboard, kind by kind', { tag: '@long' }, async ({ newPerson }) => {
  const { page } = await newPerson({ firstName: 'Ida' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Food Safety Guidelines' }).first().focus();
  await page.keyboard.press('Enter');
  const guide = page.getByRole('dialog', { name: 'Food Safety Guidelines' });
  await expect(guide.getByRole('heading', { level: 4 })).toHaveCount(6);
  await expectAccessible(page);
  const last = guide.getByRole('button', { name: 'Print this guide' });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(last).toBeFocused({ timeout: 100 });
  }).toPass();
  await page.emulateMedia({ media: 'print' });
  await expect(guide.getByText('https://www.wrap.ngo').first()).toBeVisible();
  await expect(last).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Food Near You' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(guide).toHaveCount(0);
});
