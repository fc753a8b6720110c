import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longTest } from '#server/test/long-run.ts';
import { testApp, type TestApp } from '#server/test/test-app.ts';

/** A call of the generated client, named by its operation. */
type GeneratedCall = (options: {
  readonly client: unknown;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}) => Promise<{ readonly data?: any; readonly error?: unknown; readonly response: Response }>;

let app: TestApp;
let folder: string;
let calls: Readonly<Record<string, GeneratedCall>>;
let makeClient: (config: object) => unknown;
let baseUrl: string;
beforeAll(async () => {
  app = await testApp();
  const address = await app.listen();
  // inside the repository, where modules are transformed
  folder = await mkdtemp(path.join(import.meta.dirname, '../.generated-client-'));
  const document: Record<string, unknown> & { readonly servers: readonly [{ readonly url: string }] } =
    JSON.parse(await (await fetch(`${address}/api/openapi.json`)).text());
  await createClient({
    input: document,
    output: folder,
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    logs: { level: 'silent', file: false },
  });
  calls = await import(path.join(folder, 'sdk.gen.ts'));
  ({ createClient: makeClient } = await import(path.join(folder, 'client/index.ts')));

  baseUrl = address;
}, 60_000);
afterAll(async () => rm(folder, { recursive: true, force: true }));

/** A person who knows only the document: calls by operation, with a cookie jar. */
function newcomer() {
  let cookie = '';
  const client = makeClient({
    baseUrl,
    async fetch(request: Request) {
      if (cookie) request.headers.set('Cookie', cookie);
      const response = await fetch(request);
      const set = response.headers.getSetCookie()[0];
      if (set) [cookie = ''] = set.split(';');
      return response;
    },
  });
  return async (operationId: string, options: Omit<Parameters<GeneratedCall>[0], 'client'> = {}) => {
    const call = calls[operationId];
    if (!call) throw new Error(`The client has no ${operationId}`);
    const { data, error, response } = await call({ client, ...options });
    expect([operationId, response.status, error]).toEqual([
      operationId,
      expect.toSatisfy((status: number) => status < 300),
      undefined,
    ]);
    return data;
  };
}

const inHours = (hours: number): string =>
  new Date(app.clock.now().getTime() + hours * 3_600_000).toISOString();
const place = { latitude: 40.758, longitude: -73.9855 };

async function signUp(firstName: string, userType: string) {
  const call = newcomer();
  await call('signUp', {
    body: {
      email: `${firstName}@example.org`,
      password: 'a good long password',
      firstName,
      lastName: 'Bell',
      userType,
    },
  });
  return call;
}

it('shares, claims, hands over, asks and matches with a client generated from the document', async () => {
  const rosa = await signUp('rosa', 'donor');
  const amir = await signUp('amir', 'recipient');
  for (const call of [rosa, amir])
    await call('updateProfile', {
      body: { ...place, address: '5 Elm Street', areaLabel: 'Midtown', radiusKm: 5 },
    });

  const listing = await rosa('createListing', {
    body: {
      title: 'Vegetable soup',
      category: 'prepared_meals',
      estimatedServings: 8,
      bestByDate: inHours(24),
      availableFrom: inHours(0.5),
      availableUntil: inHours(8),
      pickupLocation: '417 West 51st Street',
      areaLabel: 'Midtown',
      ...place,
    },
  });
  const feed = await amir('listListings', { query: { limit: 10, near: '40.758,-73.9855' } });
  expect(feed.map(({ id }: { id: string }) => id)).toEqual([listing.id]);
  const { claim } = await amir('claimListing', { path: { id: listing.id }, body: { servings: 2 } });
  for (const call of [rosa, amir]) await call('completeHandover', { path: { id: claim.handover.id } });
  expect((await amir('getHandover', { path: { id: claim.handover.id } })).status).toBe('completed');

  const request = await amir('createRequest', {
    body: { title: 'Dinner for four', householdSize: 4, pickupLocation: '5 Elm Street', ...place },
  });
  const open = await rosa('listActiveRequests');
  expect(open.map(({ id }: { id: string }) => id)).toEqual([request.id]);
  await rosa('matchRequest', { path: { id: request.id }, body: { listingId: listing.id } });
  expect((await amir('getRequest', { path: { id: request.id } })).status).toBe('matched');
}, 30_000);

longTest(
  'the generated client compiles',
  async () => {
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2023',
      module: 'esnext',
      moduleResolution: 'bundler',
      skipLibCheck: true,
      types: [],
      lib: ['es2023', 'dom', 'dom.iterable'],
    };
    await writeFile(
      path.join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['*.ts'] }),
    );
    const tsc = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    await promisify(execFile)(process.execPath, [tsc, '--project', folder]);
  },
  120_000,
);
