import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { declaredEndpoints } from '#server/platform/http/openapi/contract-modules.ts';
import { UNKNOWN_ID } from '#server/test/declared-endpoints.ts';
import { brokenInvariants, MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import {
  brokenRequestInvariants,
  emergencyFixture,
  REQUESTER_ADDRESS,
} from '#server/test/factories/emergency-fixture.ts';
import { type LiveClient, openLive } from '#server/test/live/live-client.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { sized } from '#server/test/long-run.ts';
import { testApp } from '#server/test/test-app.ts';
import { emptyTables } from '#server/test/test-database.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { getRequest } from '#server/features/emergency/requests/request-queries.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import * as places from '#server/features/places/places.service.ts';

/*
 * Attempts to get what belongs to others: hear alerts meant for others, learn who requests and where they live, exhaust
 * others with requests. The attackers have an account, a browser console and patience; the server runs with its rate
 * limits on, over HTTP and the socket.
 */

const fixture = await emergencyFixture();
const { ctx, clock, pool, person, donor, ask, requestBody } = fixture;
const limited = await testApp({ RATE_LIMITS: 'on' }, fixture);
const address = await fixture.listen();
const limitedAddress = await limited.listen();

const PATH = '/api/emergency-requests';
const HER_POINT = { latitude: 40.7531842, longitude: -73.9724631 };
const SECRETS = [REQUESTER_ADDRESS, 'Abara', '40.7531842', '73.9724631'];
const WORLD = { north: 90, south: -90, west: -180, east: 180 };

const answerSchema = z.object({ code: z.optional(z.string()), message: z.optional(z.string()) });
type Answer = { readonly status: number; readonly text: string; readonly code: string | undefined };

/** One call as this person, on a connection of its own. */
async function call(
  who: TestCaller,
  path: string,
  {
    method = 'GET',
    body,
    at = address,
    headers = {},
  }: { method?: string; body?: unknown; at?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const response = await fetch(`${at}${path}`, {
    method,
    headers: {
      cookie: who.cookie,
      origin: fixture.origin,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    text,
    code: isJson ? answerSchema.safeParse(JSON.parse(text)).data?.code : undefined,
  };
}
const post = (who: TestCaller, path: string, body: unknown = {}): Promise<Answer> =>
  call(who, path, { method: 'POST', body });
const found = (text: string, words: readonly string[] = SECRETS): string[] =>
  words.filter((word) => text.includes(word));
const inBatches = async <One>(count: number, size: number, make: (nth: number) => Promise<One>) => {
  const all: One[] = [];
  for (let nth = 0; nth < count; nth += size)
    all.push(
      ...(await Promise.all(Array.from({ length: Math.min(size, count - nth) }, (_, k) => make(nth + k)))),
    );
  return all;
};
const counts = (answers: readonly Answer[]): Record<string, number> => {
  const by: Record<string, number> = {};
  for (const { status, code } of answers)
    by[`${status} ${code ?? ''}`] = (by[`${status} ${code ?? ''}`] ?? 0) + 1;
  return by;
};

async function join(who: TestCaller, ...frames: readonly object[]): Promise<LiveClient> {
  const client = await openLive(`${address.replace('http', 'ws')}/ws`, {
    cookie: who.cookie,
    origin: fixture.origin,
  });
  onTestFinished(() => client.leave());
  for (const frame of frames) client.send(frame);
  await saidAll(client);
  return client;
}
/** Waits until every frame sent so far has been answered. */
async function saidAll(client: LiveClient): Promise<void> {
  const before = client.received.length;
  client.send('no frame at all');
  await client.waitFor(
    (message) => client.received.indexOf(message) >= before && message.code === 'malformed',
  );
}
const FRESH = { type: 'since', position: null };
const REGISTER = { type: 'register_emergency_donor' };
const alertsOf = ({ received }: LiveClient) => received.filter(({ type }) => type.startsWith('emergency_'));

afterEach(async () => {
  expect([...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))]).toEqual([]);
  // people of one test are offline in the next
  await emptyTables(pool, 'person', 'live_event');
});

describe('an eavesdropper', () => {
  test('gets no alert: with a forged id, from outside the radius, without a location, or as a non-donor', async () => {
    const [near, far, nowhere, blocked] = [
      await donor(),
      await donor(pointAt(MIDTOWN, 40_000, 1)),
      await donor(null),
      await donor(),
    ];
    const [ruth, recipient, silent] = [await person('Ruth', 'Abara'), await person(), await donor()];
    await moderation.blockPerson(ctx, ruth, blocked.userId);
    const names = [near.userId, ruth.userId, UNKNOWN_ID, '', null, 7, { $ne: '' }, [near.userId]];
    const forgeries = names.map((userId) => ({ ...REGISTER, userId }));
    const watching = { type: 'subscribe_heat_map_updates', bounds: WORLD };
    const forgers = [
      await join(recipient, FRESH, watching, REGISTER, ...forgeries),
      await join(far, FRESH, watching, REGISTER, ...forgeries),
      await join(nowhere, FRESH, watching, REGISTER, ...forgeries),
      // only claims to be another person
      await join(silent, FRESH, watching, ...forgeries),
    ];
    const there = await join(near, FRESH, REGISTER, watching);
    const apart = await join(blocked, FRESH, REGISTER);
    const { id } = await ask(ruth, HER_POINT);
    const alert = await there.waitFor(({ type }) => type === 'emergency_alert');
    expect(alert.data).toMatchObject({ id, pickupLocation: 'Turtle Bay' });
    await matchRequest(ctx, near, id);
    await fixture.release(near, id);
    await cancelRequest(ctx, ruth, id);
    // the former helper, no longer alerted, gets the end only as a viewer of the map
    await there.waitFor(({ data }) => data?.['bounds'] !== undefined);
    for (const client of forgers) {
      await saidAll(client);
      expect(alertsOf(client)).toEqual([]);
      // a viewer of the map learns that something changed there, but not who is involved
      expect(found(JSON.stringify(client.received), [...SECRETS, ruth.userId, 'Ruth'])).toEqual([]);
    }
    // each forged name is refused, and the socket stays open
    for (const client of forgers) {
      const refused = client.received.filter(({ code }) => code === 'foreign-user');
      expect(refused.length).toBeGreaterThanOrEqual(3);
      expect(client.socket.readyState).toBe(client.socket.OPEN);
    }
    expect(forgers[0]?.received.map(({ code }) => code)).toContain('donors-only');
    // a block changes nothing that a donor hears of a request
    expect((await apart.waitFor(({ type }) => type === 'emergency_alert')).data).toMatchObject({ id });
  });

  test('cannot match: a recipient, from beyond the radius or nowhere, with another donor’s food, on their own request, across a block', async () => {
    const [ruth, helper, far, recipient, blocked] = [
      await person('Ruth', 'Abara'),
      await donor(),
      await donor(pointAt(MIDTOWN, 40_000, 1)),
      await person(),
      await donor(),
    ];
    await moderation.blockPerson(ctx, ruth, blocked.userId);
    const { id } = await ask(ruth, HER_POINT);
    const food = await fixture.listing(helper);
    const match = (who: TestCaller, body: unknown = {}) => post(who, `${PATH}/${id}/match`, body);
    const refusals = [
      [await match(recipient), 403, 'donors-only'],
      [await call(recipient, `${PATH}/active`), 403, 'donors-only'],
      [await call(recipient, `${PATH}/${id}`), 404, 'not-found'],
      // claims to be a donor, which has no effect
      [await call(recipient, `${PATH}/active?userType=donor`), 403, 'donors-only'],
      [await match(recipient, { userType: 'donor', helperId: helper.userId }), 403, 'donors-only'],
      [await match(far), 409, 'out-of-reach'],
      [await match(await donor(null)), 409, 'out-of-reach'],
      [await match(far, { listingId: null, radiusKm: 50, ...MIDTOWN }), 409, 'out-of-reach'],
      [await match(await donor(), { listingId: food.id }), 404, 'not-found'],
      [await match(blocked), 409, 'not-pending'],
      [await match(ruth), 403, 'donors-only'],
    ] as const;
    for (const [{ status, code, text }, wantedStatus, wantedCode] of refusals) {
      expect([status, code]).toEqual([wantedStatus, wantedCode]);
      expect(found(text, [...SECRETS, ruth.userId])).toEqual([]);
    }
    const asking = await donor();
    const own = await ask(asking);
    expect((await post(asking, `${PATH}/${own.id}/match`)).code).toBe('own-request');
    expect((await getRequest(ctx, ruth, id)).status).toBe('pending');
    const odd = [
      { listingId: 7 },
      { listingId: "' or 1=1" },
      { servings: 0 },
      { servings: 1e99 },
      [],
      'help',
      3,
    ];
    for (const body of odd) expect((await match(helper, body)).status).toBeLessThan(500);
  });
});

/** From how many places a helper measures the distance to a requester. */
const VIEWPOINTS = sized(30, 1000);

describe('many requests', () => {
  test('from one person are reduced to one, in clear words; from one network address all are made, and past thirty, in any notation, alert less widely', async () => {
    const asked = (who: TestCaller, headers: Readonly<Record<string, string>> = {}) =>
      call(who, PATH, { method: 'POST', body: requestBody(), at: limitedAddress, headers });
    const eager = await person();
    const answers = await inBatches(sized(200, 1000), 50, () => asked(eager));
    const by = counts(answers);
    expect(by['201 ']).toBe(1);
    expect(Object.keys(by).toSorted()).toEqual(['201 ', '409 request-open', '429 too-many']);
    for (const { status, text } of answers)
      if (status !== 201) expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/\w\.$/) });

    const crowd = await inBatches(35, 10, async (nth) => {
      const forged = `203.0.113.${nth}`;
      return asked(await person(), {
        'x-forwarded-for': forged,
        'x-real-ip': forged,
        forwarded: `for=${forged}`,
      });
    });
    // including the eager person's
    expect(counts(crowd)).toEqual({ '201 ': 35 });
    const { rows } = await pool.query(
      `select count(*)::int as all, count(next_wave_at)::int as wide from emergency_request`,
    );
    expect(rows).toEqual([{ all: 36, wide: 30 }]);
  }, 120_000);
});

