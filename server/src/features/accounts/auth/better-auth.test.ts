import { getMigrations } from 'better-auth/db/migration';
import { describe, expect, it } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { authOptions } from './better-auth.ts';

const fixture = await testApp({ PUBLIC_URL: 'https://food.example', RATE_LIMITS: 'on' });

describe('the auth library', () => {
  it('needs no further tables or columns', async () => {
    const { toBeCreated, toBeAdded } = await getMigrations(authOptions(fixture.ctx));
    expect(toBeCreated).toEqual([]);
    expect(toBeAdded).toEqual([]);
  });

  it('sets a __Host- cookie over https', async () => {
    const response = await fixture.as(null, {
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { email: 'a@example.org', password: 'a good long password', firstName: 'Ana' },
    });
    expect(response.statusCode).toBe(200);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: '__Host-openlarder', secure: true, httpOnly: true, path: '/' });
    expect(cookie).not.toHaveProperty('domain');
  });
});

describe('guessing a password', () => {
  it('is refused after ten tries, also with the right password, with retry-after', async () => {
    const email = 'guessed@example.org';
    const password = 'a good long password';
    const payload = { email, password, firstName: 'Ana' };
    await fixture.as(null, { method: 'POST', url: '/api/auth/sign-up/email', payload });
    const guess = (tried: string, remoteAddress = '192.0.2.1') =>
      fixture.as(null, {
        method: 'POST',
        remoteAddress,
        url: '/api/auth/sign-in/email',
        payload: { email, password: tried },
      });
    for (let nth = 0; nth < 10; nth++) expect((await guess(`guess ${nth}`)).statusCode).toBe(401);
    const late = await guess(password);
    expect(late.statusCode).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    // other network addresses can still sign in, until the total limit
    expect((await guess(password, '198.51.100.7')).statusCode).toBe(200);
    for (let from = 0; from < 4; from++)
      for (let nth = 0; nth < 10; nth++) await guess(`guess ${nth}`, `203.0.113.${from}`);
    expect((await guess(password, '198.51.100.7')).statusCode).toBe(429);
  });
});
