import { boundsAround } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import type { MapCluster } from '@openlarder/domain/map/map-contract.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import * as messaging from '#server/features/messaging/messages/send-message.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import {
  blockPerson,
  isBlockedBetween,
  listBlocks,
  unblockPerson,
} from '#server/features/moderation/blocks/blocks.ts';
import { createReport } from '#server/features/moderation/reports/create-report.ts';
import { MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { isBlockedFromMatch as mayNotHelp } from './anonymous-requesters.ts';
import { matchRequest } from './match-request.ts';
import { expireRequests } from '../requests/end-request.ts';
import { cancelRequest } from '../requests/request-actions.ts';
import { getRequest, listActive } from '../requests/request-queries.ts';

const fixture = await emergencyFixture();
const { as, ctx, clock, pool, person, donor, ask, matched, listing } = fixture;

// the map follows events while the app listens
await fixture.listen();
const REQUESTS = '/api/emergency-requests';
const call = async (who: TestCaller, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const { statusCode, body } = await as(who, { method, url, ...(payload && { payload }) });
  return { status: statusCode, body };
};
const tryMatch = (who: TestCaller, id: string) => call(who, 'POST', `${REQUESTS}/${id}/match`);
const byRequest = (who: TestCaller, id: string) => call(who, 'POST', `${REQUESTS}/${id}/block`);
const isBlockedFromMatch = (helper: TestCaller, requester: TestCaller): Promise<boolean> =>
  mayNotHelp(ctx, { helperId: helper.userId, requesterId: requester.userId }, { isRejoin: false });
const isListedTo = async (who: TestCaller, id: string) =>
  (await listActive(ctx, who)).some((request) => request.id === id);
const isOpenTo = async (who: TestCaller, id: string) =>
  (await call(who, 'GET', `${REQUESTS}/${id}`)).status === 200;
/** How many requests the map counts for a person, and those that it names. */
async function requestsOnMap(who: TestCaller): Promise<{ count: number; ids: string[] }> {
  const { north, south, east, west } = boundsAround(MIDTOWN, 25_000);
  const bounds = `north=${north}&south=${south}&east=${east}&west=${west}&radius=500`;
  const { status, body } = await call(who, 'GET', `/api/map/cluster?${bounds}`);
  expect(status).toBe(200);
  const clusters: MapCluster[] = JSON.parse(body);
  const items = clusters.flatMap((cluster) => cluster.items);
  return {
    count: clusters.flatMap(({ areas }) => areas).reduce((sum, area) => sum + area.count, 0),
    ids: items.filter(({ householdSize }) => householdSize !== null).map(({ id }) => id),
  };
}

describe('a block', () => {
  it('by a request changes nothing that the blocker sees of the requester', async () => {
    const [rosa, looking] = [await person('Rosa'), await donor()];
    await listing(rosa);
    const { id } = await ask(rosa);
    const look = async () => [
      await call(looking, 'GET', `/api/users/${rosa.userId}`),
      await call(looking, 'GET', `/api/users/${rosa.userId}/food-listings`),
      await call(looking, 'GET', '/api/food-listings'),
      await call(looking, 'GET', '/api/conversations'),
    ];
    const before = await look();
    expect(before[0]?.status).toBe(200);
    expect((await byRequest(looking, id)).status).toBe(204);
    expect(await look()).toEqual(before);
    // the request itself is what they no longer wanted to see
    expect([await isListedTo(looking, id), await isOpenTo(looking, id)]).toEqual([false, false]);
    expect((await listBlocks(ctx, looking)).map((block) => block.person)).toEqual([
      { id, userType: 'recipient', displayName: 'A neighbor', initials: 'A', organizationName: null },
    ]);
  });

  it.each([
    ['and only looks', false],
    ['and has helped with it', true],
  ])(
    'by a request reveals no name to a donor who has met the person another time %s',
    async (_who, hasHelped) => {
      const { requester: rosa, helper: looking, id: earlierId } = await matched();
      for (const who of [looking, rosa])
        expect((await fixture.confirm(who, earlierId)).giverConfirmedAt).not.toBeNull();
      const { id } = await ask(rosa);
      if (hasHelped) {
        await matchRequest(ctx, looking, id);
        await fixture.release(looking, id);
      }
      expect(await isListedTo(looking, id)).toBe(true);
      expect((await byRequest(looking, id)).status).toBe(204);
      expect((await listBlocks(ctx, looking)).map((block) => block.person)).toMatchObject([
        { id, displayName: 'A neighbor' },
      ]);
      expect(await isBlockedBetween(ctx, looking.userId, rosa.userId)).toBe(false);
      expect([await isListedTo(looking, id), await isOpenTo(looking, id)]).toEqual([false, false]);
    },
  );

  it('by a request does not show in a later block of the person', async () => {
    const [rosa, looking] = [await person('Rosa'), await donor()];
    const { id } = await ask(rosa);
    await byRequest(looking, id);
    const listed = async () => (await listBlocks(ctx, looking)).map((block) => block.person.id);
    expect(await listed()).toEqual([id]);
    await blockPerson(ctx, looking, rosa.userId);
    expect((await listed()).toSorted()).toEqual([id, rosa.userId].toSorted());
    await unblockPerson(ctx, looking, id);
    expect(await listed()).toEqual([rosa.userId]);
  });

  it.each([
    [
      'of the person, by the donor who has dealt with them',
      async (rosa: TestCaller, helper: TestCaller) => {
        await claims.claimListing(ctx, rosa, (await listing(helper)).id);
        await blockPerson(ctx, helper, rosa.userId);
      },
    ],
    [
      'of the donor, by the person',
      (rosa: TestCaller, helper: TestCaller) => blockPerson(ctx, rosa, helper.userId),
    ],
    [
      'by an earlier request',
      async (rosa: TestCaller, helper: TestCaller) => {
        const earlier = await ask(rosa);
        await byRequest(helper, earlier.id);
        await cancelRequest(ctx, rosa, earlier.id);
      },
    ],
  ])('%s: refuses the match, as if another donor were helping', async (_which, block) => {
    const [rosa, apart, other, helper] = [await person('Rosa'), await donor(), await donor(), await donor()];
    await block(rosa, apart);
    const { id } = await ask(rosa);
    // as to all others before
    expect([await isListedTo(apart, id), await isOpenTo(apart, id)]).toEqual([true, true]);
    expect((await getRequest(ctx, apart, id)).alertedAt).not.toBeNull();
    await expect.poll(async () => (await requestsOnMap(other)).ids).toContain(id);
    const { count } = await requestsOnMap(other);
    expect((await requestsOnMap(apart)).count).toBe(count);
    expect((await requestsOnMap(apart)).ids).toContain(id);
    const refused = await tryMatch(apart, id);
    expect(refused.status).toBe(409);
    expect([await isListedTo(apart, id), await isOpenTo(apart, id)]).toEqual([false, false]);
    await expect.poll(async () => (await requestsOnMap(other)).count).toBe(count);
    const withoutIt = await requestsOnMap(apart);
    expect([withoutIt.count, withoutIt.ids.includes(id)]).toEqual([count - 1, false]);
    expect(await tryMatch(apart, id)).toEqual(refused);
    // the same words as who really is too late
    await tryMatch(helper, id);
    expect(await tryMatch(other, id)).toEqual(refused);
    // and it stays so when the request is open again
    await fixture.release(helper, id);
    expect([await isListedTo(apart, id), await isListedTo(other, id)]).toEqual([false, true]);
    expect((await getRequest(ctx, other, id)).alertedAt).not.toBeNull();
    const { rows } = await pool.query(
      'select from emergency_alert where request_id = $1 and donor_id = $2 and round = 1',
      [id, apart.userId],
    );
    expect(rows).toEqual([]);
    await cancelRequest(ctx, rosa, id);
  });

  it('of a stranger, by the donor, cannot be probed by a match: half of the neighbors, and then the other half', async () => {
    const [rosa, others] = [await person('Rosa'), [await person(), await person()]];
    const { id } = await ask(rosa);
    for (const blocked of [[rosa], others]) {
      const puppet = await donor();
      for (const one of blocked) await blockPerson(ctx, puppet, one.userId);
      expect((await tryMatch(puppet, id)).status).toBe(201);
      await fixture.release(puppet, id);
    }
  });

  it('by the donor, who knows the person by name, cannot be probed by rejoining the request', async () => {
    const [rosa, helper] = [await person('Rosa'), await donor()];
    await claims.claimListing(ctx, rosa, (await listing(helper)).id);
    const { id } = await ask(rosa);
    const { match } = await matchRequest(ctx, helper, id);
    await messaging.sendMessage(ctx, rosa, match?.conversationId ?? '', 'Thank you!');
    await blockPerson(ctx, helper, rosa.userId);
    const fallSilent = async () => {
      clock.forward(3 * HOUR_MS);
      await expireRequests(ctx);
    };
    await fallSilent();
    expect([await isListedTo(helper, id), (await tryMatch(helper, id)).status]).toEqual([true, 201]);
    // by the person, it acts
    await fallSilent();
    await blockPerson(ctx, rosa, helper.userId);
    expect((await tryMatch(helper, id)).status).toBe(409);
  });

  it('counts towards ten attempts of a day, as does being too late, and not towards the matches', async () => {
    const [apart, late] = [await donor(), await donor()];
    for (let nth = 0; nth < 5; nth++) {
      const rosa = await person();
      await blockPerson(ctx, rosa, apart.userId);
      const { id } = await ask(rosa);
      const refused = await tryMatch(apart, id);
      await tryMatch(await donor(), id);
      expect(await tryMatch(late, id)).toEqual(refused);
      if (nth === 4) {
        const { id: open } = await ask(await person());
        for (const who of [apart, late]) {
          expect((await matchRequest(ctx, who, open)).side).toBe('helper');
          await fixture.release(who, open);
        }
      }
      // each counts, of the same request too
      expect([await tryMatch(apart, id), await tryMatch(late, id)]).toEqual([refused, refused]);
    }
    const { id: another } = await ask(await person());
    for (const who of [apart, late])
      await expect(matchRequest(ctx, who, another)).rejects.toMatchObject({
        key: 'match-limit.attempts',
        params: { max: 10 },
      });
    clock.forward(DAY_MS);
    const { id } = await ask(await person());
    expect((await matchRequest(ctx, late, id)).side).toBe('helper');
  });

  it('of one who was too late is over once the request is open again', async () => {
    const [late, first] = [await donor(), await donor()];
    for (let nth = 0; nth < 3; nth++) {
      const { id } = await ask(await person());
      await tryMatch(first, id);
      await tryMatch(late, id);
      await fixture.release(first, id);
      expect((await tryMatch(late, id)).status).toBe(201);
      clock.forward(12 * HOUR_MS);
    }
  });

  it('is not revealed by other refusals of a match', async () => {
    const [rosa, apart, other] = [await person('Rosa'), await donor(), await donor()];
    await blockPerson(ctx, rosa, apart.userId);
    const { id } = await ask(rosa);
    const over = async (who: TestCaller) => {
      const { id: listingId } = await listing(who);
      await as(who, { method: 'POST', url: `/api/food-listings/${listingId}/withdraw` });
      return listingId;
    };
    const [notTheirs, few] = [await listing(await donor()), [await listing(apart), await listing(other)]];
    const offers = async (who: TestCaller, own: string) => [
      { listingId: notTheirs.id },
      { listingId: await over(who) },
      { listingId: own, servings: 99 },
    ];
    const refusals = async (who: TestCaller, own: string) => {
      const answers: unknown[] = [];
      for (const offer of await offers(who, own))
        answers.push(await call(who, 'POST', `${REQUESTS}/${id}/match`, offer));
      return answers;
    };
    const whileOpen = await refusals(apart, few[0]?.id ?? '');
    expect(whileOpen).toEqual(await refusals(other, few[1]?.id ?? ''));
    expect(whileOpen).not.toContainEqual(await tryMatch(apart, id));
    // from then on every match is refused alike, as for who is too late
    const refused = await tryMatch(apart, id);
    expect(new Set((await refusals(apart, few[0]?.id ?? '')).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(refused)]),
    );
    await tryMatch(await donor(), id);
    expect(new Set((await refusals(other, few[1]?.id ?? '')).map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify(refused)]),
    );
  });

  it('stays in effect for a request whose match it has refused: past the three of a day, and without the block', async () => {
    const [rosa, apart] = [await person('Rosa'), await donor()];
    await claims.claimListing(ctx, rosa, (await listing(apart)).id);
    await blockPerson(ctx, apart, rosa.userId);
    const { id } = await ask(rosa);
    const refused = await tryMatch(apart, id);
    for (let nth = 0; nth < 3; nth++) await tryMatch(apart, (await ask(await person())).id);
    const { id: open } = await ask(await person());
    expect(JSON.parse((await tryMatch(apart, open)).body)).toMatchObject({ code: 'match-limit' });
    expect(await tryMatch(apart, id)).toEqual(refused);
    await unblockPerson(ctx, apart, rosa.userId);
    expect(await tryMatch(apart, id)).toEqual(refused);
    clock.forward(20 * HOUR_MS);
    expect([await tryMatch(apart, id), await isListedTo(apart, id)]).toEqual([refused, false]);
  });

  it('by a request is restored if the person signs up again, and deleted with the blocker', async () => {
    const password = 'a good long password';
    const payload = { email: 'again@example.org', password, firstName: 'Rosa' };
    const signUp = async (): Promise<TestCaller> => {
      const answer = await as(null, { method: 'POST', url: '/api/auth/sign-up/email', payload });
      const [cookie] = answer.cookies;
      const userId: string = answer.json().id;
      return {
        userId,
        sessionId: userId,
        cookie: `${cookie?.name}=${encodeURIComponent(cookie?.value ?? '')}`,
      };
    };
    const [first, looking] = [await signUp(), await donor()];
    const { id } = await ask(first);
    await byRequest(looking, id);
    await as(first, { method: 'POST', url: '/api/users/close-account', payload: { password } });
    expect(await listBlocks(ctx, looking)).toEqual([]);
    const second = await signUp();
    expect(await isBlockedFromMatch(looking, second)).toBe(true);
    expect(await isBlockedBetween(ctx, looking.userId, second.userId)).toBe(false);
  });
});

