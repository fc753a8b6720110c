import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { listActive } from '../requests/request-queries.ts';
import { matchRequest } from './match-request.ts';

const fixture = await emergencyFixture();
const { ctx, clock, pool, person, donor, ask, settle } = fixture;
const FAR = pointAt(MIDTOWN, 80_000, 0);

afterEach(() => pool.query('update person set verified = false'));

async function known(who: TestCaller): Promise<TestCaller> {
  await pool.query('update person set verified = true where id = $1', [who.userId]);
  return who;
}

/** Whether a donor nearby who is not known sees the request and may help. */
async function isOpenToNeighbor(id: string): Promise<boolean> {
  const neighbor = await donor();
  const isListed = (await listActive(ctx, neighbor)).some((request) => request.id === id);
  const answer = await matchRequest(ctx, neighbor, id).catch((error: unknown) => error);
  expect(answer).toMatchObject(isListed ? { status: 'matched' } : { code: 'known-only' });
  return isListed;
}

/** Whether everyone may help right after a helper has left, who is one of the known donors if `helper` is given. */
async function isOpenAfterLeaving(
  requester: TestCaller,
  { from = {}, helper }: { readonly from?: object; readonly helper?: TestCaller } = {},
): Promise<boolean> {
  const { id } = await ask(requester, from);
  const leaving = helper ?? (await donor());
  await matchRequest(ctx, leaving, id);
  await fixture.release(leaving, id);
  return isOpenToNeighbor(id);
}

describe('a person in need at 23:50, whose helper left', () => {
  test('is shown to a known donor alone at first, if it reaches one', async () => {
    await known(await donor());
    expect(await isOpenAfterLeaving(await person())).toBe(false);
  });

  test.each([
    ['none', () => person()],
    ['one who lives elsewhere', async () => known(await donor(FAR))],
    ['one without a place', async () => known(await donor(null))],
    [
      'one who is no donor',
      async () => {
        const neighbor = await known(await person());
        await settle(neighbor, MIDTOWN);
        return neighbor;
      },
    ],
  ])('stays open to all donors with %s', async (_who, make) => {
    await make();
    expect(await isOpenAfterLeaving(await person())).toBe(true);
  });

  test('stays open to all donors if the known one was not seen for a week', async () => {
    await known(await donor());
    clock.forward(8 * DAY_MS);
    expect(await isOpenAfterLeaving(await person())).toBe(true);
  });

  test.each([
    ['did not answer', (requester: TestCaller, id: string) => fixture.release(requester, id, 'no_answer')],
    [
      'did not bring what they said they had',
      async (requester: TestCaller, id: string, helper: TestCaller) => {
        await fixture.confirm(helper, id);
        await handovers.disputeHandover(ctx, requester, await fixture.handoverOf(id));
      },
    ],
  ])('is so too after a helper who, by her word, %s', async (_what, end) => {
    await known(await donor());
    const [requester, leaving] = [await person(), await donor()];
    const { id } = await ask(requester);
    await matchRequest(ctx, leaving, id);
    await end(requester, id, leaving);
    expect(await isOpenToNeighbor(id)).toBe(false);
  });

  test('does not count the requester, nor who has left', async () => {
    const one = await known(await donor());
    expect(await isOpenAfterLeaving(one)).toBe(true);
    expect(await isOpenAfterLeaving(await person(), { helper: one })).toBe(true);
  });

  test('is shown to the known donors of a young community, which has no areas', async () => {
    await pool.query(`update request_area_build set in_force = '{}'`);
    await known(await donor());
    expect(await isOpenAfterLeaving(await person())).toBe(false);
    await fixture.area(MIDTOWN);
  });

  test('stays open to all donors in a village without an area, even with known people far away', async () => {
    await known(await donor());
    expect(await isOpenAfterLeaving(await person(), { from: pointAt(MIDTOWN, 300_000, 1) })).toBe(true);
  });
});
