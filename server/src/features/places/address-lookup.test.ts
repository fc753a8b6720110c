import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookUpAddress } from '@openlarder/domain/places/place-contract.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { testDatabase } from '#server/test/test-database.ts';

type Answer = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string };

/** What the geocoder's stand-in was asked, and what it answers. */
const asked: { readonly url: URL; readonly headers: object }[] = [];
let answer: () => Answer | Promise<Answer>;
const server = createServer((request, response) => {
  asked.push({ url: new URL(request.url ?? '', 'http://geocoder'), headers: request.headers });
  void Promise.resolve(answer()).then(({ status = 200, headers, body }) =>
    response.writeHead(status, headers).end(body),
  );
});
await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
const { port }: AddressInfo = server.address() as AddressInfo;
afterAll(() => void server.close());
beforeEach(() => void (asked.length = 0));

const BERLIN = '52.52, 13.40';
const database = await testDatabase();
/** An app of its own, which has asked nothing yet. */
const openAt = async (path: string) => {
  const app = await testApp({ GEOCODER_URL: `http://127.0.0.1:${port}${path}`, PLACE: BERLIN }, database);
  const person = await app.createPerson();
  const type = async (typed: string) => {
    const reply = await app.as(person, {
      method: 'POST',
      url: lookUpAddress.path,
      body: { typed, language: 'de' },
    });
    expect(reply.statusCode).toBe(200);
    return reply.json();
  };
  return { app, person, type };
};
const feature = (properties: object, coordinates: unknown = [13.41, 52.51]) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
});
const photon =
  (...features: object[]) =>
  () => ({ body: JSON.stringify({ features }) });
const oranien = { street: 'Oranienstraße', housenumber: '25', postcode: '10999', city: 'Berlin' };
const found = { label: 'Oranienstraße 25', detail: '10999 Berlin', latitude: 52.51, longitude: 13.41 };

test('asks a geocoder in the form of Photon near the community, once, and tells it nothing of the person', async () => {
  const { person, type } = await openAt('/api');
  answer = photon(feature(oranien), feature({ name: 'SO36', ...oranien }), feature(oranien));
  const first = await type('Oranienstr 25');
  expect(first).toEqual({
    isAway: false,
    addresses: [found, { ...found, label: 'SO36', detail: 'Oranienstraße 25, 10999 Berlin' }],
  });
  expect(await type('oranienstr 25')).toEqual(first);
  expect(asked).toHaveLength(1);
  const [{ url, headers } = { url: new URL('none:'), headers: {} }] = asked;
  expect(Object.fromEntries(url.searchParams)).toEqual({
    q: 'Oranienstr 25',
    limit: '5',
    lang: 'de',
    lat: '52.52',
    lon: '13.4',
  });
  expect(Object.keys(headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'accept-language',
    'connection',
    'host',
    'sec-fetch-mode',
    'user-agent',
  ]);
  expect(JSON.stringify([url, headers])).not.toContain(person.id);
});

test('asks one in the form of Nominatim', async () => {
  const { type } = await openAt('/search');
  answer = () => ({
    body: JSON.stringify([
      {
        lat: '52.51',
        lon: '13.41',
        display_name: '25, Oranienstraße, Kreuzberg, Berlin, 10999, Deutschland',
      },
    ]),
  });
  expect(await type('Oranien')).toEqual({
    isAway: false,
    addresses: [{ ...found, label: '25 Oranienstraße', detail: 'Kreuzberg, Berlin, 10999' }],
  });
  expect(asked[0]?.url.searchParams.get('format')).toBe('jsonv2');
});

test('leaves out what makes no sense or is far away', async () => {
  const { type } = await openAt('/api');
  answer = photon(
    feature({ ...oranien, city: 'Kiel' }, [10.13, 54.32]),
    feature(oranien, [13.4, 95]),
    feature(oranien, ['x', 'y']),
    feature({ street: 'a'.repeat(500) }),
    feature({ street: 7 }),
    { nothing: true },
    feature({ street: 'Line\u0000\nbreak' }),
    feature(oranien),
  );
  const { addresses } = await type('Oranien');
  expect(addresses.at(-1)).toEqual(found);
  expect(addresses.length).toBeLessThanOrEqual(2);
  expect(JSON.stringify(addresses)).not.toMatch(/\\n|Kiel/);
});

test('a geocoder that refuses what was typed, or a language, is asked by others as before', async () => {
  const { type } = await openAt('/api');
  answer = () => ({ status: 400, body: '{"message":"unsupported"}' });
  expect(await type('Oranienstr 25')).toEqual({ addresses: [], isAway: false });
  answer = photon(feature(oranien));
  expect((await type('Oranienstr 26')).addresses).toHaveLength(1);
});

test.each<[string, () => Answer | Promise<Answer>]>([
  ['fails', () => ({ status: 500, body: 'no' })],
  ['sends elsewhere', () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' })],
  ['is no geocoder', () => ({ body: '<html>welcome</html>' })],
  ['answers in another form', () => ({ body: '{"features":"none"}' })],
  ['answers without end', () => ({ body: `{"features":[${'1,'.repeat(200_000)}1]}` })],
  ['is slow', async () => (await sleep(2500), { body: '{"features":[]}' })],
])('is away where it %s, is left alone for a while, and logs nothing that was typed', async (_how, its) => {
  const { app, type } = await openAt('/api');
  const logged: unknown[] = [];
  app.ctx.log.warn = (...said: unknown[]) => void logged.push(said);
  answer = its;
  expect(await type('Oranienstr 25')).toEqual({ addresses: [], isAway: true });
  expect(await type('Oranienstr 26')).toEqual({ addresses: [], isAway: true });
  expect(asked).toHaveLength(1);
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toMatch(/oranien/i);
});
