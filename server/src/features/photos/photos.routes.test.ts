import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { MAX_PHOTO_BYTES } from '@openlarder/domain/photos/photo-contract.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database.ts';
import { testApp } from '#server/testing/test-app.ts';
import type { TestPerson } from '#server/testing/factories/people.ts';

const ground = await testApp();
const { as, clock, db, features, objectsFolder, plantPerson } = ground;
let base = '';
beforeAll(async () => {
  base = await ground.listen();
});

const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } });
const jpeg = await red(600, 400).jpeg().toBuffer();
const file = await red(64, 64).jpeg().toBuffer();

async function addressFor(person: TestPerson): Promise<string> {
  const response = await as(person, { method: 'POST', url: '/api/objects/upload' });
  expect(response.statusCode).toBe(200);
  return response.json().uploadURL;
}
const headersOf = (person: TestPerson | null, type?: string) => ({
  'sec-fetch-site': 'same-origin',
  ...(person && { cookie: person.cookie }),
  ...(type && { 'content-type': type }),
});
/** Sends a file as a browser does: raw bytes in a real request. */
const put = (person: TestPerson | null, address: string, bytes: Uint8Array, type = 'image/jpeg') =>
  fetch(base + address, { method: 'PUT', body: Buffer.from(bytes), headers: headersOf(person, type) });
const store = (person: TestPerson | null, imageURL: unknown) =>
  as(person, { method: 'PUT', url: '/api/food-images', payload: { imageURL } });

async function photoOf(person: TestPerson, bytes: Uint8Array, type?: string) {
  const address = await addressFor(person);
  expect((await put(person, address, bytes, type)).status).toBe(204);
  return store(person, address);
}
const show = (person: TestPerson | null, objectPath: string, width = 1280) =>
  as(person, { url: `${objectPath}?w=${width}` });
