import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database.ts';
import { claimsGround, SECRET_ADDRESS, type Somebody } from '#server/testing/factories/claims-ground.ts';

const ground = await claimsGround();
const { as, caretaking, claims, clock, db, listing, listings, messaging, moderation, person } = ground;
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const DAY_MS = 86_400_000;

const report = async (who: Somebody, type: string, id: string): Promise<string> => {
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

/** Food that was claimed, and what the two wrote. */
async function talk() {
  const [rosa, amir] = [await person('Rosa'), await person('Amir')];
  const soup = await listing(rosa, { title: 'Soup', description: `Come to ${SECRET_ADDRESS}, it is hot` });
  const { conversationId } = await claims.claimListing(amir, soup.id);
  await messaging.sendMessage(amir, conversationId, 'May I come at six?');
  const rude = await messaging.sendMessage(rosa, conversationId, `Never! ${SECRET_ADDRESS}`);
  return { rosa, amir, soup, conversationId, rude };
}

describe('what is kept with a report', () => {
  it('is what was written then, by whom, and no address that was kept for oneself', async () => {
    const { rosa, amir, soup, conversationId, rude } = await talk();
    const [ofMessage, ofTalk, ofListing] = [
      await report(amir, 'message', rude.id),
      await report(amir, 'conversation', conversationId),
      await report(amir, 'listing', soup.id),
    ];
    await caretaking.remove('message', rude.id);
    await caretaking.remove('listing', soup.id);
    for (const id of [ofMessage, ofTalk]) {
      const { about_id, evidence } = await kept(id);
      expect(about_id).toBe(rosa.userId);
      expect(evidence).toContain('Never! [address]');
      expect(evidence).toContain(rude.id);
      // what they themselves wrote is not evidence
      expect(evidence).not.toContain('at six');
    }
    const food = await kept(ofListing);
    expect(food.about_id).toBe(rosa.userId);
    expect(food.evidence).toBe('Soup\nCome to [address], it is hot');
  });

  it('is nothing of what the reporter could not read, nor of what is not there', async () => {
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

  it('goes a year after it was closed, and not before', async () => {
    const { amir, rude } = await talk();
    const [closed, open] = [await report(amir, 'message', rude.id), await report(amir, 'message', rude.id)];
    expect(await caretaking.closeReport(closed, 'talked to them')).toBe(true);
    expect(await caretaking.closeReport(closed, 'again')).toBe(false);
    const startedAt = clock.at;
    clock.forward(364 * DAY_MS);
    await moderation.forgetOld();
    expect(await caretaking.reportToRead(closed)).toMatchObject({
      report: { closing_note: 'talked to them' },
    });
    clock.forward(2 * DAY_MS);
    await moderation.forgetOld();
    expect(await caretaking.reportToRead(closed)).toBeNull();
    expect(await caretaking.reportToRead(open)).not.toBeNull();
    clock.at = startedAt;
  });

  it('is shown to those who run the community alone, with both sides of the talk only as an act', async () => {
    const { rosa, amir, rude } = await talk();
    const id = await report(amir, 'message', rude.id);
    expect(await caretaking.reportToRead(id)).toMatchObject({
      reporter: { id: amir.userId },
      about: { id: rosa.userId },
      reportsAbout: 1,
    });
    const talked = await caretaking.readTalk(id);
    expect(talked?.messages.map(({ content }) => content)).toContain('May I come at six?');
    expect((await caretaking.latestActs())[0]).toMatchObject({
      act: 'read the conversation',
      subject_id: id,
    });
    const ofAmir = [await as(amir, { url: '/api/reports' }), await as(amir, { url: '/api/users/export' })];
    for (const answer of ofAmir) expect(answer.body).not.toContain('Never');
    expect((await as(rosa, { url: '/api/reports' })).body).toBe('[]');
  });
});

describe('one’s own reports', () => {
  it('are listed, newest first, with whether somebody is done with them', async () => {
    const { amir, rosa, soup } = await talk();
    const first = await report(amir, 'listing', soup.id);
    clock.forward(1000);
    const second = await report(amir, 'person', rosa.userId);
    await caretaking.closeReport(first, '');
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

describe('somebody’s profile', () => {
  const seen = (who: Somebody, id: string) => as(who, { url: `/api/users/${id}` });

  it('shows what strangers may know', async () => {
    const [rosa, amir] = [await person('Rosa', 'Delgado'), await person()];
    await caretaking.verify(rosa.userId);
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
        memberSince: clock.now().toISOString(),
      },
    ]);
    expect((await seen(rosa, rosa.userId)).statusCode).toBe(200);
  });

  it('is the same as nobody’s across a block, either way, and once they have left', async () => {
    const [rosa, amir, gone] = [await person(), await person(), await person()];
    await moderation.blockPerson(rosa, amir.userId);
    await inTransaction(db, (tx) => ground.closing.removePerson(tx, gone.userId));
    const nobody = await seen(amir, UNKNOWN);
    expect(nobody.statusCode).toBe(404);
    for (const [who, whom] of [
      [amir, rosa],
      [rosa, amir],
      [amir, gone],
    ] as const)
      expect((await seen(who, whom.userId)).body).toBe(nobody.body);
  });
});

it('the listing of a removed report keeps no words', async () => {
  const { rosa, soup } = await talk();
  await caretaking.remove('listing', soup.id);
  expect(await listings.getListing(rosa, soup.id)).toMatchObject({ title: 'Removed', description: '' });
});
