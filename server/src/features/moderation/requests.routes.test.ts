import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { emergencyGround, HER_ADDRESS } from '#server/testing/factories/emergency-ground.ts';
import type { Somebody } from '#server/testing/factories/claims-ground.ts';

const ground = await emergencyGround();
const { as, ask, caretaking, clock, db, donor, emergency, matched, messaging, moderation, person } = ground;
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const longAgo = new Date(0);

async function report(who: Somebody, id: string): Promise<string> {
  const payload = { subject: { type: 'request', id }, reason: 'spam', details: '' };
  const answer = await as(who, { method: 'POST', url: '/api/reports', payload });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}
const complaintsOf = async ({ userId }: Somebody, since = longAgo) =>
  (await moderation.complaintsAboutRequestsOf(db, userId, since)).map(({ byId }) => byId);

describe('a request that is reported', () => {
  test('is kept as it was, with who made it and no address', async () => {
    const ruth = await person('Ruth');
    const { id } = await ask(ruth, { description: `Come to ${HER_ADDRESS}` });
    const { report: kept, about } =
      (await caretaking.reportToRead(await report(await donor(), id))) ?? expect.fail();
    expect(about?.id).toBe(ruth.userId);
    expect(kept.evidence).toContain('Food for tonight\nCome to [address]');
    expect(kept.evidence).not.toContain(HER_ADDRESS);
  });

  test('says nothing to who could not have read it, nor of what is not there', async () => {
    const ruth = await person('Ruth');
    const { id } = await ask(ruth);
    for (const reported of [await report(await person(), id), await report(await donor(), UNKNOWN)]) {
      const { report: kept } = (await caretaking.reportToRead(reported)) ?? expect.fail();
      expect([kept.about_id, kept.evidence]).toEqual([null, '']);
    }
    expect(await complaintsOf(ruth)).toEqual([]);
  });

  test('is a complaint of each who reported it, until it is put aside', async () => {
    const [ruth, other] = [await person('Ruth'), await person()];
    const { id } = await ask(ruth);
    const [first, second] = [await donor(), await donor()];
    const ofFirst = await report(first, id);
    clock.forward(DAY_MS / 2);
    const since = clock.now();
    clock.forward(1000);
    await report(second, id);
    // what one says of oneself, and of other things, is none
    await report(ruth, id);
    await moderation.appeal(ruth, 'I do need food');
    await moderation.report(
      first,
      { subject: { type: 'person', id: ruth.userId }, reason: 'spam', details: '' },
      null,
    );
    expect(await complaintsOf(ruth)).toEqual([first.userId, second.userId]);
    expect(await complaintsOf(ruth, since)).toEqual([second.userId]);
    expect(await complaintsOf(other)).toEqual([]);
    await caretaking.closeReport(ofFirst, 'it is genuine');
    expect(await complaintsOf(ruth)).toEqual([second.userId]);
  });
});

describe('the talk that a report of a request leads to', () => {
  test('is the one that whoever reported it had, and nobody else’s', async () => {
    const { requester, helper, id } = await matched();
    const [byHelper, byRequester] = [await report(helper, id), await report(requester, id)];
    await emergency.releaseRequest(helper, id);
    const [looks, second] = [await donor(), await donor()];
    const byLooking = await report(looks, id);
    await emergency.matchRequest(second, id);
    const peopleOf = async (reportId: string) =>
      (await caretaking.readTalk(reportId))?.people.map((one) => one.id).toSorted();
    expect(await peopleOf(byHelper)).toEqual([requester.userId, helper.userId].toSorted());
    expect(await peopleOf(byRequester)).toEqual([requester.userId, second.userId].toSorted());
    expect(await caretaking.readTalk(byLooking)).toBeNull();
  });
});

describe('a request that is taken away', () => {
  test('is gone for whoever looked, its words with it, and that is written down', async () => {
    const { requester, helper, id, conversationId } = await matched();
    const looks = await donor();
    expect(await caretaking.remove('request', id)).toBe(true);
    expect((await emergency.listActive(looks)).map((shown) => shown.id)).not.toContain(id);
    const kept = await emergency.getRequest(requester, id);
    expect(kept).toMatchObject({ status: 'cancelled', description: '', specialNeeds: '' });
    expect(kept.title).not.toBe('Food for tonight');
    expect((await caretaking.latestActs())[0]).toMatchObject({
      act: 'remove',
      subject_type: 'request',
      subject_id: id,
    });
    const { conversations } = await messaging.listConversations(helper);
    expect(conversations).toMatchObject([{ id: conversationId, readOnly: true }]);
    expect(JSON.stringify(conversations)).not.toContain('Food for tonight');
  });

  test('only where there is one', async () => {
    const before = (await caretaking.latestActs()).length;
    expect(await caretaking.remove('request', UNKNOWN)).toBe(false);
    expect(await caretaking.latestActs()).toHaveLength(before);
  });
});