const objects = (): string[] =>
  readdirSync(objectsFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describe('a photo', () => {
  it('goes from the phone to a picture in three widths, with a placeholder', async () => {
    const person = await plantPerson();
    const response = await photoOf(person, await red(2000, 1500).jpeg().toBuffer());
    expect(response.statusCode).toBe(200);
    const photo = response.json();
    expect(photo).toMatchObject({ width: 1280, height: 960 });
    expect(Buffer.from(photo.thumbhash, 'base64').length).toBeGreaterThan(4);
    for (const width of [320, 640, 1280]) {
      const shown = await show(person, photo.objectPath, width);
      expect(shown.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=86400',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(await sharp(shown.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width,
        height: (width * 3) / 4,
      });
    }
    expect((await as(person, { url: photo.objectPath })).statusCode).toBe(200);
    expect((await show(person, photo.objectPath, 641)).statusCode).toBe(422);
  });

  it('loses where it was taken and everything else a camera writes, and stands upright', async () => {
    const person = await plantPerson();
    const original = await red(600, 400)
      .withExif({
        IFD0: { Make: 'SecretCamera', Artist: 'Ana Bell' },
        IFD3: { GPSLatitude: '40/1 45/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(original).metadata();
    expect([before.exif?.includes('SecretCamera'), before.orientation]).toEqual([true, 6]);
    const photo = (await photoOf(person, original)).json();
    expect(photo).toMatchObject({ width: 400, height: 600 });
    for (const width of [320, 640, 1280]) {
      const { rawPayload } = await show(person, photo.objectPath, width);
      const shown = await sharp(rawPayload).metadata();
      expect([shown.exif, shown.xmp, shown.icc, shown.iptc, shown.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(rawPayload.includes('SecretCamera')).toBe(false);
      expect(rawPayload.includes('Ana Bell')).toBe(false);
    }
  });

  it.each([
    ['PNG with holes', () => red(500, 300).ensureAlpha(0.5).png().toBuffer()],
    ['grey PNG', () => red(500, 300).greyscale().png().toBuffer()],
    ['16-bit PNG', () => red(500, 300).toColourspace('rgb16').png().toBuffer()],
    ['CMYK JPEG', () => red(500, 300).toColourspace('cmyk').jpeg().toBuffer()],
    ['WebP', () => red(500, 300).webp().toBuffer()],
    ['JPEG called a PNG', () => red(500, 300).jpeg().toBuffer()],
  ])('may be a %s', async (_case, make) => {
    const person = await plantPerson();
    const response = await photoOf(person, await make(), 'image/png');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ width: 500, height: 300 });
    const { rawPayload } = await show(person, response.json().objectPath, 320);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 192 });
  });

  it('keeps its colour, as the camera meant it', async () => {
    const person = await plantPerson();
    const photo = (await photoOf(person, await red(640, 480).png().toBuffer())).json();
    const { rawPayload } = await show(person, photo.objectPath, 320);
    const { channels } = await sharp(rawPayload).stats();
    const [r = 0, g = 0, b = 0] = channels.map((channel) => channel.mean);
    expect(Math.abs(r - 0xc0) + Math.abs(g - 0x39) + Math.abs(b - 0x2b)).toBeLessThan(12);
  });

  it('answers a repeated call with the same picture', async () => {
    const person = await plantPerson();
    const address = await addressFor(person);
    await put(person, address, await red(50, 50).jpeg().toBuffer());
    const first = await store(person, address);
    expect((await store(person, `http://food.example${address}`)).json()).toEqual(first.json());
  });

  it('leaves nothing of the file itself behind', async () => {
    const person = await plantPerson();
    const photo = (await photoOf(person, await red(50, 50).jpeg().toBuffer())).json();
    const id = photo.objectPath.split('/').at(-1);
    expect(existsSync(path.join(objectsFolder, 'uploads', id))).toBe(false);
    expect(objects().filter((name) => name.startsWith(id))).toHaveLength(3);
  });
});

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const html = Buffer.from('<!doctype html><script>alert(1)</script>');
  const bigPng = () =>
    sharp({
      create: { width: 7000, height: 6000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();

  it.each([
    ['an SVG', () => Buffer.from(svg)],
    ['an SVG with a declaration', () => Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a page called a photo', () => html],
    ['a truncated photo', () => jpeg.subarray(0, jpeg.length / 2)],
    ['a head without a body', () => jpeg.subarray(0, 20)],
    ['nothing', () => Buffer.alloc(0)],
    ['a GIF', () => red(20, 20).gif().toBuffer()],
    ['a TIFF', () => red(20, 20).tiff().toBuffer()],
    ['a PDF', () => Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj')],
    ['42 megapixels in a small file', bigPng],
    ['noise', () => Buffer.from(Array.from({ length: 4096 }, (_, nth) => (nth * 7919) % 251))],
  ])('is refused: %s', async (_case, make) => {
    const person = await plantPerson();
    const response = await photoOf(person, await make());
    expect(response.statusCode).toBe(422);
    expect(response.json().fields.imageURL).toContain('We could not read this photo');
    const kept = await db.selectFrom('photo').select('id').where('owner_id', '=', person.id).execute();
    expect(objects().filter((name) => kept.some(({ id }) => name.startsWith(id)))).toEqual([]);
  });

  it('never outlives the picture it hides behind', async () => {
    const person = await plantPerson();
    const photo = (await photoOf(person, Buffer.concat([jpeg, html]))).json();
    const { rawPayload } = await show(person, photo.objectPath);
    expect(rawPayload.includes('<script>')).toBe(false);
  });
});

describe('a signed address', () => {
  it('is good once', async () => {
    const person = await plantPerson();
    const address = await addressFor(person);
    expect((await put(person, address, file)).status).toBe(204);
    const again = await put(person, address, Buffer.from('another file'));
    expect(again.status).toBe(409);
    expect((await store(person, address)).statusCode).toBe(200);
    expect((await put(person, address, file)).status).toBe(409);
  });

  it('is good for a quarter of an hour', async () => {
    const person = await plantPerson();
    const [early, late] = [await addressFor(person), await addressFor(person)];
    clock.forward(15 * 60_000);
    expect((await put(person, early, file)).status).toBe(204);
    clock.forward(1);
    expect((await put(person, late, file)).status).toBe(409);
  });

  it('is nobody else’s, for the file and for the picture', async () => {
    const [owner, thief] = [await plantPerson(), await plantPerson()];
    const address = await addressFor(owner);
    expect((await put(thief, address, file)).status).toBe(404);
    expect((await put(null, address, file)).status).toBe(401);
    expect((await put(owner, address, file)).status).toBe(204);
    expect((await store(thief, address)).statusCode).toBe(422);
    expect((await store(null, address)).statusCode).toBe(401);
    expect((await store(owner, address)).statusCode).toBe(200);
  });

  it.each([
    ['a changed signature', (address: string) => `${address.slice(0, -2)}xx`],
    ['a longer life', (address: string) => address.replace(/expires=\d+/, 'expires=9999999999999')],
    [
      'another object',
      (address: string) => address.replace(/uploads\/[^?]+/, 'uploads/019a0000-0000-7000-8000-000000000000'),
    ],
    ['no signature', (address: string) => address.replace(/&signature=.*/, '')],
  ])('cannot be made up: %s', async (_case, forge) => {
    const person = await plantPerson();
    const forged = forge(await addressFor(person));
    expect((await put(person, forged, file)).status).toBe(404);
    const response = await store(person, forged);
    expect(response.statusCode).toBe(422);
    expect(response.json().fields).toEqual({ imageURL: 'This is not an upload address of ours' });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'http://food.example.evil.example/api/objects/uploads/x',
    '//evil.example/a.jpg',
    '/objects/../../etc/passwd',
    '',
    'data:image/png;base64,AAAA',
    'a\u0000b',
  ])('is no place to fetch from: %j', async (imageURL) => {
    expect((await store(await plantPerson(), imageURL)).statusCode).toBe(422);
  });

  it('is a text', async () => {
    const person = await plantPerson();
    expect((await store(person, 7)).statusCode).toBe(400);
    expect((await store(person, undefined)).statusCode).toBe(422);
    expect((await store(person, 'x'.repeat(2001))).statusCode).toBe(422);
    expect((await store(person, await addressFor(person))).statusCode).toBe(422);
  });
});

describe('a file', () => {
  it('of exactly 10 MB comes in, and one byte more does not', async () => {
    const person = await plantPerson();
    const most = await put(person, await addressFor(person), Buffer.alloc(MAX_PHOTO_BYTES));
    expect(most.status).toBe(204);
    const address = await addressFor(person);
    const more = await put(person, address, Buffer.alloc(MAX_PHOTO_BYTES + 1));
    expect(more.status).toBe(413);
    expect(await more.json()).toMatchObject({ message: 'Photos can be up to 10 MB each.' });
    const id = /uploads\/([^?]+)/.exec(address)?.[1] ?? '';
    expect(objects().filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('without a declared length is cut off while it comes', async () => {
    const person = await plantPerson();
    const address = await addressFor(person);
    const megabyte = Buffer.alloc(1_048_576);
    let sentBytes = 0;
    let status = 0;
    const sending = httpRequest(base + address, { method: 'PUT', headers: headersOf(person, 'image/jpeg') });
    sending.on('response', (response) => {
      status = response.statusCode ?? 0;
      response.resume();
    });
    sending.on('error', () => {});
    const closed = new Promise<void>((resolve) => sending.on('close', resolve));
    const next = (): void => {
      if (sending.destroyed || sentBytes >= 200 * megabyte.length) return void sending.end();
      sentBytes += megabyte.length;
      sending.write(megabyte, () => setImmediate(next));
    };
    next();
    await closed;
    expect(status).toBe(413);
    expect(sentBytes).toBeLessThan(100 * megabyte.length);
  });

  it('that breaks off can be sent again', async () => {
    const person = await plantPerson();
    const address = await addressFor(person);
    const whole = await red(300, 300).jpeg().toBuffer();
    await new Promise<void>((resolve) => {
      const sending = httpRequest(base + address, {
        method: 'PUT',
        headers: { ...headersOf(person, 'image/jpeg'), 'content-length': whole.length },
      });
      sending.on('error', () => {});
      sending.on('close', resolve);
      sending.write(whole.subarray(0, 100), () => setTimeout(() => sending.destroy(), 100));
    });
    await expect
      .poll(async () => (await put(person, address, whole)).status, { timeout: 5000, interval: 100 })
      .toBe(204);
    expect((await store(person, address)).statusCode).toBe(200);
  });

  it('comes from our own pages only', async () => {
    const person = await plantPerson();
    const address = await addressFor(person);
    const foreign = await fetch(base + address, {
      method: 'PUT',
      body: 'x',
      headers: { cookie: person.cookie, origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
  });
});

describe('who sees a photo', () => {
  const attach = (person: TestPerson, paths: readonly string[]) =>
    inTransaction(db, (tx) => features.photos.attachPhotos(tx, person.id, paths));
  const pathOf = async (person: TestPerson): Promise<string> =>
    (await photoOf(person, file)).json().objectPath;

  it('is its owner until it is attached, then everybody signed in', async () => {
    const [owner, other] = [await plantPerson(), await plantPerson()];
    const objectPath = await pathOf(owner);
    const hidden = await show(other, objectPath);
    const none = await show(other, '/objects/019a0000-0000-7000-8000-000000000000');
    expect([hidden.statusCode, none.statusCode]).toEqual([404, 404]);
    expect(hidden.body).toBe(none.body);
    expect(hidden.headers['cache-control']).toBe('no-store');
    expect((await show(owner, objectPath)).statusCode).toBe(200);
    const [photoId] = await attach(owner, [objectPath]);
    expect((await show(other, objectPath)).statusCode).toBe(200);
    expect((await show(null, objectPath)).statusCode).toBe(401);
    const shown = await features.photos.photosByIds(db, [photoId ?? '']);
    expect(shown.get(photoId ?? '')).toMatchObject({ objectPath, width: 64, height: 64 });
  });

  it('attaches in the order asked for, and refuses what is not ours, not ready, in use or named twice', async () => {
    const [owner, other] = [await plantPerson(), await plantPerson()];
    const [first, second, third] = [await pathOf(owner), await pathOf(owner), await pathOf(owner)];
    const waiting = (await addressFor(owner)).replace(/.*uploads\/([^?]+).*/, '/objects/$1');
    const ids = await attach(owner, [second, first]);
    expect(ids.map((id) => `/objects/${id}`)).toEqual([second, first]);
    for (const paths of [[await pathOf(other)], [waiting], [third, first], [third, third]])
      await expect(attach(owner, paths)).rejects.toMatchObject({
        status: 422,
        fields: { imageUrls: expect.any(String) },
      });
    // a refusal took nothing: the one that was fine still is
    expect(await attach(owner, [third])).toHaveLength(1);
    expect(await attach(owner, [])).toEqual([]);
  });

  it('is forgotten with its files when nothing shows it for a day', async () => {
    const owner = await plantPerson();
    const [kept, lost] = [await pathOf(owner), await pathOf(owner)];
    await attach(owner, [kept]);
    const lostId = lost.split('/').at(-1) ?? '';
    clock.forward(23 * 3_600_000);
    await features.photos.purgeUnattached();
    expect(objects().filter((name) => name.startsWith(lostId))).toHaveLength(3);
    clock.forward(2 * 3_600_000);
    await db
      .updateTable('session')
      .set({ expires_at: new Date('2100-01-01') })
      .execute();
    await features.photos.purgeUnattached();
    expect(objects().filter((name) => name.startsWith(lostId))).toEqual([]);
    expect((await show(owner, lost)).statusCode).toBe(404);
    expect((await show(owner, kept)).statusCode).toBe(200);
  });

  it.each(['/objects/x', '/objects/..%2f..%2fetc%2fpasswd', '/objects/%00', '/objects/'])(
    'is 404 for no id: %s',
    async (url) => {
      expect((await as(await plantPerson(), { url })).statusCode).toBe(404);
    },
  );
});

describe('the share of uploads', () => {
  it('is thirty in half an hour', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' });
    const person = await limited.plantPerson();
    const ask = () => limited.as(person, { method: 'POST', url: '/api/objects/upload' });
    for (let nth = 0; nth < 30; nth++) expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });
});
