import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import { distanceM } from '@openlarder/domain/kernel/geo.ts';
import { nearestAreaName } from '@openlarder/domain/places/area-names.ts';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { makeSampleCity } from '../../../../scripts/sample-city.ts';
import { areaNames } from './area-names.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-areas-'));
afterAll(() => rmSync(folder, { recursive: true }));
const MUNICH = { PLACES_FILE: '', PLACE: '48.137, 11.575' };

it('are those on the map of the city, each once and where its label stands', async () => {
  const file = path.join(folder, 'city.pmtiles');
  writeFileSync(file, makeSampleCity());
  const { ctx } = await testApp({ PLACES_FILE: '', MAP_FILE: file, PLACE: '52.52, 13.4' });
  const names = await areaNames(ctx);
  expect(names.map(({ name }) => name).toSorted()).toEqual(['Nordstadt', 'Südstadt']);
  const south = names.find(({ name }) => name === 'Südstadt');
  expect(
    distanceM(south ?? { latitude: 0, longitude: 0 }, { latitude: 52.512, longitude: 13.4 }),
  ).toBeLessThan(20);
});

it('are the same while Node watches the files', async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { ctx, as } = await testApp(MUNICH);
  expect((await areaNames(ctx)).length).toBeGreaterThan(10);
  expect((await as(null, { url: '/api/community' })).json<Community>().town).toBe('München');
});

it('are the towns and their parts around, by their own names, where the map has none', async () => {
  const file = path.join(folder, 'elsewhere.pmtiles');
  writeFileSync(file, makeSampleCity());
  const { ctx, as } = await testApp({ ...MUNICH, MAP_FILE: file });
  const names = await areaNames(ctx);
  expect(nearestAreaName({ latitude: 48.139, longitude: 11.577 }, names)).toBe('München');
  expect(nearestAreaName({ latitude: 48.154, longitude: 11.62 }, names)).toBe('Bogenhausen');
  expect(names.map(({ name }) => name)).not.toContain('Midtown');
  expect((await as(null, { url: '/api/community' })).json<Community>().town).toBe('München');
});
