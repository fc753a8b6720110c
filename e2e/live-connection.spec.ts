import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Process, startApp } from '../server/test/app-process.ts';
import { expect, listingBody, type Person, test } from './fixtures.ts';

const LOST = 'Connection lost. Messages may not be sent in real-time.';
const LANDING = 'Turn Food Waste into Community Care';

test.describe.configure({ mode: 'serial' });
test.use({ baseURL: async ({}, use) => use(address) });

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-e2e-live-'));
/** A server that these tests stop and restart at its address. */
let server: Process;
let address = '';
const restartServer = async (): Promise<void> => {
  server = await startApp(dataDir, { PORT: new URL(address).port, DEMO: 'off' });
};

test.beforeAll(async () => {
  server = await startApp(dataDir, { DEMO: 'off' });
  ({ address } = server);
});
test.afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Two people with an open claim and its conversation. */
async function twoWhoTalk(newPerson: (person: { firstName: string; userType?: string }) => Promise<Person>) {
  const donor = await newPerson({ firstName: 'Rosa', userType: 'donor' });
  const claimer = await newPerson({ firstName: 'Amir' });
  const shared = await donor.call('POST', '/api/food-listings', listingBody({ areaLabel: "Hell's Kitchen" }));
  const { id } = shared.body as { id: string };
  const claimed = await claimer.call('POST', `/api/food-listings/${id}/claim`, {});
  const { conversationId } = claimed.body as { conversationId: string };
  return {
    donor,
    claimer,
    conversation: `/?tab=messages&conversation=${conversationId}`,
    say: (person: Person, content: string) =>
      person.call('POST', `/api/conversations/${conversationId}/messages`, { content }),
  };
}

/** A tab whose console errors are allowed: a browser reports every broken connection. */
async function openTab(person: Person, at: string): Promise<Page> {
  const page = await person.context.newPage();
  await page.goto(at);
  return page;
}

const shown = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });

test('offline the page says so; back online, missed messages appear once', async ({ newPerson }) => {
  const { donor, claimer, conversation, say } = await twoWhoTalk(newPerson);
  const page = await openTab(claimer, conversation);
  await say(donor, 'Before');
  await expect(shown(page, 'Before')).toBeVisible();
  await claimer.context.setOffline(true);
  await expect(page.getByText(LOST)).toBeVisible();
  for (const text of ['Meanwhile one', 'Meanwhile two']) await say(donor, text);
  await expect(shown(page, 'Meanwhile one')).toHaveCount(0);
  await claimer.context.setOffline(false);
  await expect(shown(page, 'Meanwhile two')).toBeVisible();
  await expect(page.getByText(LOST)).toHaveCount(0);
  for (const text of ['Before', 'Meanwhile one', 'Meanwhile two'])
    await expect(shown(page, text)).toHaveCount(1);
});

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`both browsers reconnect after the server ends by ${signal}`, {
    tag: signal === 'SIGKILL' ? '@long' : [],
  }, async ({ newPerson }) => {
    const { donor, claimer, conversation, say } = await twoWhoTalk(newPerson);
    const pages = [await openTab(donor, conversation), await openTab(claimer, conversation)];
    await say(donor, 'Before');
    for (const page of pages) await expect(shown(page, 'Before')).toBeVisible();
    await server.end(signal);
    for (const page of pages) await expect(page.getByText(LOST)).toBeVisible();
    await restartServer();
    for (const page of pages) await expect(page.getByText(LOST)).toHaveCount(0, { timeout: 20_000 });
    await say(claimer, 'After');
    for (const page of pages) {
      await expect(shown(page, 'After')).toBeVisible();
      for (const text of ['Before', 'After']) await expect(shown(page, text)).toHaveCount(1);
    }
  });

test('signing out in one tab signs out the others, with or without a socket', async ({ newPerson }) => {
  const amir = await newPerson({ firstName: 'Amir' });
  const [here, there] = [await openTab(amir, '/'), await openTab(amir, '/')];
  const cutOff = await amir.context.newPage();
  await cutOff.routeWebSocket(/\/ws$/, (socket) => void socket.close());
  await cutOff.goto('/');
  for (const page of [here, there, cutOff])
    await expect(page.getByRole('heading', { name: 'Food Near You' })).toBeVisible();
  await here.goto('/api/logout');
  await expect(here.getByRole('heading', { name: LANDING })).toBeVisible();
  for (const page of [there, cutOff]) await expect(page.getByText('You were signed out')).toBeVisible();
});
