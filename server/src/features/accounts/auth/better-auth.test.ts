import { getMigrations } from 'better-auth/db/migration';
import { describe, expect, it } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { authOptions } from './better-auth.ts';

const fixture = await testApp({ PUBLIC_URL: 'https://food.example' });

describe('the auth library', () => {
  it('needs no further tables or columns', async () => {
    const { toBeCreated, toBeAdded } = await getMigrations(authOptions(fixture.ctx));
    expect(toBeCreated).toEqual([]);
    expect(toBeAdded).toEqual([]);
  });

  it('gives people ids without a time, and sets a __Host- cookie over https', async () => {
    const response = await fixture.as(null, {
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { email: 'a@example.org', password: 'a good long password', firstName: 'Ana' },
    });
    expect(response.statusCode).toBe(200);
    expect(JSON.stringify(response.json())).toMatch(/"id":"[\da-f]{8}-[\da-f]{4}-4/);
    const [cookie] = response.cookies;
    expect(cookie).toMatchObject({ name: '__Host-openlarder', secure: true, httpOnly: true, path: '/' });
    expect(cookie).not.toHaveProperty('domain');
  });
});
