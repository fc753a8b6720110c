import { expect, expectAccessible, listingBody, test } from './fixtures.ts';
import { rememberOwnTexts } from './pseudolocale.ts';

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

test("the visitors' header is one row on the narrowest phone, in every language", async ({ browser }) => {
  for (const locale of ['en-US', 'es-ES', 'de-DE']) {
    const context = await browser.newContext({ locale, viewport: { width: 320, height: 740 } });
    const page = await context.newPage();
    for (const path of ['/', '/volunteer']) {
      await page.goto(path);
      // the script's header takes the place of the prerendered one, and in between there is none
      const height = async () => (await page.getByRole('banner').boundingBox())?.height;
      await expect.poll(height, `${locale} ${path}`).toBeLessThan(72);
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

test('someone signs up to help, says when, and finds it in their settings', { tag: '@long' }, async ({
  page,
  quietConsole,
}) => {
  quietConsole(page);
  rememberOwnTexts({ firstName: 'Vic', area: 'Around the library' });
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Volunteer' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Become a Volunteer');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sign Up to Volunteer' }).click();
  await expect(page.getByRole('radio', { name: 'I want to help out' })).toBeChecked();
  await page.getByRole('textbox', { name: 'First name' }).fill('Vic');
  await page.getByRole('textbox', { name: 'Email' }).fill(`vic-${Date.now()}-${Math.random()}@example.org`);
  await page.getByRole('textbox', { name: 'Password' }).fill('a long enough password');
  await page.getByRole('button', { name: 'Create account' }).click();

  const question = page.getByRole('dialog');
  await expect(question.getByRole('heading', { name: /When could you help/ })).toBeVisible();
  await expectAccessible(page);
  for (const name of ['Saturday', 'evenings', 'by bike'])
    await question.getByRole('button', { name }).click();
  await question.getByRole('textbox', { name: /Where/ }).fill('Around the library');
  await question.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Done' }).click();
  await expect(question).toBeHidden();

  // asked once
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Food Near You' })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  const corner = page.getByRole('region', { name: 'How you can help today' });
  // it loads when scrolled near, after the first food
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 500));
    await expect(corner).toBeVisible({ timeout: 1000 });
  }).toPass();
  await corner.getByRole('link', { name: /Check when you can help/ }).click();

  const settings = page.getByRole('region', { name: 'When I can help' });
  for (const name of ['Saturday', 'evenings', 'by bike'])
    await expect(settings.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  await expect(settings.getByRole('textbox', { name: /Where/ })).toHaveValue('Around the library');
  await expectAccessible(page);
  await settings.getByRole('button', { name: 'Delete my answer' }).click();
  await expect(settings.getByRole('textbox', { name: /Where/ })).toHaveValue('');
  await page.reload();
  await expect(settings.getByRole('button', { name: 'Saturday' })).toHaveAttribute('aria-pressed', 'false');
});

test('notifications are by day, can be marked as read, and can be switched off by kind', {
  tag: '@long',
}, async ({ newPerson }) => {
  const { page, call } = await newPerson({ firstName: 'Dora', userType: 'donor' });
  await page.goto('/');
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(page.getByText('All quiet')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const shared = await call('POST', '/api/food-listings', listingBody());
  const cleo = await newPerson({ firstName: 'Cleo' });
  const { id } = shared.body as { id: string };
  expect((await cleo.call('POST', `/api/food-listings/${id}/claim`)).status).toBe(201);
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
  const today = page.getByRole('region', { name: 'today' });
  await expect(today.getByRole('link', { name: /Cleo claimed/ })).toBeVisible();
  await expectAccessible(page);
  await today.getByRole('button', { name: 'Mark as read' }).click();
  await expect(today.getByRole('button', { name: 'Mark as read' })).toBeHidden();
  await today.getByRole('link', { name: /Cleo claimed/ }).click();
  await expect(page).toHaveURL(/tab=messages|claim=/);
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  // a disabled kind of notification is not shown
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).last().click();
  const claims = page.getByRole('checkbox', { name: 'Claims In the app' });
  const saved = page.waitForResponse(
    (answer) =>
      answer.url().includes('/api/users/notification-settings') && answer.request().method() === 'PUT',
  );
  await claims.press('Space');
  expect((await saved).status()).toBe(200);
  await expectAccessible(page);
  const more = await call('POST', '/api/food-listings', listingBody());
  const { id: another } = more.body as { id: string };
  expect((await cleo.call('POST', `/api/food-listings/${another}/claim`)).status).toBe(201);
  const bell = (await call('GET', '/api/notifications')).body as { kind: string }[];
  expect(bell.map(({ kind }) => kind)).toEqual(['listing_claimed']);
  await page.reload();
  await expect(claims).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
});
