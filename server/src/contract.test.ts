import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type DeclaredEndpoint,
  declaredEndpoints,
  nameOf,
} from '#server/platform/http/openapi/contract-modules.ts';
import { testApp, type TestApp } from '#server/test/test-app.ts';

/** The table of calls of the specification, in its order, without the upload to the address that its reply names. */
const SPECIFIED = [
  'GET /api/auth/user',
  'GET /api/users/stats',
  'GET /api/users/impact',
  'GET /api/badges',
  'GET /api/users/badges',
  'GET /api/ads',
  'POST /api/ads/{adId}/impression',
  'POST /api/ads/{adId}/click',
  'GET /api/food-listings',
  'GET /api/food-listings/expiring-soon',
  'POST /api/food-listings',
  'POST /api/food-listings/{id}/claim',
  'GET /api/users/{id}/food-listings',
  'POST /api/objects/upload',
  'PUT /api/food-images',
  'GET /api/map/cluster',
  'GET /api/users/{userId}/recent-activity',
  'GET /api/recent-activity',
  'GET /api/smart-match/recommendations',
  'GET /api/impact-facts',
  'GET /api/community/stats',
  'GET /api/emergency-requests/active',
  'GET /api/emergency-requests',
  'POST /api/emergency-requests',
  'POST /api/emergency-requests/{id}/match',
  'PUT /api/users/profile',
  'GET /api/conversations',
  'GET /api/conversations/{id}/messages',
  'POST /api/conversations/{id}/messages',
  'GET /api/leaderboard/monthly',
  'GET /api/leaderboard/all-time',
  'GET /api/expiry-alerts',
  'PUT /api/expiry-alerts/{id}/acknowledge',
  'GET /api/users/donations',
  'GET /api/users/donation-stats',
  'POST /api/create-payment-intent',
];
const WEB = path.join(import.meta.dirname, '../../web/src');

let app: TestApp;
let declared: DeclaredEndpoint[];
beforeAll(async () => {
  [app, declared] = await Promise.all([testApp(), declaredEndpoints()]);
});

describe('the contract', () => {
  it('binds every endpoint exactly once, and nothing else', () => {
    expect(app.http.boundEndpoints.map(nameOf).toSorted()).toEqual(declared.map(nameOf).toSorted());
  });

  it('declares every specified call, and the web app makes each', () => {
    expect(declared.map(nameOf)).toEqual(expect.arrayContaining(SPECIFIED));
    const web = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing/.test(file))
      .map((file) => readFileSync(path.join(WEB, file), 'utf8'))
      .join('\n');
    const made = new Set([...web.matchAll(/\b(?:call\w*|endpointQuery)\(\s*(\w+)/g)].map(([, name]) => name));
    const specified = declared.filter((endpoint) => SPECIFIED.includes(nameOf(endpoint)));
    expect(specified.filter(({ name }) => !made.has(name)).map(nameOf)).toEqual([]);
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
