import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { brokenPromises } from '#server/testing/factories/claims-ground.ts';
import {
  brokenRequestPromises,
  emergencyGround,
  HER_ADDRESS,
} from '#server/testing/factories/emergency-ground.ts';

const ground = await emergencyGround();
const { clock, pool, emergency, messaging, notifications, person, donor, ask, matched, listing, claims } =
  ground;

const kindsOf = async (who: Parameters<typeof notifications.list>[0]) =>
  (await notifications.list(who)).notifications.map(({ kind }) => kind);
const saidIn = async (who: Parameters<typeof notifications.list>[0], conversationId: string) =>
  (await messaging.listMessages(who, conversationId, { limit: 50, cursor: null })).messages.map(
    ({ event, content }) => event ?? content,
  );

describe('a match without a listing', () => {
  it('is told the requester, opens a conversation, and shows the helper who it is', async () => {
    const { requester, helper, id, conversationId } = await matched();
    const [hers, his] = [await emergency.getRequest(requester, id), await emergency.getRequest(helper, id)];
    expect(hers).toMatchObject({ status: 'matched', side: 'requester', pickupLocation: HER_ADDRESS });
    expect(his).toMatchObject({
      side: 'helper',
      pickupLocation: 'Turtle Bay',
      placeShared: false,
      requester: { id: requester.userId, firstName: 'Ruth', lastName: 'Abara' },
    });
    expect(await kindsOf(requester)).toContain('request_matched');
    expect(await saidIn(requester, conversationId)).toEqual(['request_matched']);
    expect(hers.match?.code).toMatch(/^\d{4}$/);
    expect(his.match?.code).toBeNull();
    expect(his.match?.silentAt).toBe(new Date(clock.at + 2 * HOUR_MS).toISOString());
  });

  it('is fulfilled by the code on her ticket', async () => {
    const { requester, helper, id } = await matched();
    const code = (await emergency.getRequest(requester, id)).match?.code ?? '';
    expect(await emergency.fulfilRequest(helper, id, code)).toMatchObject({ status: 'fulfilled' });
  });
});

describe('a match with a listing', () => {
  it('goes the way of its claim', async () => {
    const [requester, helper] = [await person('Ruth', 'Abara'), await donor()];
    const soup = await listing(helper);
    const { id } = await ask(requester);
    const { match } = await emergency.matchRequest(helper, id, { listingId: soup.id, servings: null });
    const claim = await claims.getClaim(requester, match?.claimId ?? '');
    expect(claim).toMatchObject({ servings: 3, emergencyRequestId: id });
    await emergency.releaseRequest(helper, id, 'cannot_make_it');
    expect((await emergency.getRequest(requester, id)).status).toBe('pending');
    expect((await claims.getClaim(requester, claim.id)).status).toBe('released');
  });
});

it('leaves nothing half-done', async () => {
  expect([...(await brokenPromises(pool)), ...(await brokenRequestPromises(pool))]).toEqual([]);
});
