import { NO_STANDING, type Standing } from '@openlarder/domain/accounts/standing.ts';
import type { Conversation } from '@openlarder/domain/messaging/message-contract.ts';
import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { closePersonAccount } from '#server/features/accounts/lifecycle/account-closure.ts';
import { renewStandings } from '#server/features/accounts/standing/standing.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as messaging from '#server/features/messaging/messages/send-message.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { claimsFixture, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { makeStatementCounter } from '#server/test/count-statements.ts';

const fixture = await claimsFixture();
const { ctx, pool, clock, listing, as } = fixture;
// the rows that SQL has written keep no invariants
afterAll(() => fixture.pool.query('truncate person cascade'));
const person = fixture.member;

type How = 'both' | 'giver' | 'disputed' | 'missed';

/** A claim, with its end. */
async function handOver(giver: TestCaller, receiver: TestCaller, how: How = 'both'): Promise<void> {
  const { handover } = await claims.claimListing(
    ctx,
    receiver,
    (await listing(giver, { sharePlaceAtOnce: true })).id,
    1,
  );
  if (how === 'missed') {
    clock.forward(10 * HOUR_MS);
    await handovers.reportNoShow(ctx, giver, handover.id);
    return;
  }
  clock.forward(HOUR_MS);
  await handovers.completeHandover(ctx, giver, handover.id);
  if (how !== 'giver') await handovers.completeHandover(ctx, receiver, handover.id);
  if (how === 'disputed') await handovers.disputeHandover(ctx, receiver, handover.id, 'There was no food');
}

async function giveOften(giver: TestCaller, times: number, how: How = 'both'): Promise<void> {
  const receivers = [await person('Ben', 'Ito'), await person('Cleo', 'Diaz')];
  for (let nth = 0; nth < times; nth++) {
    const receiver = receivers[nth % 2];
    if (receiver) await handOver(giver, receiver, how);
    // daily limits apply
    clock.forward(DAY_MS / 2);
  }
}

/** A person asks about the giver's food, and is answered after so many hours. */
async function ask(giver: TestCaller, answeredAfterHours: number | null): Promise<Conversation['id']> {
  const asker = await person('Dee', 'Roy');
  const claim = await claims.claimListing(ctx, asker, (await listing(giver)).id, 1);
  await messaging.sendMessage(ctx, asker, claim.conversationId, 'When may I come?');
  if (answeredAfterHours !== null) {
    clock.forward(answeredAfterHours * HOUR_MS);
    await messaging.sendMessage(ctx, giver, claim.conversationId, 'At six');
  }
  return claim.conversationId;
}

/** Lets the nights go by after which all of it counts. */
async function weekLater(): Promise<void> {
  clock.forward(7 * DAY_MS + HOUR_MS);
  await pool.query('update session set updated_at = $1, expires_at = $2', [
    clock.now(),
    new Date(clock.at + 30 * DAY_MS),
  ]);
  await renewStandings(ctx);
}

const profileOf = async (viewer: TestCaller, { userId }: TestCaller) =>
  (await as(viewer, { url: `/api/users/${userId}` })).json();
const standingOf = async (viewer: TestCaller, seen: TestCaller): Promise<Standing> =>
  (await profileOf(viewer, seen)).standing;
const change = (who: TestCaller, payload: object) =>
  as(who, { method: 'PUT', url: '/api/users/profile', payload });

