import { distanceM, type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import { describe, expect, it } from 'vitest';
import { MIDTOWN, type TestCaller } from '#server/testing/factories/claims-fixture.ts';
import { emergencyFixture, REQUESTER_ADDRESS } from '#server/testing/factories/emergency-fixture.ts';
import * as emergency from './emergency.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import { sized } from '#server/testing/long-run.ts';

const fixture = await emergencyFixture();
const { ctx, as, pool, clock, person, donor, ask } = fixture;

/** With so many digits that no moved point begins with the same ones. */
const HER_POINT = { latitude: 40.7531842, longitude: -73.9724631 };
const PLACE = [REQUESTER_ADDRESS, '40.7531842', '73.9724631'];
const SECRETS = [...PLACE, 'Abara', 'Ring twice'];
const PATH = '/api/emergency-requests';

const found = (text: string, words: readonly string[] = SECRETS): string[] =>
  words.filter((word) => text.includes(word));
const get = async (who: TestCaller, url: string): Promise<string> => (await as(who, { url })).body;
const post = async (who: TestCaller, url: string, payload: object = {}): Promise<string> =>
  (await as(who, { method: 'POST', url, payload })).body;

/** Everything a person can read about requests, and was told about them. */
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
  it('shows a donor a first name and the area only, in every call', async () => {
    const [ruth, looking] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, { ...HER_POINT, meetingPoint: 'Ring twice' });
    const all = await everything(looking, id);
    expect(all).toContain('Ruth');
    expect(found(all)).toEqual([]);
    expect(found(all, [ruth.userId])).toEqual([]);
    // neither do the live events, which the log keeps
    const { rows } = await pool.query(
      `select string_agg(payload::text, ' ') as told from live_event where kind like 'request%'`,
    );
    expect(found(rows[0]?.told ?? '')).toEqual([]);
  });

  it('shows its helper the first name at once, and the address once revealed, until the match ends', async () => {
    const [ruth, helper] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, HER_POINT);
    const first = await post(helper, `${PATH}/${id}/match`);
    expect(first).toContain('Ruth');
    expect(found(first)).toEqual([]);
    await post(ruth, `${PATH}/${id}/share-place`, { meetingPoint: 'At the library' });
    const named = await get(helper, `${PATH}/${id}`);
    expect([found(named), found(named, ['At the library'])]).toEqual([[], ['At the library']]);
    await post(ruth, `${PATH}/${id}/share-place`);
    expect(found(await get(helper, `${PATH}/${id}`))).toEqual(PLACE);
    const other = await donor();
    expect(found(await everything(other, id))).toEqual([]);
    expect(found(await post(helper, `${PATH}/${id}/release`))).toEqual([]);
    expect(found(await get(helper, `${PATH}/${id}`), [...SECRETS, 'At the library'])).toEqual([]);
  });

  it('reveals nothing more to a donor who blocks the requester and unblocks them', async () => {
    const [ruth, looking, helper] = [await person('Ruth', 'Abara'), await donor(), await donor()];
    const { id } = await ask(ruth);
    await post(looking, `${PATH}/${id}/block`);
    const told = [await get(looking, '/api/blocks'), await get(looking, '/api/users/export')].join();
    expect(told).toContain('Ruth');
    expect(found(told, ['Ruth A', '"RA"', ruth.userId])).toEqual([]);
    expect((await emergency.listActive(ctx, looking)).map((request) => request.id)).not.toContain(id);
    await as(looking, { method: 'DELETE', url: `/api/blocks/${ruth.userId}` });
    expect(await moderation.hasBlocked(ctx, looking.userId, ruth.userId)).toBe(true);
    const [listed] = JSON.parse(await get(looking, '/api/blocks'));
    await as(looking, { method: 'DELETE', url: `/api/blocks/${listed.person.id}` });
    expect((await emergency.listActive(ctx, looking)).map((request) => request.id)).toContain(id);
    // a person who knows the requester's name sees whom they have blocked
    await post(helper, `${PATH}/${id}/match`);
    await post(helper, `${PATH}/${id}/block`);
    expect(await get(helper, '/api/blocks')).toContain(ruth.userId);
    await post(looking, `${PATH}/${id}/block`);
    await post(looking, '/api/blocks', { userId: ruth.userId });
    expect(await get(looking, '/api/blocks')).toContain('Ruth A.');
  });

  it('shows the last name once they have met, and hides the address a day after', async () => {
    const [ruth, helper] = [await person('Ruth', 'Abara'), await donor()];
    const { id } = await ask(ruth, HER_POINT);
    await emergency.matchRequest(ctx, helper, id);
    await emergency.revealRequestAddress(ctx, ruth, id);
    await emergency.revealRequestAddress(ctx, ruth, id, 'Ring twice');
    for (const who of [ruth, helper]) await emergency.fulfilRequest(ctx, who, id);
    clock.forward(24 * 3_600_000 - 1);
    const read = async (who: TestCaller) => emergency.getRequest(ctx, who, id);
    const where = { pickupLocation: REQUESTER_ADDRESS, meetingPoint: 'Ring twice' };
    expect(await read(helper)).toMatchObject(where);
    clock.forward(1);
    expect(found(JSON.stringify(await read(helper)))).toEqual(['Abara']);
    expect(await read(ruth)).toMatchObject(where);
  });

  it('is 404 for non-donors, for donors across a block, and for donors once it is matched', async () => {
    const [ruth, helper, late, blocked] = [await person(), await donor(), await donor(), await donor()];
    const { id } = await ask(ruth);
    const missing = await get(late, `${PATH}/01989c2e-0000-7000-8000-000000000000`);
    await moderation.blockPerson(ctx, ruth, blocked.userId);
    for (const who of [await person(), blocked]) expect(await get(who, `${PATH}/${id}`)).toBe(missing);
    expect(await post(blocked, `${PATH}/${id}/match`)).toBe(missing);
    expect(await get(blocked, `${PATH}/active`)).not.toContain(id);
    await emergency.matchRequest(ctx, helper, id);
    expect(await get(late, `${PATH}/${id}`)).toBe(missing);
    expect(await get(late, `${PATH}/active`)).not.toContain(id);
  });

  it('cannot be matched from beyond its radius, nor by a donor without a location', async () => {
    const ruth = await person();
    const { id } = await ask(ruth, { radiusKm: 5 });
    const [far, nowhere] = [await donor(pointAt(MIDTOWN, 9000, 2)), await donor(null)];
    for (const who of [far, nowhere])
      await expect(emergency.matchRequest(ctx, who, id)).rejects.toMatchObject({ code: 'out-of-reach' });
    expect((await emergency.listActive(ctx, far)).map((request) => request.id)).not.toContain(id);
    const seen = (await emergency.listActive(ctx, nowhere)).find((request) => request.id === id);
    expect(seen).toMatchObject({ distanceKm: null, withinReach: false });
  });
});

