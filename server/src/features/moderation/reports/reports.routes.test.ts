import { instantOfWallClock, wallClock } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { closePersonAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { forgetOld } from '#server/retentions.ts';
import { claimsFixture, SECRET_ADDRESS, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import * as admin from '../admin/admin.service.ts';

const fixture = await claimsFixture();
const { as, ctx, clock, db, listing, person } = fixture;
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const DAY_MS = 86_400_000;

const report = async (who: TestCaller, type: string, id: string): Promise<string> => {
  const payload = { subject: { type, id }, reason: 'harassment', details: '' };
  const answer = await as(who, { method: 'POST', url: '/api/reports', payload });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
};
const kept = async (id: string) => {
  const { about_id, evidence } = await db
    .selectFrom('report')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { about_id, evidence };
};

/** A claimed listing and its conversation. */
async function talk() {
  const [rosa, amir] = [await person('Rosa'), await person('Amir')];
  const soup = await listing(rosa, { title: 'Soup', description: `Come to ${SECRET_ADDRESS}, it is hot` });
  const { conversationId } = await claimListing(ctx, amir, soup.id);
  await sendMessage(ctx, amir, conversationId, 'May I come at six?');
  const rude = await sendMessage(ctx, rosa, conversationId, `Never! ${SECRET_ADDRESS}`);
  return { rosa, amir, soup, conversationId, rude };
}

describe('the evidence of a report', () => {
  it('is the text at that time with its author, without private addresses', async () => {
    const { rosa, amir, soup, conversationId, rude } = await talk();
    const [ofMessage, ofTalk, ofListing] = [
      await report(amir, 'message', rude.id),
      await report(amir, 'conversation', conversationId),
      await report(amir, 'listing', soup.id),
    ];
    await admin.removeContent(ctx, 'message', rude.id);
    await admin.removeContent(ctx, 'listing', soup.id);
    for (const id of [ofMessage, ofTalk]) {
      const { about_id, evidence } = await kept(id);
      expect(about_id).toBe(rosa.userId);
      expect(evidence).toContain('Never! [address]');
      expect(evidence).toContain(rude.id);
      // the reporter's own messages are not evidence
      expect(evidence).not.toContain('at six');
    }
    const food = await kept(ofListing);
    expect(food.about_id).toBe(rosa.userId);
    expect(food.evidence).toBe('Soup\nCome to [address], it is hot');
  });

  it('is empty for subjects that the reporter could not read or that do not exist', async () => {
    const { amir, conversationId, rude } = await talk();
    const stranger = await person();
    for (const [type, id] of [
      ['message', rude.id],
      ['conversation', conversationId],
      ['message', UNKNOWN],
      ['conversation', UNKNOWN],
      ['listing', UNKNOWN],
      ['person', UNKNOWN],
    ] as const)
      expect(await kept(await report(stranger, type, id))).toEqual({ about_id: null, evidence: '' });
    expect(await kept(await report(stranger, 'person', amir.userId))).toEqual({
      about_id: amir.userId,
      evidence: '',
    });
  });

  it('is deleted a year after the report was closed', async () => {
    const { amir, rude } = await talk();
    const [closed, open] = [await report(amir, 'message', rude.id), await report(amir, 'message', rude.id)];
    expect(await admin.closeReport(ctx, closed, 'talked to them')).toBe(true);
    expect(await admin.closeReport(ctx, closed, 'again')).toBe(false);
    const startedAt = clock.at;
    clock.forward(364 * DAY_MS);
    await forgetOld(ctx);
    expect(await admin.reportDetails(ctx, closed)).toMatchObject({
      report: { closing_note: 'talked to them' },
    });
    clock.forward(2 * DAY_MS);
    await forgetOld(ctx);
    expect(await admin.reportDetails(ctx, closed)).toBeNull();
    expect(await admin.reportDetails(ctx, open)).not.toBeNull();
    clock.at = startedAt;
  });

  it('is shown to admins only; reading the transcript is logged', async () => {
    const { rosa, amir, rude } = await talk();
    const id = await report(amir, 'message', rude.id);
    expect(await admin.reportDetails(ctx, id)).toMatchObject({
      reporter: { id: amir.userId },
      about: { id: rosa.userId },
      reportsAbout: 1,
    });
    const talked = await admin.readTranscript(ctx, id);
    expect(talked?.messages.map(({ content }) => content)).toContain('May I come at six?');
    expect((await admin.latestAdminActions(ctx))[0]).toMatchObject({
      act: 'read the conversation',
      subject_id: id,
    });
    const ofAmir = [await as(amir, { url: '/api/reports' }), await as(amir, { url: '/api/users/export' })];
    for (const answer of ofAmir) expect(answer.body).not.toContain('Never');
    expect((await as(rosa, { url: '/api/reports' })).body).toBe('[]');
  });
});

describe('the list of own reports', () => {
  it('returns the newest first, with closedAt', async () => {
    const { amir, rosa, soup } = await talk();
    const first = await report(amir, 'listing', soup.id);
    clock.forward(1000);
    const second = await report(amir, 'person', rosa.userId);
    await admin.closeReport(ctx, first, '');
    expect((await as(amir, { url: '/api/reports' })).json()).toEqual([
      {
        id: second,
        subject: { type: 'person', id: rosa.userId },
        reason: 'harassment',
        createdAt: clock.now().toISOString(),
        closedAt: null,
      },
      expect.objectContaining({ id: first, closedAt: clock.now().toISOString() }),
    ]);
    expect((await as(rosa, { url: '/api/reports' })).json()).toEqual([]);
    expect((await as(null, { url: '/api/reports' })).statusCode).toBe(401);
  });
});

describe('a profile', () => {
  const seen = (who: TestCaller, id: string) => as(who, { url: `/api/users/${id}` });

  it('shows public fields only, and of the time of joining the month', async () => {
    const [rosa, amir] = [await person('Rosa', 'Delgado'), await person()];
    await admin.verifyPerson(ctx, rosa.userId);
    const { timeZone } = ctx.settings;
    const joined = wallClock(clock.now().getTime(), timeZone);
    const began = { ...joined, day: 1, hour: 0, minute: 0, second: 0 };
    const answer = await seen(amir, rosa.userId);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        person: {
          id: rosa.userId,
          displayName: 'Rosa D.',
          initials: 'RD',
          userType: 'recipient',
          organizationName: null,
        },
        verified: true,
        standing: { shares: null, repliesSameDay: false, verified: true },
        memberSince: new Date(instantOfWallClock(began, timeZone)).toISOString(),
      },
    ]);
    expect((await seen(rosa, rosa.userId)).statusCode).toBe(200);
  });

  it('returns 404 for a closed account', async () => {
    const [amir, gone] = [await person(), await person()];
    await inTransaction(ctx, (tx) => closePersonAccount(tx, gone.userId));
    const nobody = await seen(amir, UNKNOWN);
    expect(nobody.statusCode).toBe(404);
    expect((await seen(amir, gone.userId)).body).toBe(nobody.body);
  });
});

it('deletes the text of a removed listing from its reports', async () => {
  const { rosa, soup } = await talk();
  await admin.removeContent(ctx, 'listing', soup.id);
  expect(await getListing(ctx, rosa, soup.id)).toMatchObject({ title: 'Removed', description: '' });
});
