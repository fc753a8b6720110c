import { SIGNED_OUT_CLOSE_CODE } from '@openlarder/domain/live/live-protocol.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { getClaim } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as messaging from '#server/features/messaging/messages/send-message.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { createReport } from '#server/features/moderation/reports/create-report.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import {
  brokenInvariants,
  claimsFixture,
  MIDTOWN,
  SECRET_ADDRESS,
  type TestCaller,
} from '#server/test/factories/claims-fixture.ts';
import { openLive } from '#server/test/live/live-client.ts';

const fixture = await claimsFixture();
const { as, ctx, pool, person, listing } = fixture;
const address = await fixture.listen();

/** A socket that begins after everything that has happened. */
const join = async (who: TestCaller) => {
  await ctx.eventLog.catchUp(30_000);
  return openLive(`${address.replace('http', 'ws')}/ws`, { cookie: who.cookie, origin: fixture.origin });
};
const close = (who: Pick<TestCaller, 'cookie'>, password?: string): Promise<LightMyRequestResponse> =>
  as(who, { method: 'POST', url: '/api/users/close-account', payload: { password } });
const get = async (who: TestCaller, url: string) => (await as(who, { url })).json();
const PHONE = '+1 212 555 0142';
const FIRST_NAME = 'Rosalinde';
const LAST_NAME = 'Quattrocchi';
const FIRST_WORDS = 'I ring twice when I come';

/** A person with something open in every feature, and the two people it involves. */
async function scene() {
  const [rosa, amir, june] = [
    await person(FIRST_NAME, LAST_NAME),
    await person('Amir'),
    await person('June'),
  ];
  await as(rosa, {
    method: 'PUT',
    url: '/api/users/profile',
    payload: { ...MIDTOWN, address: SECRET_ADDRESS, areaLabel: 'Hell’s Kitchen', diets: ['vegan'] },
  });
  const shared = await listing(rosa, { contactPhone: PHONE });
  const unclaimed = await listing(rosa);
  const handedOver = await listing(rosa, { estimatedServings: 6 });
  const hers = await listing(june);
  const done = await claimListing(ctx, amir, handedOver.id, 2);
  await handovers.completeHandover(ctx, amir, done.handover.id);
  await handovers.completeHandover(ctx, rosa, done.handover.id);
  const open = await claimListing(ctx, amir, shared.id, 3);
  await handovers.revealAddress(ctx, rosa, open.conversationId);
  await messaging.sendMessage(ctx, rosa, open.conversationId, FIRST_WORDS);
  const taken = await claimListing(ctx, rosa, hers.id, 3);
  await handovers.revealAddress(ctx, june, taken.conversationId);
  await as(rosa, { method: 'POST', url: '/api/objects/upload' });
  const [blocked, blocker] = [await person(), await person()];
  await blockPerson(ctx, rosa, blocked.userId);
  await blockPerson(ctx, blocker, rosa.userId);
  const about = { type: 'person' as const, id: blocked.userId };
  await createReport(ctx, rosa, { subject: about, reason: 'other', details: 'was rude' }, null);
  return { rosa, amir, june, shared, unclaimed, handedOver, hers, open, done, taken };
}

