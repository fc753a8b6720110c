import { expect, test } from './fixtures.ts';

test('home fetches the user, the feed and what is under way once, as early as the preloads', async ({
  newPerson,
  quietConsole,
}) => {
  const { page } = await newPerson({ firstName: 'Edda' });
  quietConsole(page);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  // After the live connection opens, data is refetched: here the socket stays silent.
  await page.routeWebSocket(/\/ws$/, () => {});
  const all: string[] = [];
  page.on('request', (request) => all.push(request.url().replace(/^.*?\/\/[^/]+/, '')));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Food Near You' })).toBeVisible();
  await expect(page.getByText(/^\d+ items?$/)).toBeVisible();
  // Later a silent connection is closed and data is refetched.
  const asked = [...all];
  expect(asked.filter((one) => one === '/api/auth/user')).toHaveLength(1);
  // the feed, and what was just shared
  expect(asked.filter((one) => one.startsWith('/api/food-listings'))).toHaveLength(2);
  // what stands above the food, or in the dock
  expect(asked.filter((one) => one.startsWith('/api/claims?'))).toHaveLength(2);
  expect(asked.filter((one) => one === '/api/emergency-requests?side=mine')).toHaveLength(1);
  // All of it, in a few files, before the first that only a script asks for.
  const named = asked.slice(
    0,
    asked.findIndex((one) => one.includes('/assets/errors')),
  );
  expect(named).toEqual(expect.arrayContaining(['/api/auth/user', '/api/food-listings?freshness=all']));
  expect(named.filter((one) => one.endsWith('.js')).length).toBeLessThan(8);
  // A browser warns a few seconds later about preloads that were not used.
  await page.waitForTimeout(4000);
  expect(complaints.filter((text) => text.includes('preload'))).toEqual([]);
});

test('signed out, the page preloads nothing of the signed-in app', async ({ page, newPerson }) => {
  const named = async (html: string) =>
    [...html.matchAll(/<link rel="(?:module)?preload"[^>]*href="([^"]+)"/g)].map(([, href]) => href);
  const signedOut = await named(await (await page.request.get('/')).text());
  expect(signedOut.filter((href) => /\/api\/|home|shared/.test(href ?? ''))).toEqual([]);
  const { context } = await newPerson({ firstName: 'Edda' });
  const signedIn = await named(await (await context.request.get('/')).text());
  expect(signedIn).toEqual(expect.arrayContaining(['/api/auth/user', '/api/food-listings?freshness=all']));
});

test('an open page of an old build reloads when its files are gone', async ({ newPerson }) => {
  const { context } = await newPerson({ firstName: 'Edda' });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Food Near You' })).toBeVisible();
  let isOld = true;
  await page.route('**/assets/ShareTab-*.js', (route) =>
    isOld ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      isOld = route.request().resourceType() !== 'document';
      if (!isOld) return route.continue();
      const body = '<script type="module" src="/assets/index-later.js"></script>';
      return route.fulfill({ contentType: 'text/html', body });
    },
  );
  await page.getByRole('link', { name: 'Share Food' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Share Food' })).toBeVisible();
  expect(isOld).toBe(false);
});
