import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  CLEANED_FILES,
  type CleanedFile,
  HEIGHT,
  LEFT,
  REFUSED_FILES,
  type RefusedFile,
  RIGHT,
  WIDTH,
} from '#server/test/hostile-files.ts';
import { makePhotoFixture } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

const app = await testApp();
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
const { addressFor, put, store, photoOf, show, filesOf } = makePhotoFixture(app, () => base);

/** Largest difference of the picture's two halves from the expected colors, 0 to 255. */
async function colorFault(picture: Buffer): Promise<number> {
  let worst = 0;
  for (const [left, color] of [
    [4, LEFT],
    [WIDTH / 2 + 4, RIGHT],
  ] as const) {
    const half = await sharp(picture)
      .extract({ left, top: 4, width: WIDTH / 2 - 8, height: HEIGHT - 8 })
      .png()
      .toBuffer();
    const [r, g, b] = (await sharp(half).stats()).channels.map(({ mean }) => mean);
    for (const [is, should] of [
      [r, color.r],
      [g, color.g],
      [b, color.b],
    ] as const)
      worst = Math.max(worst, Math.abs((is ?? 0) - should));
  }
  return worst;
}

describe('a file that is not a photo', () => {
  it.each(REFUSED_FILES.map((file): [string, RefusedFile] => [file.name, file]))(
    'is refused with a helpful sentence, and not kept: %s',
    async (_name, { make, type, sentence }) => {
      const person = await app.createPerson();
      const address = await addressFor(person);
      expect((await put(person, address, await make(), type)).status).toBe(204);
      const response = await store(person, address);
      expect(response.statusCode).toBe(422);
      expect(response.json().fields.imageURL).toContain(sentence);
      expect(response.json().message).toBe(response.json().fields.imageURL);
      expect(filesOf(address)).toEqual([]);
      // a repeated call returns the same
      expect((await store(person, address)).statusCode).toBe(422);
    },
  );
});

describe('a photo with hostile extra data', () => {
  it.each(CLEANED_FILES.map((file): [string, CleanedFile] => [file.name, file]))(
    'is shown upright, in its colors, and without it: %s',
    async (_name, { make, type, hides = [], tolerance = 12 }) => {
      const person = await app.createPerson();
      const original = await make();
      for (const secret of hides) expect(original.includes(secret, 0, 'latin1')).toBe(true);
      const response = await photoOf(person, original, type);
      expect(response.statusCode).toBe(200);
      expect(response.json()).toMatchObject({ width: WIDTH, height: HEIGHT });
      for (const width of [320, 640, 1280]) {
        const { rawPayload } = await show(person, response.json().objectPath, width);
        for (const secret of hides) expect(rawPayload.includes(secret, 0, 'latin1')).toBe(false);
        const { format, pages, exif, xmp, icc, iptc, orientation } = await sharp(rawPayload).metadata();
        expect([format, pages ?? 1, exif, xmp, icc, iptc, orientation]).toEqual([
          'webp',
          1,
          undefined,
          undefined,
          undefined,
          undefined,
          undefined,
        ]);
        expect(rawPayload.readUInt32LE(4) + 8).toBe(rawPayload.length);
        expect(await colorFault(rawPayload)).toBeLessThan(tolerance);
      }
      expect(filesOf(response.json().objectPath)).toHaveLength(3);
    },
  );

  it('covers at least 24 hostile files', () => {
    expect(REFUSED_FILES.length + CLEANED_FILES.length).toBeGreaterThanOrEqual(24);
  });
});
