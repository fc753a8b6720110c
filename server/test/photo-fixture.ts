import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import type { TestPerson } from './factories/people.ts';
import type { TestApp } from './test-app.ts';
import { TEST_ORIGIN } from './test-settings.ts';

/** A signed-in person. */
type Sender = Pick<TestPerson, 'cookie'>;

export const red = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } });
/** A picture that stays large, since it cannot be compressed. */
export const noise = (side: number): Promise<Buffer> =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

/** A photo as a page sends it, which has made it smaller. */
export const photoOfPage = (): Promise<Buffer> =>
  sharp(randomBytes(256 * 192 * 3), { raw: { width: 256, height: 192, channels: 3 } })
    .resize(2048, 1536, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toBuffer();

/** A small photo. */
export const FILE = await red(64, 64).jpeg().toBuffer();

/** The headers of a request from one of our own pages. */
export const headersOf = (person: Sender | null, type?: string) => ({
  'sec-fetch-site': 'same-origin',
  origin: TEST_ORIGIN,
  ...(person && { cookie: person.cookie }),
  ...(type && { 'content-type': type }),
});

export const photoIdOf = (address: string): string =>
  /(?:uploads|objects)\/([0-9a-f-]{36})/.exec(address)?.[1] ?? '';

/** Photo uploads over HTTP; `base` is where the app listens. */
export function makePhotoFixture({ as, objectsFolder }: TestApp, base: () => string) {
  async function addressFor(person: Sender): Promise<string> {
    const response = await as(person, { method: 'POST', url: '/api/objects/upload' });
    if (response.statusCode !== 200) throw new Error(`no address: ${response.statusCode} ${response.body}`);
    const { pathname, search } = new URL(response.json().uploadURL);
    return pathname + search;
  }
  /** Sends a file as a browser does: raw bytes in a real request. */
  const put = (
    person: Sender | null,
    address: string,
    bytes: Uint8Array,
    type = 'image/jpeg',
  ): Promise<Response> =>
    fetch(base() + address, { method: 'PUT', body: Buffer.from(bytes), headers: headersOf(person, type) });
  const store = (person: Sender | null, imageURL: unknown): Promise<LightMyRequestResponse> =>
    as(person, { method: 'PUT', url: '/api/food-images', payload: { imageURL } });

  /** Sends a file and stores it as a photo; returns the response to the latter. */
  async function photoOf(person: Sender, bytes: Uint8Array, type?: string): Promise<LightMyRequestResponse> {
    const address = await addressFor(person);
    const { status } = await put(person, address, bytes, type);
    if (status !== 204) throw new Error(`the file was not taken: ${status}`);
    return store(person, address);
  }

  return {
    addressFor,
    put,
    store,
    photoOf,
    pathOf: async (person: Sender): Promise<string> => (await photoOf(person, FILE)).json().objectPath,
    show: (person: Sender | null, objectPath: string, width = 1280): Promise<LightMyRequestResponse> =>
      as(person, { url: `${objectPath}?w=${width}` }),
    /** The names of the stored files of a photo. */
    filesOf: (address: string): string[] =>
      readdirSync(objectsFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.startsWith(photoIdOf(address)))
        .map((entry) => entry.name),
  };
}