describe('the public sharing stats of a person', () => {
  test('count what they gave a week ago, to two people, and never what they received', async () => {
    const [viewer, giver, friend, receiver] = [
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    await giveOften(giver, 5);
    for (let nth = 0; nth < 5; nth++) {
      // one friend alone
      await handOver(friend, receiver);
      clock.forward(DAY_MS / 2);
    }
    await renewStandings(ctx);
    expect(await standingOf(viewer, giver)).toEqual(NO_STANDING);
    await weekLater();
    expect(await standingOf(viewer, giver)).toEqual({ ...NO_STANDING, shares: 'often' });
    expect(await standingOf(viewer, friend)).toEqual(NO_STANDING);
    expect(await standingOf(viewer, receiver)).toEqual(NO_STANDING);
  });

  test('require both confirmations, and no dispute or missed pickup', async () => {
    const viewer = await person();
    for (const how of ['giver', 'disputed', 'missed'] as const) {
      const giver = await person();
      await giveOften(giver, 4);
      await giveOften(giver, 1, how);
      await weekLater();
      expect((await standingOf(viewer, giver)).shares).toBeNull();
    }
  });

  test('are recomputed once a day, and unchanged in between', async () => {
    const [viewer, giver] = [await person(), await person()];
    await giveOften(giver, 5);
    await weekLater();
    await pool.query(`update handover set status = 'disputed' where giver_id = $1`, [giver.userId]);
    await renewStandings(ctx);
    expect((await standingOf(viewer, giver)).shares).toBe('often');
    clock.forward(DAY_MS);
    await renewStandings(ctx);
    expect((await standingOf(viewer, giver)).shares).toBeNull();
  });

  test('show who usually replies the same day', async () => {
    const [viewer, quick, slow] = [await person(), await person(), await person()];
    for (let nth = 0; nth < 5; nth++) {
      await ask(quick, 2);
      await ask(slow, nth === 0 ? null : 13);
      clock.forward(DAY_MS);
    }
    await weekLater();
    expect(await standingOf(viewer, quick)).toEqual({ ...NO_STANDING, repliesSameDay: true });
    expect(await standingOf(viewer, slow)).toEqual(NO_STANDING);
  });

  test('can be hidden one by one by the person, whose export has them', async () => {
    const [viewer, giver] = [await person(), await person()];
    const { userId } = giver;
    await pool.query('update person set verified = true where id = $1', [userId]);
    await pool.query(`insert into person_standing values ($1, 'very_often', true, '2026-01-01')`, [userId]);
    const everything = { shares: 'very_often', repliesSameDay: true, verified: true };
    expect(await standingOf(viewer, giver)).toEqual(everything);
    await change(giver, { showsSharing: false });
    expect(await standingOf(viewer, giver)).toEqual({ ...everything, shares: null });
    await change(giver, { showsReplies: false });
    expect(await standingOf(viewer, giver)).toEqual({ ...NO_STANDING, verified: true });
    await change(giver, { showsVerified: false });
    expect(await profileOf(viewer, giver)).toMatchObject({ verified: false, standing: NO_STANDING });
    const { account } = (await as(giver, { url: '/api/users/export' })).json();
    expect(account).toMatchObject({
      showsSharing: false,
      showsReplies: false,
      showsVerified: false,
      standing: { shares: 'very_often', repliesSameDay: true, day: '2026-01-01' },
    });
    await change(giver, { showsSharing: true, showsReplies: true, showsVerified: true });
    expect(await standingOf(viewer, giver)).toEqual(everything);
  });

  test('are shown in the conversation, until a block, and deleted with the account', async () => {
    const [giver, receiver] = [await person(), await person()];
    await pool.query(`insert into person_standing values ($1, 'often', false, '2026-01-01')`, [giver.userId]);
    await claims.claimListing(ctx, receiver, (await listing(giver)).id, 1);
    const inConversation = async (who: TestCaller): Promise<Standing | undefined> => {
      const [conversation] = (await as(who, { url: '/api/conversations' })).json<Conversation[]>();
      return conversation?.otherUser.standing;
    };
    expect(await inConversation(receiver)).toEqual({ ...NO_STANDING, shares: 'often' });
    expect(await inConversation(giver)).toEqual(NO_STANDING);
    await as(giver, { method: 'POST', url: '/api/blocks', payload: { userId: receiver.userId } });
    expect(await inConversation(receiver)).toEqual(NO_STANDING);
    await inTransaction(ctx, (tx) => closePersonAccount(tx, giver.userId));
    clock.forward(DAY_MS);
    await renewStandings(ctx);
    const { rows } = await pool.query('select from person_standing where person_id = $1', [giver.userId]);
    expect(rows).toEqual([]);
  });

  test('are recomputed with a constant number of statements', async () => {
    const statements = makeStatementCounter(pool);
    const renew = () => statements.in(() => renewStandings(ctx));
    clock.forward(DAY_MS);
    const before = await renew();
    for (let nth = 0; nth < 30; nth++) await person();
    clock.forward(DAY_MS);
    expect(await renew()).toBe(before);
  });
});
