import { expect, listingBody, placeOfItsOwn, test } from './fixtures.ts';

test('home fetches the user, the feed and what is under way once, as early as the preloads', async ({
  newPerson,
  quietConsole,
}) => {
  // where nothing fits, home asks for what wider filters have, too
  const giver = await newPerson({ firstName: 'Gil' });
  expect((await giver.call('POST', '/api/food-listings', listingBody({ allergens: [] }))).status).toBe(201);
  const { page, call } = await newPerson({ firstName: 'Edda' });
  // what she avoids is no reason to ask twice
  await call('PUT', '/api/users/profile', { allergens: ['milk'] });
  quietConsole(page);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  const all: string[] = [];
  page.on('request', (request) => all.push(request.url().replace(/^.*?\/\/[^/]+/, '')));
  // from its first message on, what others share meanwhile is fetched too
  const beforeNews = new Promise<string[]>((resolve) => {
    page.on('websocket', (socket) => socket.once('framereceived', () => resolve([...all])));
  });
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => payload.includes('"watching"')));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Food Near You' })).toBeVisible();
  await expect(page.getByText(/^\d+ items?$/).first()).toBeVisible();
  const asked = await beforeNews;
  expect(asked.filter((one) => one === '/api/auth/user')).toHaveLength(1);
  // the feed, and what was just shared
  expect(asked.filter((one) => one.startsWith('/api/food-listings?'))).toHaveLength(2);
  // content above the food, or in the dock
  expect(asked.filter((one) => one.startsWith('/api/claims?'))).toHaveLength(2);
  expect(asked.filter((one) => one === '/api/emergency-requests?side=mine')).toHaveLength(1);
  // all of them, in a few files, before the first file that a script asks for
  const inPage = await page
    .locator('head')
    .locator('link[rel="modulepreload"][fetchpriority], script[src]')
    .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('href') ?? tag.getAttribute('src')));
  const byScript = asked.findIndex((one) => one.endsWith('.js') && !inPage.includes(one));
  expect(byScript).toBeGreaterThan(0);
  const named = asked.slice(0, byScript);
  expect(named).toEqual(
    expect.arrayContaining([
      '/api/auth/user',
      '/api/food-listings?freshness=all&reach=near&limit=24&arranged=true&needs=saved',
    ]),
  );
  expect(named.filter((one) => one.endsWith('.js')).length).toBeLessThan(6);
  await connected;
  // A browser warns a few seconds later about preloads that were not used.
  await page.waitForTimeout(4000);
  // the first connection resumes from the page's start, so own data is not fetched again
  const own = /^\/api\/(auth\/user|claims|emergency-requests\?side=mine|notifications|conversations)/;
  expect(all.filter((one) => own.test(one)).toSorted()).toEqual([
    '/api/auth/user',
    '/api/claims?side=mine',
    '/api/claims?side=theirs',
    expect.stringContaining('/api/conversations'),
    '/api/emergency-requests?side=mine',
    '/api/notifications',
  ]);
  expect(complaints.filter((text) => text.includes('preload'))).toEqual([]);
});

test('on a phone the first food comes with few files, before the rest of the page, and stays in its place', async ({
  newPerson,
}) => {
  const place = placeOfItsOwn('Mill Pond');
  const { address: pickupLocation, ...where } = place;
  const givers = [await newPerson({ firstName: 'Gil', place }), await newPerson({ firstName: 'Noa', place })];
  const made = [];
  for (const giver of [...givers, ...givers, ...givers])
    made.push(
      (await giver.call('POST', '/api/food-listings', listingBody({ ...where, pickupLocation }))).body,
    );
  const { page, call } = await newPerson({ firstName: 'Edda', place });
  await page.setViewportSize({ width: 412, height: 823 });
  // a pickup is in the dock
  const { id } = made[0] as { id: string };
  expect((await call('POST', `/api/food-listings/${id}/claim`, { servings: 2 })).status).toBe(201);
  await page.addInitScript(() => {
    new MutationObserver((_changes, watch) => {
      if (!document.querySelector('article')) return;
      watch.disconnect();
      performance.mark('first food', { detail: document.querySelectorAll('[data-item]').length });
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await expect.poll(() => page.locator('[data-item]').count()).toBeGreaterThan(4);
  await expect(page.getByRole('button', { name: /^Claim / })).not.toHaveCount(0);
  const first = await page.evaluate(() => {
    const [food] = performance.getEntriesByName('first food');
    if (!(food instanceof PerformanceMark)) throw new Error('No food has come');
    const shifts = new PerformanceObserver(() => {});
    shifts.observe({ type: 'layout-shift', buffered: true });
    return {
      cards: Number(food.detail),
      files: performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('.js') && startTime < food.startTime)
        .map(({ name }) => name),
      moved: shifts
        .takeRecords()
        .reduce((sum, shift) => sum + ('value' in shift ? Number(shift.value) : 0), 0),
    };
  });
  expect(first.cards).toBeLessThanOrEqual(4);
  expect(first.files.length, first.files.join(' ')).toBeLessThan(10);
  expect(first.moved).toBeLessThan(0.01);
});

test('signed out, the page preloads nothing of the signed-in app', async ({ page, newPerson }) => {
  const named = async (html: string) =>
    [...html.matchAll(/<link rel="(?:module)?preload"[^>]*href="([^"]+)"/g)].map(([, href]) =>
      href?.replaceAll('&amp;', '&'),
    );
  const signedOut = await named(await (await page.request.get('/')).text());
  expect(signedOut.filter((href) => /\/api\/|home|shared/.test(href ?? ''))).toEqual([]);
  // fonts that come later move the page
  for (const font of ['figtree', 'bricolage-grotesque'])
    expect(signedOut).toContainEqual(expect.stringMatching(`/${font}-latin-`));
  const { context } = await newPerson({ firstName: 'Edda' });
  const html = await (await context.request.get('/')).text();
  expect(await named(html)).toEqual(
    expect.arrayContaining([
      '/api/auth/user',
      '/api/food-listings?freshness=all&reach=near&limit=24&arranged=true&needs=saved',
    ]),
  );
  // on six connections the calls would go first
  for (const [call] of html.matchAll(/<link[^>]*"\/api\/[^>]*>/g))
    expect(call).toContain('fetchpriority="low"');
});

test('the page shows content before the style sheet has loaded, and the app only after it', async ({
  newPerson,
}) => {
  const { context } = await newPerson({ firstName: 'Edda' });
  const page = await context.newPage();
  const sheet = Promise.withResolvers<void>();
  await page.route('**/*.css', async (route) => {
    await sheet.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const middle = page.locator('.waiting svg');
  await expect(middle).toHaveCSS('width', '36px');
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length))
    .toBe(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  sheet.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Food Near You' })).toBeVisible();
});
