import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { emergencyFixture, REQUESTER_ADDRESS } from '#server/test/factories/emergency-fixture.ts';
import * as claims from '#server/features/claims/claims.queries.ts';
import { matchRequest } from '../matching/match-request.ts';
import { expireRequests } from './end-request.ts';
import { getRequest } from './request-queries.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { listMessages } from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await emergencyFixture();
const { ctx, clock, pool, person, donor, ask, listing, reveal, release, confirm } = fixture;

/** A match whose helper the community knows, so that the helper's words count, too. */
async function matched() {
  const scene = await fixture.matched();
  await pool.query('update person set verified = true where id = $1', [scene.helper.userId]);
  return scene;
}

const kindsOf = async (who: Parameters<typeof notifications.listNotifications>[1]) =>
  (await notifications.listNotifications(ctx, who)).notifications.map(({ kind }) => kind);
const lastEvent = async (
  who: Parameters<typeof notifications.listNotifications>[1],
  conversationId: string,
) => (await listMessages(ctx, who, conversationId, { limit: 1, cursor: null })).messages.at(-1)?.event;

beforeEach(async () => {
  await pool.query('delete from food_listing');
  await pool.query('delete from emergency_request');
});
describe('a pending request', () => {
  it('expires after 24 hours, and its requester is notified', async () => {
    const ruth = await person();
    const { id } = await ask(ruth);
    clock.forward(24 * HOUR_MS - 1);
    expect(await expireRequests(ctx)).toBe(0);
    clock.forward(1);
    // from here on a match is too late, whether the job has run or not
    await expect(matchRequest(ctx, await donor(), id)).rejects.toMatchObject({
      code: 'not-pending',
    });
    expect(await expireRequests(ctx)).toBe(1);
    expect(await getRequest(ctx, ruth, id)).toMatchObject({
      status: 'expired',
      endedAt: expect.any(String),
    });
    expect(await kindsOf(ruth)).toContain('request_expired');
    expect(await expireRequests(ctx)).toBe(0);
  });
});

describe('a match in silence', () => {
  it('ends after twenty minutes without a message: others are alerted, and servings are returned', async () => {
    const [requester, helper] = [await person(), await donor()];
    const soup = await listing(helper);
    const { id } = await ask(requester);
    const { match } = await matchRequest(ctx, helper, id, { listingId: soup.id, servings: 2 });
    const other = await donor();
    clock.forward(20 * MINUTE_MS - 1);
    expect(await expireRequests(ctx)).toBe(0);
    clock.forward(1);
    expect(await expireRequests(ctx)).toBe(1);
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
    expect((await claims.getClaim(ctx, helper, match?.handover.claimId ?? '')).status).toBe('lapsed');
    expect(await lastEvent(helper, match?.conversationId ?? '')).toBe('helper_silent');
    for (const who of [requester, helper]) expect(await kindsOf(who)).toContain('request_released');
    // a new round, without the silent helper
    expect((await getRequest(ctx, other, id)).alertedAt).not.toBeNull();
    expect((await getRequest(ctx, helper, id)).alertedAt).toBeNull();
  });

  it('ends although a helper who is not known says that the food was handed over, unless the requester wrote', async () => {
    const { helper, requester, id, conversationId } = await fixture.matched();
    await confirm(helper, id);
    clock.forward(20 * MINUTE_MS);
    await expireRequests(ctx);
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
    expect(await lastEvent(helper, conversationId)).toBe('helper_silent');
    const again = await fixture.matched();
    await sendMessage(ctx, again.requester, again.conversationId, 'Thank you!');
    await confirm(again.helper, again.id);
    clock.forward(3 * HOUR_MS);
    await expireRequests(ctx);
    expect((await getRequest(ctx, again.requester, again.id)).status).toBe('matched');
  });

  it('ends after two hours if only the helper has written', async () => {
    const { helper, requester, id, conversationId } = await matched();
    clock.forward(MINUTE_MS);
    await sendMessage(ctx, helper, conversationId, 'At eight?');
    expect((await getRequest(ctx, requester, id)).match?.silentAt).toBe(
      new Date(clock.at - MINUTE_MS + 2 * HOUR_MS).toISOString(),
    );
    clock.forward(2 * HOUR_MS - MINUTE_MS - 1);
    expect(await expireRequests(ctx)).toBe(0);
    clock.forward(1);
    expect(await expireRequests(ctx)).toBe(1);
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
  });

  it('ends after two hours if only the requester has written, and hides the address', async () => {
    const { requester, helper, id } = await matched();
    await reveal(requester, id);
    expect((await getRequest(ctx, helper, id)).pickupLocation).toBe(REQUESTER_ADDRESS);
    clock.forward(2 * HOUR_MS - 1);
    expect(await expireRequests(ctx)).toBe(0);
    clock.forward(1);
    expect(await expireRequests(ctx)).toBe(1);
    const pending = await getRequest(ctx, requester, id);
    expect([pending.status, pending.placeShared]).toEqual(['pending', false]);
    expect((await getRequest(ctx, helper, id)).pickupLocation).toBe('Turtle Bay');
  });

  it('does not end once both have written', async () => {
    const { helper, requester, id, conversationId } = await matched();
    clock.forward(MINUTE_MS);
    await sendMessage(ctx, helper, conversationId, 'At eight?');
    await sendMessage(ctx, requester, conversationId, 'Yes!');
    clock.forward(20 * HOUR_MS);
    expect(await expireRequests(ctx)).toBe(0);
    expect(await getRequest(ctx, requester, id)).toMatchObject({
      status: 'matched',
      match: { silentAt: null },
    });
  });
});

describe('a match that is never ended', () => {
  it('expires the request if it is released after its day', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await sendMessage(ctx, helper, conversationId, 'At eight?');
    clock.forward(25 * HOUR_MS);
    await release(helper, id);
    expect((await getRequest(ctx, requester, id)).status).toBe('expired');
    expect(await kindsOf(requester)).toContain('request_expired');
    expect(await kindsOf(requester)).not.toContain('request_released');
  });
});
