import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import * as moderation from '#server/features/moderation/reports/create-report.ts';
import { type TestCaller, ask as send } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { matchRequest } from '../matching/match-request.ts';
import { appealRequestLimit, requestLimits } from './create-request.ts';
import { cancelRequest } from './request-actions.ts';

const fixture = await emergencyFixture();
const { as, ctx, clock, http, pool, person, donor, ask, listing } = fixture;
const APPEAL = '/api/emergency-requests/asking/appeal';

async function knownDonor(): Promise<TestCaller> {
  const who = await donor();
  await pool.query('update person set verified = true where id = $1', [who.userId]);
  return who;
}
const limitsOf = (who: TestCaller) => requestLimits(ctx, who);
const report = (by: TestCaller, id: string) =>
  moderation.createReport(ctx, by, { subject: { type: 'request', id }, reason: 'spam', details: '' }, null);

/** On a day of its own, a helper meets who asked, and finds the request not genuine. */
async function complain(ruth: TestCaller, helper: TestCaller, { meets = true } = {}): Promise<string> {
  clock.forward(DAY_MS);
  const { id } = await ask(ruth);
  await matchRequest(ctx, helper, id);
  if (meets) await fixture.reveal(ruth, id, { meetingPoint: 'The library' });
  clock.forward(MINUTE_MS);
  await fixture.release(helper, id, 'not_genuine');
  await cancelRequest(ctx, ruth, id);
  return id;
}

describe('complaints about requests', () => {
  it('of three new accounts change nothing, with or without a match', async () => {
    const ruth = await person('Ruth');
    const { id } = await ask(ruth);
    const puppets: TestCaller[] = [];
    for (let nth = 0; nth < 3; nth++) {
      const payload = {
        email: `puppet-${nth}@example.org`,
        password: 'a good long password',
        firstName: 'Pat',
      };
      const answer = await as(null, { method: 'POST', url: '/api/auth/sign-up/email', payload });
      const [cookie] = answer.cookies;
      const userId: string = answer.json().id;
      puppets.push({
        userId,
        sessionId: userId,
        cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}`,
      });
    }
    const about = { subject: { type: 'request', id }, reason: 'spam', details: '' };
    for (const puppet of puppets) {
      expect((await send(http, puppet, 'POST', '/api/reports', about)).status).toBe(201);
      clock.forward(DAY_MS / 8);
    }
    await cancelRequest(ctx, ruth, id);
    // and of members who have matched
    for (const helper of [await donor(), await donor(), await donor()]) await complain(ruth, helper);
    expect(await limitsOf(ruth)).toMatchObject({ slowedUntil: null, maxRequestsPerDay: 3 });
    // all of them reach the organizers
    expect((await admin.listOpenReports(ctx)).reports.length).toBeGreaterThanOrEqual(6);
  });

  it('of three known people after meeting, on three days, limit requests to one a day for 72 hours', async () => {
    const ruth = await person('Ruth');
    for (const nth of [1, 2, 3]) {
      expect(await limitsOf(ruth)).toMatchObject({ slowedUntil: null, maxRequestsPerDay: 3 });
      await complain(ruth, await knownDonor());
      if (nth === 3) expect((await limitsOf(ruth)).slowedUntil).not.toBeNull();
    }
    const limits = await limitsOf(ruth);
    expect(limits).toMatchObject({
      slowedUntil: new Date(clock.at + 72 * HOUR_MS).toISOString(),
      maxRequestsPerDay: 1,
      requestsInLastDay: 1,
      nextAt: new Date(clock.at - MINUTE_MS + DAY_MS).toISOString(),
    });
    await expect(ask(ruth)).rejects.toMatchObject({
      status: 409,
      key: 'requests-today.slowed',
      params: { max: 1 },
      retryAfterSeconds: (DAY_MS - MINUTE_MS) / 1000,
    });
    // never stopped
    for (let day = 0; day < 2; day++) {
      clock.forward(DAY_MS);
      const { id } = await ask(ruth);
      await cancelRequest(ctx, ruth, id);
    }
    clock.forward(DAY_MS);
    expect(await limitsOf(ruth)).toMatchObject({ slowedUntil: null, maxRequestsPerDay: 3, nextAt: null });
  });

  it('do not count without a meeting, on one day, or from people who trade among themselves', async () => {
    const ruth = await person('Ruth');
    for (let nth = 0; nth < 3; nth++) await complain(ruth, await knownDonor(), { meets: false });
    const sameDay = [await knownDonor(), await knownDonor(), await knownDonor()];
    clock.forward(DAY_MS);
    const { id } = await ask(ruth);
    for (const helper of sameDay) {
      await matchRequest(ctx, helper, id);
      await fixture.reveal(ruth, id, { meetingPoint: 'The library' });
      clock.forward(MINUTE_MS);
      await fixture.release(helper, id, 'not_genuine');
    }
    await cancelRequest(ctx, ruth, id);
    expect((await limitsOf(ruth)).slowedUntil).toBeNull();

    const amir = await person('Amir');
    const ring = [await knownDonor(), await knownDonor(), await knownDonor()];
    for (const [nth, giver] of ring.entries())
      await claims.claimListing(ctx, ring[(nth + 1) % 3] ?? giver, (await listing(giver)).id, 1);
    for (const helper of ring) await complain(amir, helper);
    expect((await limitsOf(amir)).slowedUntil).toBeNull();
  });

  it('end when an admin dismisses one, and can be appealed', async () => {
    const ruth = await person('Ruth');
    const about: string[] = [];
    for (let nth = 0; nth < 3; nth++) about.push(await complain(ruth, await knownDonor()));
    expect((await send(http, ruth, 'POST', APPEAL, { words: 'I did need it' })).status).toBe(204);
    const { reports } = await admin.listOpenReports(ctx);
    expect(
      reports.find(({ reason, reporter_id }) => reason === 'appeal' && reporter_id === ruth.userId),
    ).toMatchObject({
      about_id: ruth.userId,
      details: 'I did need it',
    });
    for (let nth = 0; nth < 2; nth++) await appealRequestLimit(ctx, ruth, 'Please');
    expect((await send(http, ruth, 'POST', APPEAL, { words: 'Please' })).status).toBe(429);
    const complaint = reports.find(({ subject_id }) => about.includes(subject_id));
    expect(complaint?.evidence).toContain('Food for tonight');
    await admin.closeReport(ctx, complaint?.id ?? '', 'He is always cross');
    expect((await limitsOf(ruth)).slowedUntil).toBeNull();
    expect((await send(http, ruth, 'POST', APPEAL, { words: 'Please' })).body).toMatchObject({
      code: 'not-slowed',
    });
  });

  it('of one person count once, also as reports', async () => {
    const ruth = await person('Ruth');
    const [one, two] = [await knownDonor(), await knownDonor()];
    for (const helper of [one, two, one, two]) await report(helper, await complain(ruth, helper));
    expect((await limitsOf(ruth)).slowedUntil).toBeNull();
  });
});