describe('closing an account', () => {
  it('ends everything open and informs the other side', async () => {
    const { rosa, amir, june, shared, unclaimed, handedOver, hers, open, done, taken } = await scene();
    const [rosaLive, amirLive, juneLive] = [await join(rosa), await join(amir), await join(june)];
    const answer = await close(rosa);
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([204, '"cache", "storage"']);
    expect(answer.cookies[0]).toMatchObject({ name: 'openlarder', value: '', maxAge: 0 });

    // all her sessions have ended
    expect(await rosaLive.closed).toBe(SIGNED_OUT_CLOSE_CODE);
    expect((await as(rosa, { url: '/api/auth/user' })).statusCode).toBe(401);

    // the claim on her food is released: with a notification, a system message and a live event
    await amirLive.waitFor(({ topics }) => topics?.includes('handovers') === true);
    await amirLive.waitFor(({ topics }) => topics?.includes('notifications') === true);
    await amirLive.waitFor(
      ({ type, data }) => type === 'new_message' && data?.['conversationId'] === open.conversationId,
    );
    const claim = await getClaim(ctx, amir, open.id);
    expect(claim).toMatchObject({
      status: 'released',
      donor: { displayName: 'Deleted account' },
      listing: { placeShared: false, pickupInstructions: null, contactPhone: null, latitude: null },
    });
    expect((await getClaim(ctx, amir, done.id)).status).toBe('completed');
    const received = await get(amir, '/api/notifications');
    expect(received).toContainEqual(
      expect.objectContaining({
        kind: 'claim_released',
        readAt: null,
        actor: expect.objectContaining({ displayName: 'Deleted account', initials: '–' }),
      }),
    );
    const conversations = await get(amir, '/api/conversations');
    expect(conversations).toHaveLength(2);
    for (const conversation of conversations)
      expect(conversation).toMatchObject({
        otherUser: { displayName: 'Deleted account', firstName: '', lastName: '', initials: '–' },
        readOnly: true,
        lastMessage: { event: 'account_closed' },
      });
    const said = await get(amir, `/api/conversations/${open.conversationId}/messages`);
    expect(said.map(({ content, event }: { content: string; event: string }) => event ?? content)).toEqual([
      'claimed',
      'place_shared',
      FIRST_WORDS,
      'released',
      'account_closed',
    ]);
    const reply = await as(amir, {
      method: 'POST',
      url: `/api/conversations/${open.conversationId}/messages`,
      payload: { content: 'Are you there?' },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'conversation-closed']);

    // her listings are withdrawn; food that she had claimed is offered again
    for (const { id } of [shared, unclaimed])
      expect((await as(june, { url: `/api/food-listings/${id}` })).statusCode).toBe(404);
    expect(await get(june, `/api/users/${rosa.userId}/food-listings`)).toEqual([]);
    await juneLive.waitFor(({ topics }) => topics?.includes('handovers') === true);
    expect(await get(june, `/api/food-listings/${hers.id}`)).toMatchObject({
      status: 'posted',
      servingsLeft: hers.estimatedServings,
    });
    expect((await getClaim(ctx, june, taken.id)).status).toBe('released');

    expect(await brokenInvariants(pool)).toEqual([]);
    const { rows } = await pool.query<{ id: string; status: string }>(
      'select id, status from food_listing where donor_id = $1',
      [rosa.userId],
    );
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [shared.id, 'withdrawn'],
        [unclaimed.id, 'withdrawn'],
        [handedOver.id, 'completed'],
      ]),
    );
    expect(await leftOpen(rosa.userId)).toEqual([]);
    await Promise.all([amirLive.leave(), juneLive.leave()]);
  });

  it('frees the email for a new account, which is another person', async () => {
    const payload = {
      email: 'again@example.org',
      password: 'a good long password',
      firstName: 'Ana',
      userType: 'donor',
    };
    const signUp = () => as(null, { method: 'POST', url: '/api/auth/sign-up/email', payload });
    const first = await signUp();
    const cookie = `openlarder=${encodeURIComponent(first.cookies[0]?.value ?? '')}`;

    const wrong = await close({ cookie }, 'not this one');
    expect([wrong.statusCode, wrong.json().fields]).toEqual([422, { password: "That's not your password." }]);
    const none = await close({ cookie });
    expect([none.statusCode, none.json().fields]).toEqual([422, { password: 'Please enter your password' }]);
    expect((await as({ cookie }, { url: '/api/auth/user' })).statusCode).toBe(200);

    expect((await close({ cookie }, payload.password)).statusCode).toBe(204);
    const { email, password } = payload;
    const signIn = { method: 'POST', url: '/api/auth/sign-in/email', payload: { email, password } } as const;
    expect((await as(null, signIn)).statusCode).toBe(401);
    const second = await signUp();
    expect(second.statusCode).toBe(200);
    expect(second.json().id).not.toBe(first.json().id);
    expect((await as(null, signIn)).statusCode).toBe(200);
  });

  it('rolls back everything if a step fails', async () => {
    const { rosa, amir, open } = await scene();
    const before = await getClaim(ctx, amir, open.id);
    // as if the database refused one of the steps
    await pool.query(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'no'; end $$;
      create trigger refuse before update on person for each row
        when (new.closed_at is not null) execute function refuse()`);
    expect((await close(rosa)).statusCode).toBe(500);
    await pool.query('drop function refuse cascade');
    expect(await getClaim(ctx, amir, open.id)).toEqual(before);
    expect((await as(rosa, { url: '/api/auth/user' })).statusCode).toBe(200);
    expect((await close(rosa)).statusCode).toBe(204);
  });
});

describe('a person with a closed account', () => {
  it('gets no notification, cannot be blocked, and in-flight requests are refused', async () => {
    const [rosa, amir] = [await person(), await person()];
    expect((await close(rosa)).statusCode).toBe(204);
    await blockPerson(ctx, amir, rosa.userId);
    await inTransaction(ctx, (tx) =>
      notifications.notify(tx, {
        personId: rosa.userId,
        kind: 'listing_claimed',
        subject: { type: 'claim', id: fixture.newId() },
        actorId: amir.userId,
        listingTitle: null,
      }),
    );
    const where = { point: MIDTOWN, areaLabel: 'Here', address: '' };
    const late = inTransaction(ctx, (tx) => places.setProfilePlace(tx, rosa.userId, where));
    await expect(late).rejects.toMatchObject({ code: 'P0401' });
    await expect(listing(rosa)).rejects.toThrow();
    const { rows } = await pool.query(
      `select 'notification' from notification where person_id = $1
       union all select 'block' from block where blocked_id = $1
       union all select 'place' from place where person_id = $1
       union all select 'listing' from food_listing where donor_id = $1`,
      [rosa.userId],
    );
    expect(rows).toEqual([]);
  });
});

/** Rows that would still be open or refer to a closed account. */
async function leftOpen(personId: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select 'handover', id from handover where status = 'open' and $1 in (giver_id, receiver_id)
     union all select 'conversation', id from conversation where closed_at is null and $1 in (giver_id, receiver_id)
     union all select 'exact location', subject_id from exact_location where owner_id = $1
     union all select 'grant', subject_id from place_grant where viewer_id = $1
     union all select 'place', id from place where person_id = $1
     union all select 'photo', id from photo where owner_id = $1
     union all select 'where', id from food_listing where donor_id = $1 and public_point is not null
     union all select 'session', id from session where person_id = $1
     union all select 'credential', id from credential where person_id = $1
     union all select 'notification', id from notification where person_id = $1
     union all select 'report', id from report where reporter_id = $1
     union all select 'block', blocker_id from block where $1 in (blocker_id, blocked_id)`,
    [personId],
  );
  return rows;
}
