import { describe, expect, it } from 'vitest';
import { type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { rowsContaining } from '#server/test/person-data-scan.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import { matchRequest } from '../matching/match-request.ts';
import { exportPerson, getRequest } from './request-queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await emergencyFixture();
const { ctx, as, pool } = fixture;
const { person, donor, ask, matched, listing } = fixture;

const close = (who: TestCaller) => as(who, { method: 'POST', url: '/api/users/close-account', payload: {} });
const kindsOf = async (who: TestCaller) =>
  (await notifications.listNotifications(ctx, who)).notifications.map(({ kind }) => kind);
const saidIn = async (who: TestCaller, conversationId: string) =>
  (await messaging.listMessages(ctx, who, conversationId, { limit: 50, cursor: null })).messages.map(
    ({ event, content }) => event ?? content,
  );

/** A match with a listing of the helper's. */
async function given() {
  const [requester, helper] = [await person('Ruth', 'Abara'), await donor()];
  const soup = await listing(helper, { estimatedServings: 5 });
  const { id } = await ask(requester);
  const { match } = await matchRequest(ctx, helper, id, { listingId: soup.id, servings: null });
  return { requester, helper, id, soup, claimId: match?.handover.claimId ?? '' };
}

describe('closing an account', () => {
  it('cancels the person’s request and deletes its texts', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await close(requester);
    expect(await kindsOf(helper)).toContain('request_cancelled');
    expect(await saidIn(helper, conversationId)).toEqual(['request_matched', 'request_cancelled']);
    expect(await rowsContaining(pool, ['Nothing left until Friday', 'No oven', 'East 44th'])).toEqual([]);
    await expect(getRequest(ctx, helper, id)).rejects.toMatchObject({ status: 404 });
  });

  it('exports requests, matches and alerts', async () => {
    const { requester, helper, id } = await matched();
    const of = (who: TestCaller) => exportPerson(ctx, who.userId);
    expect(await of(requester)).toMatchObject({ asked: [{ id, title: 'Food for tonight' }], helpedWith: [] });
    const helped = await of(helper);
    expect(helped).toMatchObject({ asked: [], helpedWith: [{ requestId: id, status: 'open' }] });
    expect(helped.alertedTo.map(({ requestId }) => requestId)).toContain(id);
    expect(JSON.stringify(helped)).not.toMatch(/Abara|code/);
  });
});

describe('a block', () => {
  it.each(['the requester', 'the helper'])('by %s ends the match, and others are alerted', async (who) => {
    const { requester, helper, id, conversationId } = await matched();
    await fixture.reveal(requester, id);
    const [blocker, blocked] = who === 'the requester' ? [requester, helper] : [helper, requester];
    // the helper knows the request only
    await moderation.blockPerson(ctx, blocker, who === 'the requester' ? blocked.userId : id);
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
    await expect(matchRequest(ctx, helper, id)).rejects.toMatchObject({ code: 'already-helped' });
    expect(await saidIn(blocked, conversationId)).toContain('released');
  });

  it('of a requester needs no name, and they are not notified', async () => {
    const [requester, looking] = [await person(), await donor()];
    const { id } = await ask(requester);
    const url = `/api/emergency-requests/${id}/block`;
    for (let nth = 0; nth < 2; nth++)
      expect((await as(looking, { method: 'POST', url })).statusCode).toBe(204);
    expect(await moderation.isBlockedByRequest(ctx, looking.userId, requester.userId)).toBe(true);
    expect(await moderation.isBlockedBetween(ctx, looking.userId, requester.userId)).toBe(false);
    expect((await as(requester, { method: 'POST', url })).statusCode).toBe(404);
    expect((await as(await person(), { method: 'POST', url })).statusCode).toBe(404);
  });
});

describe('admins', () => {
  it('cancel a paused person’s pending request; a match continues, but does not reopen', async () => {
    const waiting = await person();
    const { id: waitingId } = await ask(waiting);
    await admin.pausePerson(ctx, waiting.userId, 'spam');
    expect((await getRequest(ctx, waiting, waitingId)).status).toBe('cancelled');

    const { requester, helper, id } = await matched();
    await admin.pausePerson(ctx, requester.userId, 'spam');
    expect((await getRequest(ctx, requester, id)).status).toBe('matched');
    await fixture.release(helper, id);
    expect((await getRequest(ctx, requester, id)).status).toBe('cancelled');
  });

  it('delete a request with its texts', async () => {
    const { requester, helper, id } = await matched();
    expect(await admin.removeContent(ctx, 'request', id)).toBe(true);
    expect(await getRequest(ctx, requester, id)).toMatchObject({
      status: 'cancelled',
      title: 'Removed',
      description: '',
      specialNeeds: '',
    });
    expect(await kindsOf(helper)).toContain('request_cancelled');
    expect(await admin.removeContent(ctx, 'request', requester.userId)).toBe(false);
  });

  it('delete a given listing: its request is open to others', async () => {
    const { requester, id, soup } = await given();
    expect(await admin.removeContent(ctx, 'listing', soup.id)).toBe(true);
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
  });
});
