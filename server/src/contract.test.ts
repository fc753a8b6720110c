import { beforeAll, describe, expect, it } from 'vitest';
import {
  type DeclaredEndpoint,
  declaredEndpoints,
  nameOf,
} from '#server/platform/http/openapi/contract-modules.ts';
import { testApp, type TestApp } from '#server/test/test-app.ts';

/** The table of calls from the specification, as far as implemented. */
const SPECIFIED = [
  'GET /api/auth/user',
  'GET /api/food-listings',
  'POST /api/food-listings',
  'POST /api/food-listings/{id}/claim',
  'GET /api/users/{id}/food-listings',
  'POST /api/objects/upload',
  'PUT /api/food-images',
  'PUT /api/users/profile',
  'GET /api/map/cluster',
  'GET /api/ads',
  'POST /api/ads/{adId}/impression',
  'POST /api/ads/{adId}/click',
  'GET /api/impact-facts',
  'GET /api/conversations',
  'GET /api/conversations/{id}/messages',
  'POST /api/conversations/{id}/messages',
  'GET /api/users/donations',
  'GET /api/users/donation-stats',
  'POST /api/create-payment-intent',
];

let app: TestApp;
let declared: DeclaredEndpoint[];
beforeAll(async () => {
  [app, declared] = await Promise.all([testApp(), declaredEndpoints()]);
});

describe('the contract', () => {
  it('binds every endpoint exactly once, and nothing else', () => {
    expect(app.http.boundEndpoints.map(nameOf).toSorted()).toEqual(declared.map(nameOf).toSorted());
  });

  it('declares every specified call that is implemented', () => {
    expect(declared.map(nameOf)).toEqual(expect.arrayContaining(SPECIFIED));
  });

  it('returns 401 without a session wherever one is required, before any other error', async () => {
    const forPeople = declared.filter(({ access }) => access !== 'anyone');
    const answers = await Promise.all(
      forPeople.map(async (endpoint) => {
        const response = await app.http.inject({
          method: endpoint.method,
          url: endpoint.path.replaceAll(/\{\w+\}/g, 'not-an-id'),
          headers: { origin: app.origin, 'content-type': 'application/json' },
          ...(endpoint.method !== 'GET' && { payload: '{"nonsense":' }),
        });
        return [nameOf(endpoint), response.statusCode, response.json<{ code: string }>().code];
      }),
    );
    expect(answers).toEqual(forPeople.map((endpoint) => [nameOf(endpoint), 401, 'signed-out']));
  });
});

describe('every response', () => {
  it('has one clear sentence for an unknown path', async () => {
    const response = await app.http.inject({ url: '/api/nothing-here' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ code: 'not-found', message: "We couldn't find that." });
  });
});