describe('a complaint of harassment', () => {
  const complain = (by: TestCaller, subject: { type: 'person' | 'conversation' | 'request'; id: string }) =>
    createReport(ctx, by, { subject, reason: 'harassment', details: '' }, null);

  it('by a requester keeps these two apart, until an admin closes it, and acts no wider', async () => {
    const { requester, helper, id, conversationId } = await matched();
    const { id: reportId } = await complain(requester, { type: 'conversation', id: conversationId });
    await fixture.release(requester, id);
    await cancelRequest(ctx, requester, id);
    const { id: others } = await ask(await person());
    const { id: again } = await ask(requester);
    // the request alone would tell whose it is
    expect([await isListedTo(helper, others), await isListedTo(helper, again)]).toEqual([true, true]);
    await expect(matchRequest(ctx, helper, again)).rejects.toMatchObject({ key: 'not-pending.matched' });
    expect(await isListedTo(helper, again)).toBe(false);
    expect((await matchRequest(ctx, helper, others)).side).toBe('helper');
    await cancelRequest(ctx, requester, again);
    await admin.closeReport(ctx, reportId, 'a misunderstanding');
    clock.forward(DAY_MS);
    const { id: later } = await ask(requester);
    expect((await matchRequest(ctx, helper, later)).side).toBe('helper');
  });

  it('by a requester hides the request from who has helped with it, and says so; others see it', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await fixture.release(requester, id);
    const bystander = await donor();
    expect(await isListedTo(helper, id)).toBe(true);
    await complain(requester, { type: 'conversation', id: conversationId });
    expect([await isListedTo(helper, id), await isListedTo(bystander, id)]).toEqual([false, true]);
    expect(await getRequest(ctx, helper, id)).toMatchObject({ earlierHelp: 'kept-apart' });
    await expect(matchRequest(ctx, helper, id)).rejects.toMatchObject({ key: 'kept-apart' });
    // another request of the same person, which this helper cannot know, looks like any other
    await cancelRequest(ctx, requester, id);
    const { id: again } = await ask(requester);
    expect(await isListedTo(helper, again)).toBe(true);
    expect(await getRequest(ctx, helper, again)).toMatchObject({ earlierHelp: null });
    await expect(matchRequest(ctx, helper, again)).rejects.toMatchObject({ key: 'not-pending.matched' });
  });

  it('by three known people after a meeting, on three days, slows helping, and never stops it', async () => {
    const helper = await donor();
    const tryTwice = async () => {
      clock.forward(DAY_MS);
      const ids = [(await ask(await person())).id, (await ask(await person())).id];
      await matchRequest(ctx, helper, ids[0] ?? '');
      return matchRequest(ctx, helper, ids[1] ?? '').catch((error: unknown) => error);
    };
    for (let nth = 0; nth < 3; nth++) {
      expect(await tryTwice()).toMatchObject({ side: 'helper' });
      clock.forward(DAY_MS);
      const requester = await person();
      await pool.query('update person set verified = true where id = $1', [requester.userId]);
      const { id } = await ask(requester);
      const { match } = await matchRequest(ctx, helper, id);
      const [handoverId, time] = [match?.handover.id ?? '', new Date(clock.at + HOUR_MS)];
      await proposeTime(ctx, helper, handoverId, time);
      await acceptTime(ctx, requester, handoverId, time);
      clock.forward(MINUTE_MS);
      await complain(requester, { type: 'person', id: helper.userId });
      await fixture.release(requester, id);
      await cancelRequest(ctx, requester, id);
    }
    expect(await tryTwice()).toMatchObject({ key: 'match-limit', params: { max: 1 } });
  });

  it('by a person who is not their requester, for another reason, or about a request changes nothing', async () => {
    const { requester, helper } = await matched();
    for (const stranger of [await person(), await donor(), await person()])
      await complain(stranger, { type: 'person', id: helper.userId });
    const subject = { type: 'person', id: helper.userId } as const;
    await createReport(ctx, requester, { subject, reason: 'dishonest', details: '' }, null);
    clock.forward(MINUTE_MS);
    expect(await isListedTo(helper, (await ask(await person())).id)).toBe(true);
  });
});
