import type { Locator, Page } from '@playwright/test';
import { archiveOf, pack } from '../scripts/map-archive.ts';
import { makeSampleCity } from '../scripts/sample-city.ts';
import { expect, test } from './fixtures.ts';

const mapOf = (page: Page): Locator => page.getByRole('region', { name: 'Map', exact: true });
const CITY = '/map/city-test.pmtiles';
/** In the sample city. */
const IN_CITY = { address: 'Linde 1', latitude: 52.52, longitude: 13.4, areaLabel: 'Südstadt' };

/** Lets the community have that archive as its city's; with ranges, as the server serves it. */
async function serveCity(page: Page, archive: Uint8Array): Promise<void> {
  await page.route('**/api/community', async (route) => {
    const reply = await route.fetch();
    const mapTiles = { format: 'archive', url: CITY, attribution: 'Sample credit' };
    await route.fulfill({ response: reply, json: { ...(await reply.json()), mapTiles } });
  });
  await page.context().route(`**${CITY}`, async (route) => {
    const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? [];
    await route.fulfill({
      status: 206,
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.from(archive.slice(Number(from), Number(to) + 1)),
    });
  });
}

const ABOUT = { minZoom: 0, maxZoom: 0, bounds: [-180, -85, 180, 85], metadata: {} } as const;
const HOSTILE: Readonly<Record<string, Uint8Array>> = {
  'is something else': new TextEncoder().encode('<!doctype html>'.repeat(40)),
  'unpacks to far more than a tile': archiveOf([[0, pack(new Uint8Array(8_000_000))]], ABOUT),
};

for (const [how, archive] of Object.entries(HOSTILE))
  test(`a city's map that ${how} is one line, and the map of the world @long @wide`, async ({
    newPerson,
  }) => {
    const { page } = await newPerson({ firstName: 'Amir', place: IN_CITY });
    await serveCity(page, archive);
    await page.goto('/');
    const map = mapOf(page);
    await expect(map.getByText("The map of this area can't be shown right now.")).toHaveCount(1);
    await expect(map.getByText('Made with Natural Earth')).toBeVisible();
  });

test('a city’s map is credited where it is drawn, and the world’s elsewhere @long @wide', async ({
  newPerson,
}) => {
  const { page } = await newPerson({ firstName: 'Ana', place: IN_CITY });
  await serveCity(page, makeSampleCity());
  await page.goto('/');
  await expect(mapOf(page).getByText('Sample credit')).toBeVisible();
});
