import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { MAX_PHOTO_BYTES } from '@openlarder/domain/photos/photo-limits.ts';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { FILE, headersOf, makePhotoFixture, photoIdOf, red } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

const app = await testApp();
const { as, objectsFolder, createPerson } = app;
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
const { addressFor, put, store, photoOf, show, filesOf } = makePhotoFixture(app, () => base);

describe('photo upload', () => {
  it('turns an uploaded file into three widths and a placeholder', async () => {
    const person = await createPerson();
    const response = await photoOf(person, await red(2000, 1500).jpeg().toBuffer());
    expect(response.statusCode).toBe(200);
    const photo = response.json();
    expect(photo).toMatchObject({ width: 1280, height: 960, caption: '' });
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

  it('removes the location and all other metadata and applies the orientation', async () => {
    const person = await createPerson();
    const original = await red(600, 400)
      .withExif({
        IFD0: { Make: 'SecretCamera', Artist: 'Ana Bell' },
        IFD3: { GPSLatitude: '40/1 45/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const before = await sharp(original).metadata();
    expect([before.exif?.includes('SecretCamera'), before.orientation]).toEqual([true, 6]);
    const photo = (await photoOf(person, original)).json();
    expect(photo).toMatchObject({ width: 400, height: 600 });
    const { rawPayload } = await show(person, photo.objectPath);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
    expect(rawPayload.includes('SecretCamera')).toBe(false);
  });

  it.each([
    ['with holes', () => red(500, 300).ensureAlpha(0.5).png().toBuffer(), 500, 300],
    ['in gray', () => red(500, 300).greyscale().png().toBuffer(), 500, 300],
    ['in the colors of print', () => red(500, 300).toColourspace('cmyk').jpeg().toBuffer(), 500, 300],
    ['of 16 bits a color', () => red(500, 300).toColourspace('rgb16').png().toBuffer(), 500, 300],
    ['in few colors', () => red(500, 300).png({ palette: true }).toBuffer(), 500, 300],
    ['of one pixel', () => red(1, 1).png().toBuffer(), 1, 1],
    ['as long as a till receipt', () => red(300, 18_000).png().toBuffer(), 85, 5120],
  ])('may be one %s', async (_case, make, width, height) => {
    const person = await createPerson();
    const response = await photoOf(person, await make(), 'image/png');
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ width, height });
    const { rawPayload } = await show(person, response.json().objectPath, 1280);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height, space: 'srgb' });
  });

  it('returns the same picture to repeated and parallel calls', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    await put(person, address, FILE);
    const parallel = await Promise.all([store(person, address), store(person, address)]);
    expect(parallel.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(parallel[1]?.json()).toEqual(parallel[0]?.json());
    expect((await store(person, `http://food.example${address}`)).json()).toEqual(parallel[0]?.json());
    expect(filesOf(address)).toHaveLength(3);
  });

  it('deletes the original file', async () => {
    const person = await createPerson();
    const { objectPath } = (await photoOf(person, FILE)).json();
    expect(existsSync(path.join(objectsFolder, 'uploads', photoIdOf(objectPath)))).toBe(false);
    expect(filesOf(objectPath)).toHaveLength(3);
  });
});

/** Sends `chunks` one after the other; returns the response, or null if the connection was cut. */
function trickle(
  address: string,
  headers: Record<string, string>,
  chunks: (answered: Promise<unknown>) => AsyncGenerator<Buffer>,
): Promise<{ status: number | null; body: string; sentBytes: number }> {
  return new Promise((resolve) => {
    let [status, body, sentBytes] = [null as number | null, '', 0];
    const sending = httpRequest(base + address, { method: 'PUT', headers });
    sending.on('response', (response) => {
      status = response.statusCode ?? null;
      response.on('data', (part: Buffer) => {
        body += part.toString();
      });
    });
    sending.on('error', () => {});
    sending.on('close', () => resolve({ status, body, sentBytes }));
    const rest = chunks(
      new Promise((answered) => void sending.once('response', answered).once('close', answered)),
    );
    const next = async (): Promise<void> => {
      const { value, done } = await rest.next();
      if (done || sending.destroyed) return void sending.end();
      sentBytes += value.length;
      sending.write(value, () => setImmediate(() => void next()));
    };
    void next();
  });
}

describe('upload body', () => {
  it('accepts exactly 10 MB and refuses one byte more', async () => {
    const person = await createPerson();
    const most = await put(person, await addressFor(person), Buffer.alloc(MAX_PHOTO_BYTES));
    expect(most.status).toBe(204);
    const address = await addressFor(person);
    const more = await put(person, address, Buffer.alloc(MAX_PHOTO_BYTES + 1));
    expect(more.status).toBe(413);
    expect(await more.json()).toMatchObject({ message: 'Photos can be up to 10 MB each.' });
    expect(filesOf(address)).toEqual([]);
  });

  it('cuts off a body without a content-length one byte past 10 MB and keeps nothing', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    const megabyte = Buffer.alloc(1_048_576);
    const sent = await trickle(address, headersOf(person, 'image/jpeg'), async function* endless(answered) {
      for (let nth = 0; nth < 10; nth++) yield megabyte;
      yield Buffer.alloc(1);
      // what is sent past the end of a connection can take an unread answer with it
      await answered;
      for (let nth = 0; nth < 200; nth++) yield megabyte;
    });
    expect(sent.status).toBe(413);
    expect(JSON.parse(sent.body)).toMatchObject({ code: 'too-large' });
    expect(sent.sentBytes).toBeLessThan(100 * megabyte.length);
    expect(filesOf(address)).toEqual([]);
  });

  it('can be sent again after an interrupted upload', async () => {
    const person = await createPerson();
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
    await expect.poll(async () => (await put(person, address, whole)).status, { interval: 100 }).toBe(204);
    expect((await store(person, address)).statusCode).toBe(200);
  });

  it('is not a picture while the upload is in progress', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    const sending = httpRequest(base + address, {
      method: 'PUT',
      headers: { ...headersOf(person, 'image/jpeg'), 'content-length': FILE.length },
    });
    const answered = new Promise<number | undefined>((resolve) =>
      sending.on('response', ({ statusCode }) => resolve(statusCode)),
    );
    sending.write(FILE.subarray(0, 100));
    await expect
      .poll(async () => {
        const { state } = await app.db
          .selectFrom('photo')
          .select('state')
          .where('id', '=', photoIdOf(address))
          .executeTakeFirstOrThrow();
        return state;
      })
      .toBe('receiving');
    expect((await store(person, address)).statusCode).toBe(422);
    sending.end(FILE.subarray(100));
    expect(await answered).toBe(204);
    expect((await store(person, address)).statusCode).toBe(200);
  });
});
