import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { describe, expect, it } from 'vitest';
import { MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import {
  emergencyFixture,
  REQUESTER_ADDRESS,
  REQUESTER_POINT,
} from '#server/test/factories/emergency-fixture.ts';
import { matchRequest } from './matching/match-request.ts';
import { expireRequests } from './requests/end-request.ts';
import { cancelRequest } from './requests/request-actions.ts';
import { getRequest, listActive } from './requests/request-queries.ts';
import { forgetAddresses } from './matching/match-handovers.ts';

const fixture = await emergencyFixture();
const { ctx, as, pool, clock, person, donor, ask } = fixture;

const PLACE = [REQUESTER_ADDRESS, '40.7531842', '73.9724631'];
const SECRETS = [...PLACE, 'Abara', 'Ring twice'];
const PATH = '/api/emergency-requests';

const found = (text: string, words: readonly string[] = SECRETS): string[] =>
  words.filter((word) => text.includes(word));
const get = async (who: TestCaller, url: string): Promise<string> => (await as(who, { url })).body;
const post = async (who: TestCaller, url: string, payload: object = {}): Promise<string> =>
  (await as(who, { method: 'POST', url, payload })).body;

/** Everything a person can read about requests, and was notified of. */
async function everything(who: TestCaller, id: string): Promise<string> {
  const urls = [
    `${PATH}/active`,
    PATH,
    `${PATH}?side=helping`,
    `${PATH}/${id}`,
    '/api/notifications',
    '/api/conversations',
    '/api/claims?side=theirs',
    '/api/users/export',
  ];
  return (await Promise.all(urls.map((url) => get(who, url)))).join('\n');
}

describe('a request for food', () => {
  it('shows a donor “A neighbor”, the title and the area only, in every call', async () => {
    const [ruth, looking] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, { ...REQUESTER_POINT, meetingPoint: 'Ring twice' });
    const all = await everything(looking, id);
    expect(found(all, ['A neighbor', 'Food for tonight', 'Turtle Bay'])).toHaveLength(3);
    expect(found(all)).toEqual([]);
    expect(found(all, [ruth.userId, 'Ruth', 'Nothing left until Friday', 'No oven'])).toEqual([]);
    expect(JSON.parse(await get(looking, `${PATH}/${id}`))).toMatchObject({
      latitude: null,
      longitude: null,
      distanceKm: 0,
      withinReach: true,
    });
    // neither do the live events, which the log keeps
    const { rows } = await pool.query(
      `select string_agg(payload::text, ' ') as told from live_event where kind like 'request%'`,
    );
    expect(found(rows[0]?.told ?? '')).toEqual([]);
  });

  it('shows a first name to strangers only if the requester wants it', async () => {
    const [ruth, looking] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, { showsFirstName: true });
    const seen = await everything(looking, id);
    expect([found(seen, ['Ruth']), found(seen), found(seen, [ruth.userId])]).toEqual([['Ruth'], [], []]);
  });

  it('stores neither the position nor the address', async () => {
    const ruth = await person('Ruth', 'Abara');
    const { id } = await ask(ruth, REQUESTER_POINT);
    const { rows } = await pool.query(
      `select (select count(*)::int from place where person_id = $1) as places,
         (select count(*)::int from exact_location where owner_id = $1) as addresses,
         (select to_jsonb(request)::text from emergency_request as request where id = $2) as request,
         (select string_agg(payload::text, ' ') from live_event where payload->>'requestId' = $2::text) as events`,
      [ruth.userId, id],
    );
    expect(rows[0]).toMatchObject({ places: 0, addresses: 0 });
    expect(found(`${rows[0]?.request} ${rows[0]?.events}`)).toEqual([]);
  });

  it('shows its helper the texts from the match on, and the address once revealed, until the match ends', async () => {
    const [ruth, helper] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, REQUESTER_POINT);
    const first = await post(helper, `${PATH}/${id}/match`);
    expect(found(first, ['Ruth', 'Nothing left until Friday', 'No oven'])).toHaveLength(2);
    expect(found(first)).toEqual([]);
    const { conversationId } = JSON.parse(first).match;
    const revealAddress = `/api/conversations/${conversationId}/share-place`;
    await post(ruth, revealAddress, { meetingPoint: 'At the library' });
    const named = await get(helper, `${PATH}/${id}`);
    expect([found(named), found(named, ['At the library'])]).toEqual([[], ['At the library']]);
    const missing = await as(ruth, { method: 'POST', url: revealAddress });
    expect([missing.statusCode, missing.json().fields]).toEqual([422, { address: expect.any(String) }]);
    await post(ruth, revealAddress, { address: REQUESTER_ADDRESS, ...REQUESTER_POINT });
    expect(found(await get(helper, `${PATH}/${id}`))).toEqual(PLACE);
    const other = await donor();
    expect(found(await everything(other, id))).toEqual([]);
    const released = await post(helper, `/api/handovers/${await fixture.handoverOf(id)}/release`);
    expect(found(released)).toEqual([]);
    expect(found(await get(helper, `${PATH}/${id}`), [...SECRETS, 'At the library'])).toEqual([]);
  });

  it('reveals nothing to a donor by a block: it stays visible, as does everyone who might have made it', async () => {
    const [ruth, looking] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth);
    const seen = async () => [
      await everything(looking, id),
      await get(looking, `/api/users/${ruth.userId}`),
      await get(looking, `/api/users/${ruth.userId}/food-listings`),
    ];
    const before = await seen();
    await post(looking, '/api/blocks', { userId: ruth.userId });
    const [requests] = await seen();
    expect(found(requests ?? '', [id])).toEqual([id]);
    await as(looking, { method: 'DELETE', url: `/api/blocks/${ruth.userId}` });
    expect(await seen()).toEqual(before);
  });

  it('shows no name after they have met, and hides the address a day after', async () => {
    const [ruth, helper] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, REQUESTER_POINT);
    await matchRequest(ctx, helper, id);
    await fixture.reveal(ruth, id);
    await fixture.reveal(ruth, id, { meetingPoint: 'Ring twice' });
    for (const who of [ruth, helper]) await fixture.confirm(who, id);
    clock.forward(24 * 3_600_000 - 1);
    const read = async (who: TestCaller) => getRequest(ctx, who, id);
    const where = { pickupLocation: REQUESTER_ADDRESS, meetingPoint: 'Ring twice' };
    expect(await read(helper)).toMatchObject(where);
    clock.forward(1);
    expect(found(JSON.stringify(await read(helper)))).toEqual([]);
    expect(await read(ruth)).toMatchObject(where);
    // it cannot be read any more: it is deleted
    await forgetAddresses(ctx);
    expect(await read(ruth)).toMatchObject({
      pickupLocation: 'Turtle Bay',
      latitude: null,
      meetingPoint: null,
    });
  });

  it('keeps a revealed address while a helper may read it, and no longer', async () => {
    const [open, released] = [await fixture.matched(), await fixture.matched()];
    for (const { requester, id } of [open, released]) await fixture.reveal(requester, id);
    await fixture.release(released.helper, released.id);
    await forgetAddresses(ctx);
    const shown = async ({ requester, id }: typeof open) =>
      (await getRequest(ctx, requester, id)).pickupLocation;
    expect([await shown(open), await shown(released)]).toEqual([REQUESTER_ADDRESS, 'Turtle Bay']);
  });

  it('keeps a meeting point while a helper may come to it, and no longer', async () => {
    const meetingPoint = 'By the library';
    const given = async () => {
      const ruth = await person();
      return { ruth, id: (await ask(ruth, { meetingPoint })).id };
    };
    const [pending, matched, cancelled, expired] = [
      await given(),
      await given(),
      await given(),
      await given(),
    ];
    const shown = async () => {
      await forgetAddresses(ctx);
      const all = [pending, matched, cancelled, expired];
      return Promise.all(all.map(async ({ ruth, id }) => (await getRequest(ctx, ruth, id)).meetingPoint));
    };
    await matchRequest(ctx, await donor(), matched.id);
    await cancelRequest(ctx, cancelled.ruth, cancelled.id);
    expect(await shown()).toEqual([meetingPoint, meetingPoint, null, meetingPoint]);
    await cancelRequest(ctx, pending.ruth, pending.id);
    clock.forward(24 * 3_600_000);
    await expireRequests(ctx);
    expect(await shown()).toEqual([null, null, null, null]);
  });

  it('is 404 for non-donors, for donors whom it does not reach, and for all donors once matched', async () => {
    const [ruth, helper, late] = [await person(), await donor(), await donor()];
    const [far, nowhere] = [await donor(pointAt(MIDTOWN, 60_000, 1)), await donor(null)];
    const { id } = await ask(ruth);
    const missing = await get(late, `${PATH}/01989c2e-0000-7000-8000-000000000000`);
    for (const who of [await person(), far, nowhere]) expect(await get(who, `${PATH}/${id}`)).toBe(missing);
    for (const who of [far, nowhere]) expect(await get(who, `${PATH}/active`)).not.toContain(id);
    await matchRequest(ctx, helper, id);
    expect(await get(late, `${PATH}/${id}`)).toBe(missing);
    expect(await get(late, `${PATH}/active`)).not.toContain(id);
  });

  it('cannot be matched from beyond its radius, nor by a donor without a location', async () => {
    const ruth = await person();
    const { id } = await ask(ruth, { radiusKm: 5 });
    const [far, nowhere] = [await donor(pointAt(MIDTOWN, 25_000, 2)), await donor(null)];
    for (const who of [far, nowhere])
      await expect(matchRequest(ctx, who, id)).rejects.toMatchObject({ code: 'out-of-reach' });
    for (const who of [far, nowhere])
      expect((await listActive(ctx, who)).map((request) => request.id)).not.toContain(id);
  });
});
