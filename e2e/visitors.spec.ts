import { expect, expectAccessible, test } from './fixtures.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page is there, with its words, links and previews', async ({ page, baseURL }) => {
    for (const path of ['/', '/landing']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn Food Waste into Community Care');
      for (const name of ['Share Food', 'Find Nearby', 'Make Impact'])
        await expect(page.getByRole('heading', { level: 3, name })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/api/login?new');
      await expect(page.getByRole('link', { name: 'Join OpenLarder Today' })).toBeVisible();
    }
    const meta = (name: string) => page.locator(`meta[property="${name}"]`);
    await expect(meta('og:title')).toHaveAttribute('content', /OpenLarder$/);
    const picture = (await meta('og:image').getAttribute('content')) ?? '';
    expect(picture.startsWith(baseURL ?? '-')).toBe(true);
    expect((await page.request.get(picture)).headers()['content-type']).toBe('image/png');
    await page.getByRole('link', { name: 'Become a Volunteer' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Become a Volunteer');
    await expect(page.getByText('Most Needed')).toBeVisible();
  });
});

test('the landing page does not move when the script takes over, and leads to sign-in', async ({
  page,
  quietConsole,
}) => {
  quietConsole(page);
  // a font that first arrives late moves the page by itself
  await page.goto('/');
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += 'value' in entry && typeof entry.value === 'number' ? entry.value : 0;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  // the page rendered by the script has no marker of the prerendered one
  await expect(page.locator('[data-screen]')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sum = await page.evaluate(() => ('shifts' in window ? (window.shifts as { sum: number }).sum : -1));
  expect(sum).toBeLessThan(0.01);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page.getByRole('tab', { name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
});

test('the pages of visitors answer, and all others ask to sign in', async ({ page, quietConsole }) => {
  quietConsole(page);
  for (const [path, heading] of [
    ['/', 'Turn Food Waste into Community Care'],
    ['/landing', 'Turn Food Waste into Community Care'],
    ['/volunteer', 'Become a Volunteer'],
    ['/donate', 'Support OpenLarder'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(path);
  }
  for (const path of ['/volunteers', '/home', '/landing/team']) {
    const returnTo = `/api/login?returnTo=${encodeURIComponent(path)}`;
    const answer = await page.request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()['location']]).toEqual([302, returnTo]);
  }
});

test('the headers of visitors are one row on the narrowest phone, in every language', async ({ browser }) => {
  for (const locale of ['en-US', 'es-ES', 'de-DE']) {
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 740 } });
    const page = await context.newPage();
    for (const path of ['/', '/volunteer', '/donate', '/api/login']) {
      await page.goto(path);
      // the prerendered header is not the one that a person uses
      await expect(page.locator('[data-screen]')).toHaveCount(0);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const box = await page.getByRole('banner').boundingBox();
      expect(box?.height, `${locale} ${path}`).toBeLessThan(72);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${locale} ${path}`).toBe(320);
    }
    await context.close();
  }
});

test('signed out, the donation page is a card without any data', async ({ page, quietConsole }) => {
  quietConsole(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  await page.goto('/donate');
  await expect(page.getByRole('heading', { level: 1, name: 'Support OpenLarder' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(calls.filter((path) => path !== '/api/community')).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign In to Donate' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Turn Food Waste into Community Care');
  expect(new URL(page.url()).pathname).toBe('/');
});

test('signed in, the pages of visitors are not found', async ({ newPerson }) => {
  const { page } = await newPerson({ firstName: 'Vera', userType: 'volunteer' });
  for (const path of ['/landing', '/volunteer']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  }
});
