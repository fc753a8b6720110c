import { expect, test } from './fixtures.ts';

test('home asks once who is there and once for the feed, and as early as the page names them', async ({
  newPerson,
  quietConsole,
}) => {
  const { page } = await newPerson({ firstName: 'Edda' });
  quietConsole(page);
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  // once the line is up, what was fetched before is asked for again: here it stays silent
  await page.routeWebSocket(/\/ws$/, () => {});
  const all: string[] = [];
  page.on('request', (request) => all.push(request.url().replace(/^.*?\/\/[^/]+/, '')));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Food Near You' })).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: /items? available$/ })).toBeVisible();
  // later, a line that stays silent is given up, and all is asked for again
  const asked = [...all];
  expect(asked.filter((one) => one === '/api/auth/user')).toHaveLength(1);
  expect(asked.filter((one) => one.startsWith('/api/food-listings'))).toHaveLength(1);
  // all of it, in a few files, before the first call that only a script makes
  const named = asked.slice(0, asked.indexOf('/api/community'));
  expect(named).toEqual(expect.arrayContaining(['/api/auth/user', '/api/food-listings?freshness=all']));
  expect(named.filter((one) => one.endsWith('.js')).length).toBeLessThan(8);
  // a browser complains of what was fetched ahead and then not used, a few seconds later
  await page.waitForTimeout(4000);
  expect(complaints.filter((text) => text.includes('preload'))).toEqual([]);
});

test('signed out, the page names nothing of what is behind the door', async ({ page, newPerson }) => {
  const named = async (html: string) =>
    [...html.matchAll(/<link rel="(?:module)?preload"[^>]*href="([^"]+)"/g)].map(([, href]) => href);
  const signedOut = await named(await (await page.request.get('/')).text());
  expect(signedOut.filter((href) => /\/api\/|home|shared/.test(href ?? ''))).toEqual([]);
  const { context } = await newPerson({ firstName: 'Edda' });
  const signedIn = await named(await (await context.request.get('/')).text());
  expect(signedIn).toEqual(expect.arrayContaining(['/api/auth/user', '/api/food-listings?freshness=all']));
});

test('a page that was open when a new version came loads again by itself where its files have gone', async ({
  newPerson,
}) => {
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
