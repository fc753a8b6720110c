import { afterEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database.ts';
import { brokenPromises, type Somebody } from '#server/testing/factories/claims-ground.ts';
import { brokenRequestPromises, emergencyGround } from '#server/testing/factories/emergency-ground.ts';
import { rowsHolding } from '#server/testing/factories/person-traces.ts';

const ground = await emergencyGround();
const { as, db, pool, emergency, messaging, moderation, caretaking, claims } = ground;
const { person, donor, ask, matched, listing, notifications } = ground;

const close = (who: Somebody) => as(who, { method: 'POST', url: '/api/users/close-account', payload: {} });
const kindsOf = async (who: Somebody) =>
  (await notifications.list(who)).notifications.map(({ kind }) => kind);
const saidIn = async (who: Somebody, conversationId: string) =>
  (await messaging.listMessages(who, conversationId, { limit: 50, cursor: null })).messages.map(
    ({ event, content }) => event ?? content,
  );

/** A match with a listing of the helper's. */
async function given() {
  const [requester, helper] = [await person('Ruth', 'Abara'), await donor()];
  const soup = await listing(helper, { estimatedServings: 5 });
  const { id } = await ask(requester);
  const { match } = await emergency.matchRequest(helper, id, { listingId: soup.id, servings: null });
  return { requester, helper, id, soup, claimId: match?.claimId ?? '' };
}

afterEach(async () => {
  expect([...(await brokenPromises(pool)), ...(await brokenRequestPromises(pool))]).toEqual([]);
});

describe('who closes their account', () => {
  it('takes back what they asked for, and their words are forgotten', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await close(requester);
    expect(await kindsOf(helper)).toContain('request_cancelled');
    expect(await saidIn(helper, conversationId)).toEqual([
      'request_matched',
      'request_cancelled',
      'account_closed',
    ]);
    expect(await rowsHolding(pool, ['Nothing left until Friday', 'No oven', 'East 44th'])).toEqual([]);
    await expect(emergency.getRequest(helper, id)).rejects.toMatchObject({ status: 404 });
  });

  it('lets go what they were going to help with: it is open to others again', async () => {
    const { requester, helper, id, claimId } = await given();
    await close(helper);
    expect((await emergency.getRequest(requester, id)).status).toBe('pending');
    expect((await claims.getClaim(requester, claimId)).status).toBe('released');
    expect(await emergency.matchRequest(await donor(), id)).toMatchObject({ status: 'matched' });
  });

  it('leaves a handover complete that one of the two has said', async () => {
    const { requester, helper, id } = await matched();
    await emergency.fulfilRequest(helper, id);
    await close(requester);
    expect(await emergency.getRequest(helper, id)).toMatchObject({
      status: 'fulfilled',
      requester: { firstName: 'Deleted account', lastName: '' },
    });
  });

  it('takes along what they asked for, helped with and were alerted to', async () => {
    const { requester, helper, id } = await matched();
    const of = (who: Somebody) => emergency.exportPerson(db, who.userId);
    expect(await of(requester)).toMatchObject({ asked: [{ id, title: 'Food for tonight' }], helpedWith: [] });
    const helped = await of(helper);
    expect(helped).toMatchObject({ asked: [], helpedWith: [{ requestId: id, status: 'open' }] });
    expect(helped.alertedTo.map(({ requestId }) => requestId)).toContain(id);
    expect(JSON.stringify(helped)).not.toMatch(/Abara|code/);
  });
});

describe('a block', () => {
  it.each(['the requester', 'the helper'])('by %s ends the match, and others are asked', async (who) => {
    const { requester, helper, id, conversationId } = await matched();
    await emergency.shareRequestPlace(requester, id);
    const [blocker, blocked] = who === 'the requester' ? [requester, helper] : [helper, requester];
    await moderation.blockPerson(blocker, blocked.userId);
    expect((await emergency.getRequest(requester, id)).status).toBe('pending');
    await expect(emergency.matchRequest(helper, id)).rejects.toMatchObject({ status: 404 });
    expect(await saidIn(blocked, conversationId)).toContain('released');
  });

  it('ends the claim of a listing that was given, whose food comes back', async () => {
    const { requester, helper, id, claimId } = await given();
    await moderation.blockPerson(requester, helper.userId);
    expect((await claims.getClaim(helper, claimId)).status).toBe('released');
    expect((await emergency.getRequest(requester, id)).status).toBe('pending');
  });

  it('of whoever asked needs no name, and is not told', async () => {
    const [requester, looking] = [await person(), await donor()];
    const { id } = await ask(requester);
    const url = `/api/emergency-requests/${id}/block`;
    for (let nth = 0; nth < 2; nth++)
      expect((await as(looking, { method: 'POST', url })).statusCode).toBe(204);
    expect(await moderation.hasBlocked(db, looking.userId, requester.userId)).toBe(true);
    expect((await as(requester, { method: 'POST', url })).statusCode).toBe(404);
    expect((await as(await person(), { method: 'POST', url })).statusCode).toBe(404);
  });
});

describe('those who run the community', () => {
  it('take back what a paused person asks for; what is matched goes on, but is not asked again', async () => {
    const waiting = await person();
    const { id: waitingId } = await ask(waiting);
    await caretaking.pause(waiting.userId, 'spam');
    expect((await emergency.getRequest(waiting, waitingId)).status).toBe('cancelled');

    const { requester, helper, id } = await matched();
    await caretaking.pause(requester.userId, 'spam');
    expect((await emergency.getRequest(requester, id)).status).toBe('matched');
    await emergency.releaseRequest(helper, id);
    expect((await emergency.getRequest(requester, id)).status).toBe('cancelled');
  });

  it('take a request away with its words', async () => {
    const { requester, helper, id } = await matched();
    expect(await caretaking.remove('request', id)).toBe(true);
    expect(await emergency.getRequest(requester, id)).toMatchObject({
      status: 'cancelled',
      title: 'Removed',
      description: '',
      specialNeeds: '',
    });
    expect(await kindsOf(helper)).toContain('request_cancelled');
    expect(await caretaking.remove('request', requester.userId)).toBe(false);
  });

  it('take a listing away that was given: its request is open to others', async () => {
    const { requester, id, soup } = await given();
    expect(await caretaking.remove('listing', soup.id)).toBe(true);
    expect((await emergency.getRequest(requester, id)).status).toBe('pending');
  });

  it('read what was reported, without an address that stands in it', async () => {
    const [requester, looking] = [await person(), await donor()];
    const { id } = await ask(requester, { description: 'Come to 230 East 44th Street, apartment 12' });
    const seen = (who: Somebody) => inTransaction(db, (tx) => emergency.witnessRequest(tx, id, who.userId));
    expect(await seen(looking)).toMatchObject({ aboutId: requester.userId });
    expect((await seen(looking))?.words).not.toContain('apartment 12');
    expect(await seen(await person())).toBeNull();
  });
});
