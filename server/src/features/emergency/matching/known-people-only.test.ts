import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { MIDTOWN, type TestCaller } from '#server/testing/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/testing/factories/emergency-fixture.ts';
import { expireRequests } from '../requests/end-request.ts';
import { listActive } from '../requests/request-queries.ts';
import { matchRequest } from './match-request.ts';

const { ctx, clock, pool, person, donor, ask, settle } = await emergencyFixture();
const FAR = pointAt(MIDTOWN, 80_000, 0);

afterEach(() => pool.query('update person set verified = false'));

/** Known people: donors in Midtown unless said otherwise. */
async function known(count: number, make: () => Promise<TestCaller> = () => donor()): Promise<TestCaller[]> {
  const made: TestCaller[] = [];
  for (let nth = 0; nth < count; nth++) made.push(await make());
  const ids = made.map(({ userId }) => userId);
  await pool.query('update person set verified = true where id = any($1::uuid[])', [ids]);
  return made;
}

/** Two donors who match one after the other, with a single message each. */
async function leaveInSilence(id: string): Promise<void> {
  for (const puppet of [await donor(), await donor()]) {
    const { match } = await matchRequest(ctx, puppet, id);
    await sendMessage(ctx, puppet, match?.conversationId ?? '', 'Hello?');
    clock.forward(2 * HOUR_MS);
    await expireRequests(ctx);
  }
}

/** Whether a donor nearby who is not known sees the request and may help. */
async function isOpenToNeighbor(id: string): Promise<boolean> {
  const neighbor = await donor();
  const isListed = (await listActive(ctx, neighbor)).some((request) => request.id === id);
  const answer = await matchRequest(ctx, neighbor, id).catch((error: unknown) => error);
  expect(answer).toMatchObject(isListed ? { status: 'matched' } : { code: 'known-only' });
  return isListed;
}

async function openAfterSilence(requester: TestCaller, from: object = {}): Promise<boolean> {
  const { id } = await ask(requester, from);
  await leaveInSilence(id);
  return isOpenToNeighbor(id);
}

describe('a person in need at 23:50, whose request two helpers left in silence', () => {
  test('is shown only to the known donors whom it reaches, if there are ten', async () => {
    await known(10);
    expect(await openAfterSilence(await person())).toBe(false);
  });

  test.each([
    ['nine of them', 9, () => donor()],
    ['ten who live elsewhere', 10, () => donor(FAR)],
    ['ten without a place', 10, () => donor(null)],
    [
      'ten who are no donors',
      10,
      async () => {
        const neighbor = await person();
        await settle(neighbor, MIDTOWN);
        return neighbor;
      },
    ],
  ])('stays open to all donors with %s', async (_who, count, make) => {
    await known(count, make);
    expect(await openAfterSilence(await person())).toBe(true);
  });

  test('stays open to all donors if the known ones were not seen for a month', async () => {
    await known(10);
    clock.forward(31 * DAY_MS);
    expect(await openAfterSilence(await person())).toBe(true);
  });

  test('does not count the requester among them', async () => {
    const [requester] = await known(10);
    if (!requester) throw new Error('no requester');
    expect(await openAfterSilence(requester)).toBe(true);
  });

  test('stays open to all donors in a village without an area, even with known people far away', async () => {
    await known(10);
    expect(await openAfterSilence(await person(), pointAt(MIDTOWN, 300_000, 1))).toBe(true);
  });
});
