import { beforeAll, describe, expect, it } from 'vitest';
import { FILE, headersOf, makePhotoFixture } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

const app = await testApp();
const { clock, createPerson } = app;
let base = '';
beforeAll(async () => {
  base = await app.listen();
});
const { addressFor, put, store, filesOf } = makePhotoFixture(app, () => base);

describe('a signed upload URL', () => {
  it('is valid once', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    expect((await put(person, address, FILE)).status).toBe(204);
    const again = await put(person, address, Buffer.from('another file'));
    expect(again.status).toBe(409);
    expect((await store(person, address)).statusCode).toBe(200);
    expect((await put(person, address, FILE)).status).toBe(409);
  });

  it('accepts one of several parallel uploads', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    const answers = await Promise.all(Array.from({ length: 8 }, () => put(person, address, FILE)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      204, 409, 409, 409, 409, 409, 409, 409,
    ]);
  });

  it('accepts an empty file, which storePhoto refuses', async () => {
    const person = await createPerson();
    const address = await addressFor(person);
    // without a content-type Fastify reads no body
    const { status } = await fetch(base + address, { method: 'PUT', headers: headersOf(person) });
    expect(status).toBe(204);
    const refused = await store(person, address);
    expect(refused.statusCode).toBe(422);
    expect(refused.json().fields).toEqual({ imageURL: 'This photo is empty. Please choose it again.' });
  });

  it('is valid for 15 minutes', async () => {
    const person = await createPerson();
    const [early, late] = [await addressFor(person), await addressFor(person)];
    clock.forward(15 * 60_000);
    expect((await put(person, early, FILE)).status).toBe(204);
    clock.forward(1);
    const tooLate = await put(person, late, FILE);
    expect(tooLate.status).toBe(409);
    expect(await tooLate.json()).toMatchObject({ code: 'upload-expired' });
    expect(filesOf(late)).toEqual([]);
  });

  it('is refused for another person, for the file and for the picture', async () => {
    const [owner, thief] = [await createPerson(), await createPerson()];
    const address = await addressFor(owner);
    expect((await put(thief, address, FILE)).status).toBe(404);
    expect((await put(null, address, FILE)).status).toBe(401);
    expect((await put(owner, address, FILE)).status).toBe(204);
    expect((await store(thief, address)).statusCode).toBe(422);
    expect((await store(null, address)).statusCode).toBe(401);
    expect((await store(owner, address)).statusCode).toBe(200);
  });

  it.each([
    ['a changed signature', (address: string) => `${address.slice(0, -2)}xx`],
    ['a shorter signature', (address: string) => address.slice(0, -1)],
    ['a longer life', (address: string) => address.replace(/expires=\d+/, 'expires=9999999999999')],
    ['the same life, written otherwise', (address: string) => address.replace('expires=', 'expires=0')],
    [
      'another object',
      (address: string) => address.replace(/uploads\/[^?]+/, 'uploads/019a0000-0000-7000-8000-000000000000'),
    ],
    ['no signature', (address: string) => address.replace(/&signature=.*/, '')],
    ['two signatures', (address: string) => `${address}&signature=x`],
    ['an escaped path', (address: string) => address.replace('/uploads/', '/%75ploads/')],
  ])('cannot be forged: %s', async (_case, forge) => {
    const person = await createPerson();
    const address = await addressFor(person);
    const forged = forge(address);
    expect((await put(person, forged, FILE)).status).toBe(404);
    expect(filesOf(address)).toEqual([]);
    const response = await store(person, forged);
    expect(response.statusCode).toBe(422);
    expect(response.json().fields).toEqual({ imageURL: "This isn't an upload address of ours" });
  });

  // the file is uploaded, so only the URL check is between the caller and a picture
  it.each([
    ['another host', (address: string) => `http://169.254.169.254${address}`],
    ['no scheme', (address: string) => `//evil.example${address}`],
    ['a name before our host', (address: string) => `http://a@food.example${address}`],
    ['our host as a name', (address: string) => `http://food.example@evil.example${address}`],
    [
      'our host as the beginning of another',
      (address: string) => `http://food.example.evil.example${address}`,
    ],
    ['another port', (address: string) => `http://food.example:8080${address}`],
    ['another scheme', (address: string) => `file://food.example${address}`],
    ['an escaped slash', (address: string) => address.replace('/uploads/', '/uploads%2f')],
    ['two slashes', (address: string) => `/${address}`],
    ['a way round', (address: string) => address.replace('/uploads/', '/uploads/../uploads/')],
    ['a line break', (address: string) => `${address}\n`],
    ['a fragment', (address: string) => `${address}#x`],
  ])('has to match exactly: not with %s', async (_case, disguise) => {
    const person = await createPerson();
    const address = await addressFor(person);
    expect((await put(person, address, FILE)).status).toBe(204);
    expect((await store(person, disguise(address))).statusCode).toBe(422);
    expect((await store(person, address)).statusCode).toBe(200);
  });

  it('must be a string', async () => {
    const person = await createPerson();
    expect((await store(person, 7)).statusCode).toBe(400);
    expect((await store(person, undefined)).statusCode).toBe(422);
    expect((await store(person, 'x'.repeat(2001))).statusCode).toBe(422);
    expect((await store(person, await addressFor(person))).statusCode).toBe(422);
  });
});
