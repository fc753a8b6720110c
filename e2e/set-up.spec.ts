import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Process, startApp } from '../server/test/app-process.ts';
import { expect, expectAccessible, test } from './fixtures.ts';

/** A new installation of its own, which has no organizer yet. */
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-e2e-set-up-'));
let server: Process;

test.beforeAll(async () => {
  server = await startApp(dataDir, { DEMO: 'off' });
});
test.afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

test('the printed link leads to a first shared listing @phone', async ({ page }) => {
  const link = () => /http\S+\/setup#\S+/.exec(server.printed())?.[0] ?? '';
  await expect.poll(link).not.toBe('');
  await page.goto(link());
  await page.getByRole('textbox', { name: 'Name of your community' }).fill('Kiez teilt');
  await page.getByRole('textbox', { name: 'Town or city' }).fill('Berl');
  await page.getByRole('button', { name: /^Berlin\s*Germany/ }).click();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin');
  await page.getByRole('textbox', { name: 'First name' }).fill('Ana');
  await page.getByRole('textbox', { name: 'Email' }).fill('ana@example.org');
  await page.getByLabel('Password', { exact: true }).fill('geteiltes Brot macht satt');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start the community' }).click();
  await expect(page.getByRole('heading', { name: 'Invite your first ten' })).toBeVisible();
  await expect(page).toHaveTitle('Discover · Kiez teilt');

  await page.goto(new URL('/?tab=share', link()).href);
  await page.getByRole('textbox', { name: 'Title' }).fill('Sourdough bread');
  await page.getByRole('textbox', { name: 'Servings' }).fill('4');
  await page.getByRole('textbox', { name: 'Pickup location' }).fill('Oranienstraße 25');
  await page.getByRole('button', { name: 'Place the pin in the middle of the map' }).press('Enter');
  const neighborhood = page.getByRole('textbox', { name: 'Your neighborhood' });
  await expect(neighborhood.or(page.getByText('Neighbors will see: near'))).toBeVisible();
  // where no list names the area
  if (await neighborhood.isVisible()) await neighborhood.fill('Kreuzberg');
  await page.getByRole('button', { name: 'Share Food' }).click();
  await expect(page.getByRole('region', { name: 'Just shared' })).toContainText('Sourdough bread');

  const second = await page.context().browser()?.newPage();
  await second?.goto(link());
  await expect(second?.getByText('This community is already set up.') ?? page.locator('none')).toBeVisible();
});