describe('finding out where a requester lives', () => {
  test('a helper who matches and releases learns only the area, three times a day', async () => {
    const [spy, seen] = [await donor(), [] as Answer[]];
    for (let nth = 0; nth < 4; nth++) {
      const { id } = await ask(await person('Ruth', 'Abara'), HER_POINT);
      const { area } = await getRequest(ctx, await donor(), id);
      const matched = await post(spy, `${PATH}/${id}/match`);
      if (nth === 3) {
        expect([matched.status, matched.code]).toEqual([409, 'match-limit']);
        expect(found(matched.text)).toEqual([]);
        break;
      }
      const request = z.parse(
        z.object({ pickupLocation: z.string(), latitude: z.null(), longitude: z.null(), area: z.unknown() }),
        JSON.parse(matched.text),
      );
      expect(request).toEqual({ pickupLocation: 'Turtle Bay', latitude: null, longitude: null, area });
      // only the requester can reveal the address
      const { conversationId } = JSON.parse(matched.text).match;
      expect((await post(spy, `/api/conversations/${conversationId}/share-place`)).code).toBe('not-yours');
      const asked = await call(spy, `${PATH}/${id}`);
      const released = await post(spy, `/api/handovers/${await fixture.handoverOf(id)}/release`);
      seen.push(
        matched,
        asked,
        released,
        await call(spy, `${PATH}?side=helping`),
        await call(spy, '/api/users/export'),
      );
    }
    expect(seen.filter(({ status }) => status >= 500)).toEqual([]);
    // a helper sees a first name, but not where
    expect(found(seen.map(({ text }) => text).join('\n'))).toEqual([]);
    // the next day allows three more
    clock.forward(86_400_000);
    const { id } = await ask(await person(), HER_POINT);
    expect((await post(spy, `${PATH}/${id}/match`)).status).toBe(201);
  });

  test('many viewpoints see the same area, at the same distance until the next day', async () => {
    const [ruth, spy] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, { ...HER_POINT, radiusKm: 50 });
    const seenSchema = z.object({ latitude: z.null(), area: z.unknown(), distanceKm: z.number() });
    const seen = new Set<string>();
    for (let nth = 0; nth < VIEWPOINTS; nth++) {
      // a business is shown at its exact location and may change it freely
      const stand = pointAt(HER_POINT, 200 + nth * (40_000 / VIEWPOINTS), nth);
      const place = { address: '1 Station Road', point: stand };
      await inTransaction(ctx, (tx) => places.setBusinessPlace(tx, spy.userId, place, true));
      const request = z.parse(seenSchema, JSON.parse((await fixture.as(spy, { url: `${PATH}/${id}` })).body));
      seen.add(JSON.stringify(request));
    }
    expect(seen.size).toBe(1);
  }, 120_000);

  test('neither name nor id is readable before there is a helper', async () => {
    const [ruth, spy] = [await person('Ruth', 'Abara'), await donor()];
    const client = await join(spy, FRESH, REGISTER, { type: 'subscribe_heat_map_updates', bounds: WORLD });
    const { id } = await ask(ruth, HER_POINT);
    await client.waitFor(({ type }) => type === 'emergency_alert');
    await client.waitFor(({ type }) => type === 'heat_map_update');
    const all = 'north=41&south=40&east=-73&west=-75';
    const declared = (await declaredEndpoints()).filter(
      ({ method, access }) => method === 'GET' && access === 'person',
    );
    const urls = [
      ...declared.map(({ path }) => path.replace('{id}', id)),
      `/api/map/cluster?${all}`,
      `/api/map/cluster?${all}&radius=1`,
      `${PATH}?side=helping`,
      // tries the requester's id, which the attacker does not know
      `/api/users/${id}`,
    ];
    const texts = await Promise.all(urls.map((url) => call(spy, url)));
    expect(texts.filter(({ status }) => status >= 500)).toEqual([]);
    const everything = [...texts.map(({ text }) => text), JSON.stringify(client.received)].join('\n');
    expect(everything).toContain(id);
    expect(everything).toContain('Turtle Bay');
    expect(found(everything, [...SECRETS, ruth.userId])).toEqual([]);
  });
});
