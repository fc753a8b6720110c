import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import * as admin from '../admin/admin.service.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { getRequest, listActive } from '#server/features/emergency/requests/request-queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as moderation from './create-report.ts';
import { emergencyFixture, REQUESTER_ADDRESS } from '#server/test/factories/emergency-fixture.ts';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';

const fixture = await emergencyFixture();
const { as, ctx, ask, clock, donor, matched, person, reveal } = fixture;
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const longAgo = new Date(0);

async function report(who: TestCaller, id: string): Promise<string> {
  const payload = { subject: { type: 'request', id }, reason: 'spam', details: '' };
  const answer = await as(who, { method: 'POST', url: '/api/reports', payload });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}
const complaintsOf = async ({ userId }: TestCaller, since = longAgo) =>
  (await moderation.complaintsAboutRequestsOf(ctx, userId, since)).map(({ byId }) => byId);

describe('reporting a request', () => {
  test('stores its text and author without an address', async () => {
    const [ruth, helper] = [await person('Ruth'), await donor()];
    const { id } = await ask(ruth, { description: `Come to ${REQUESTER_ADDRESS}` });
    const evidenceOf = async (reporter: TestCaller) => {
      const { report: kept, about } =
        (await admin.reportDetails(ctx, await report(reporter, id))) ?? expect.fail();
      expect(about?.id).toBe(ruth.userId);
      return kept.evidence;
    };
    // a donor who only looks reads no more
    expect(await evidenceOf(await donor())).toBe('Food for tonight');
    await matchRequest(ctx, helper, id);
    await reveal(ruth, id);
    expect(await evidenceOf(helper)).toBe('Food for tonight\nCome to [address]\nNo oven');
  });

  test('stores no evidence if the reporter could not read it, or it does not exist', async () => {
    const ruth = await person('Ruth');
    const { id } = await ask(ruth);
    for (const reported of [await report(await person(), id), await report(await donor(), UNKNOWN)]) {
      const { report: kept } = (await admin.reportDetails(ctx, reported)) ?? expect.fail();
      expect([kept.about_id, kept.evidence]).toEqual([null, '']);
    }
    expect(await complaintsOf(ruth)).toEqual([]);
  });

  test('counts as a complaint of each reporter until it is closed', async () => {
    const [ruth, other] = [await person('Ruth'), await person()];
    const { id } = await ask(ruth);
    const [first, second] = [await donor(), await donor()];
    const ofFirst = await report(first, id);
    clock.forward(DAY_MS / 2);
    const since = clock.now();
    clock.forward(1000);
    await report(second, id);
    // reports about oneself and about other subjects do not count
    await report(ruth, id);
    await moderation.appeal(ctx, ruth, 'I do need food');
    await moderation.createReport(
      ctx,
      first,
      { subject: { type: 'person', id: ruth.userId }, reason: 'spam', details: '' },
      null,
    );
    expect(await complaintsOf(ruth)).toEqual([first.userId, second.userId]);
    expect(await complaintsOf(ruth, since)).toEqual([second.userId]);
    expect(await complaintsOf(other)).toEqual([]);
    await admin.closeReport(ctx, ofFirst, 'it is genuine');
    expect(await complaintsOf(ruth)).toEqual([second.userId]);
  });
});

describe('the transcript of a reported request', () => {
  test('is the reporter’s own conversation', async () => {
    const { requester, helper, id } = await matched();
    const [byHelper, byRequester] = [await report(helper, id), await report(requester, id)];
    await fixture.release(helper, id);
    const [looks, second] = [await donor(), await donor()];
    const byLooking = await report(looks, id);
    await matchRequest(ctx, second, id);
    const peopleOf = async (reportId: string) =>
      (await admin.readTranscript(ctx, reportId))?.people.map((one) => one.id).toSorted();
    expect(await peopleOf(byHelper)).toEqual([requester.userId, helper.userId].toSorted());
    expect(await peopleOf(byRequester)).toEqual([requester.userId, second.userId].toSorted());
    expect(await admin.readTranscript(ctx, byLooking)).toBeNull();
  });
});

describe('deleting a request', () => {
  test('deletes it with its text for every viewer, and is logged', async () => {
    const { requester, helper, id, conversationId } = await matched();
    const looks = await donor();
    expect(await admin.removeContent(ctx, 'request', id)).toBe(true);
    expect((await listActive(ctx, looks)).map((shown) => shown.id)).not.toContain(id);
    const kept = await getRequest(ctx, requester, id);
    expect(kept).toMatchObject({ status: 'cancelled', description: '', specialNeeds: '' });
    expect(kept.title).not.toBe('Food for tonight');
    expect((await admin.latestAdminActions(ctx))[0]).toMatchObject({
      act: 'remove',
      subject_type: 'request',
      subject_id: id,
    });
    const { conversations } = await messaging.listConversations(ctx, helper);
    expect(conversations).toMatchObject([{ id: conversationId, readOnly: true }]);
    expect(JSON.stringify(conversations)).not.toContain('Food for tonight');
  });

  test('returns false if it does not exist', async () => {
    const before = (await admin.latestAdminActions(ctx)).length;
    expect(await admin.removeContent(ctx, 'request', UNKNOWN)).toBe(false);
    expect(await admin.latestAdminActions(ctx)).toHaveLength(before);
  });
});