const HOUSEHOLDS = sized(120, 1000);

describe(`${HOUSEHOLDS} requesting households`, () => {
  it('stay hidden, though each asks repeatedly with a wandering device, and a helper matches and releases', async () => {
    let state = 20_261;
    const random = (): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    // no alerts to write: no other test has a donor here
    const town = { latitude: 47.6062031, longitude: -122.3320713 };
    const attacker = await donor(town);
    const pointOf = ({ latitude, longitude }: GeoPoint): GeoPoint => ({ latitude, longitude });

    const fixNear = (home: GeoPoint): GeoPoint => pointAt(home, random() * 40, random() * 2 * Math.PI);
    const homes = new Map<string, GeoPoint>();

    async function askAgainAndAgain(ruth: TestCaller, home: GeoPoint, isMatched: boolean): Promise<void> {
      const seen: GeoPoint[] = [];
      for (let asked = 0; asked < 3; asked++) {
        const { id } = await ask(ruth, { ...fixNear(home), radiusKm: 50 });
        seen.push(pointOf(await emergency.getRequest(ctx, attacker, id)));
        if (isMatched && asked === 0) {
          seen.push(pointOf(await emergency.matchRequest(ctx, attacker, id)));
          seen.push(pointOf(await emergency.releaseRequest(ctx, attacker, id)));
        }
        if (asked < 2) await emergency.cancelRequest(ctx, ruth, id);
        else homes.set(id, home);
      }
      // asking again reveals nothing
      expect(new Set(seen.map((point) => JSON.stringify(point))).size).toBe(1);
    }

    async function live(nth: number): Promise<void> {
      const home = pointAt(town, 500 + random() * 20_000, random() * 2 * Math.PI);
      const ruth = await person();
      if (nth % 20 === 0) return askAgainAndAgain(ruth, home, nth % sized(40, 400) === 0);
      homes.set((await ask(ruth, { ...fixNear(home), radiusKm: 50 })).id, home);
    }

    for (let nth = 0; nth < HOUSEHOLDS; nth += 8)
      await Promise.all(Array.from({ length: 8 }, (_, more) => live(nth + more)));
    // all at once as on every donor's map, which is what each call shows
    const shown = await emergency.pendingRequestsOnMap(ctx, { ids: [...homes.keys()] });
    for (const { id, point } of shown.filter((_request, nth) => nth % 50 === 0))
      expect(pointOf(await emergency.getRequest(ctx, attacker, id))).toEqual(point);
    const errorsM = shown.map(({ id, point }) => distanceM(point, homes.get(id) ?? point));
    const sorted = errorsM.toSorted((a, b) => a - b);
    expect(sorted).toHaveLength(HOUSEHOLDS);
    expect(sorted[HOUSEHOLDS / 2]).toBeGreaterThanOrEqual(250);
    // the device's fix wanders by forty metres
    expect(sorted[0]).toBeGreaterThanOrEqual(250 - 40);
  }, 240_000);
});
