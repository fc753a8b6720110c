import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { makeSampleCity } from '../../../../scripts/sample-city.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-map-'));
const file = path.join(folder, 'city.pmtiles');
const archive = makeSampleCity();
writeFileSync(file, archive);
const { as } = await testApp({ MAP_FILE: file });
afterAll(() => rmSync(folder, { recursive: true }));

const mapTiles = async () =>
  (await as(null, { url: '/api/community' })).json<Community>().mapTiles ?? { url: '', attribution: '' };
const rangeOf = async (range: string, url?: string) =>
  as(null, { url: url ?? (await mapTiles()).url, headers: { range } });

describe("the city's map", () => {
  it('is announced with its credit as plain text', async () => {
    expect(await mapTiles()).toEqual({
      format: 'archive',
      url: expect.stringMatching(/^\/map\/city-[\w-]+\.pmtiles$/),
      attribution: 'Protomaps © OpenStreetMap',
    });
  });

  it('is served in ranges that browsers keep', async () => {
    const first = await rangeOf('bytes=0-126');
    expect(first.statusCode).toBe(206);
    expect(first.headers['content-range']).toBe(`bytes 0-126/${archive.length}`);
    expect(first.headers['cache-control']).toContain('immutable');
    expect(first.headers['content-encoding']).toBeUndefined();
    expect(first.rawPayload.equals(archive.slice(0, 127))).toBe(true);
    expect((await rangeOf(`bytes=${archive.length}-`)).statusCode).toBe(416);
    expect((await rangeOf('bytes=0-9', '/map/city.pmtiles')).statusCode).toBe(404);
    expect((await rangeOf('bytes=0-9', '/map/..%2Fpackage.json')).statusCode).toBe(404);
  });

  it('has another address after it has changed, and none while it is damaged', async () => {
    const before = (await mapTiles()).url;
    writeFileSync(file, makeSampleCity({ streets: 8 }));
    expect((await mapTiles()).url).not.toBe(before);
    expect((await rangeOf('bytes=0-9', before)).statusCode).toBe(404);
    for (const damaged of [archive.slice(0, 2000), archive.slice(0, 50), new Uint8Array(5000)]) {
      writeFileSync(file, damaged);
      expect((await mapTiles()).url).toBe('');
    }
    rmSync(file);
    expect((await mapTiles()).url).toBe('');
  });
});
