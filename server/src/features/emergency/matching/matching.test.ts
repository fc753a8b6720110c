import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it, vi } from 'vitest';
import type { TestCaller } from '#server/test/factories/claims-fixture.ts';
import { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { getClaim, listClaims } from '#server/features/claims/claims.queries.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { matchRequest } from './match-request.ts';
import { cancelRequest, deleteRequest } from '../requests/request-actions.ts';
import { getRequest, listRequests } from '../requests/request-queries.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import * as listings from '#server/features/listings/listings.queries.ts';
import { blockPerson } from '#server/features/moderation/blocks/blocks.ts';
import { complaintsAboutRequestsOf } from '#server/features/moderation/reports/create-report.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await emergencyFixture();
const { ctx, clock, pool, person, donor, ask, matched, listing, handoverOf, release, confirm } = fixture;

const kindsOf = async (who: TestCaller) =>
  (await notifications.listNotifications(ctx, who)).notifications.map(({ kind }) => kind);
const saidIn = async (who: TestCaller, conversationId: string) =>
  (await messaging.listMessages(ctx, who, conversationId, { limit: 50, cursor: null })).messages.map(
    ({ event, content }) => event ?? content,
  );
const isReadOnly = async (who: TestCaller, conversationId: string) =>
  (await messaging.listConversations(ctx, who)).conversations.find(({ id }) => id === conversationId)
    ?.readOnly;

describe('a match', () => {
  it('notifies the requester, and opens a conversation in which she is a neighbor', async () => {
    const { requester, helper, id, conversationId } = await matched();
    const [hers, his] = [await getRequest(ctx, requester, id), await getRequest(ctx, helper, id)];
    expect(hers).toMatchObject({ status: 'matched', side: 'requester', pickupLocation: 'Turtle Bay' });
    expect(his).toMatchObject({
      side: 'helper',
      pickupLocation: 'Turtle Bay',
      placeShared: false,
      requester: { id: null, firstName: 'A neighbor', lastName: '' },
    });
    expect(await kindsOf(requester)).toContain('request_matched');
    expect(await saidIn(requester, conversationId)).toEqual(['request_matched']);
    expect(hers.match?.handover.code).toMatch(/^\d{4}$/);
    expect(his.match?.handover.code).toBeNull();
    expect(his.match?.silentAt).toBe(new Date(clock.at + 20 * MINUTE_MS).toISOString());
    expect((await listRequests(ctx, helper, 'helping')).map((request) => request.id)).toEqual([id]);
  });

  it('is idempotent for its helper, and refused to everyone else', async () => {
    const { requester, helper, id } = await matched();
    expect(await matchRequest(ctx, helper, id)).toMatchObject({ side: 'helper' });
    await expect(matchRequest(ctx, await donor(), id)).rejects.toMatchObject({
      status: 409,
      code: 'not-pending',
    });
    await expect(matchRequest(ctx, await person(), id)).rejects.toMatchObject({
      status: 403,
      code: 'donors-only',
    });
    const asking = await donor();
    const own = await ask(asking);
    await expect(matchRequest(ctx, asking, own.id)).rejects.toMatchObject({ code: 'own-request' });
    await expect(getRequest(ctx, await donor(), id)).rejects.toMatchObject({ status: 404 });
    expect((await getRequest(ctx, requester, id)).match?.helper.id).toBe(helper.userId);
  });

  it('is limited to three a day for one helper, released ones included', async () => {
    const helper = await donor();
    for (let nth = 0; nth < 3; nth++) {
      const { id } = await ask(await person());
      await matchRequest(ctx, helper, id);
      await release(helper, id);
      clock.forward(HOUR_MS);
    }
    const { id } = await ask(await person());
    await expect(matchRequest(ctx, helper, id)).rejects.toMatchObject({
      code: 'match-limit',
      retryAfterSeconds: (21 * HOUR_MS) / 1000,
    });
    clock.forward(21 * HOUR_MS);
    expect((await matchRequest(ctx, helper, id)).status).toBe('matched');
  });

  it('does not count if the requester ends it, nor a known helper’s in which they write, up to twenty at a time', async () => {
    const [helper, known] = [await donor(), await donor()];
    await fixture.makeKnown(known);
    for (let nth = 0; nth < 4; nth++) {
      const cancelling = await person();
      const { id } = await ask(cancelling);
      await matchRequest(ctx, helper, id);
      await cancelRequest(ctx, cancelling, id);
    }
    const conversations: string[] = [];
    const helpNext = async () => {
      const { match } = await matchRequest(ctx, known, (await ask(await person())).id);
      conversations.push(match?.conversationId ?? '');
    };
    const writeToLast = () => sendMessage(ctx, known, conversations.at(-1) ?? '', 'I have soup');
    for (let nth = 0; nth < 3; nth++) await helpNext();
    await expect(helpNext()).rejects.toMatchObject({ key: 'match-limit.unwritten' });
    await writeToLast();
    while (conversations.length < 20) {
      await helpNext();
      await writeToLast();
    }
    await expect(helpNext()).rejects.toMatchObject({ key: 'match-limit.open' });
    // later requests of this file are not kept for them
    await pool.query(`update person set user_type = 'recipient' where id = $1`, [known.userId]);
  });

  it('is allowed once for each account: after a release by either side the helper sees what any donor sees and cannot match again', async () => {
    for (const lettingGo of ['requester', 'helper'] as const) {
      const match = await matched();
      const { helper, id } = match;
      await release(match[lettingGo], id);
      const [seen, asAnyone] = [await getRequest(ctx, helper, id), await getRequest(ctx, await donor(), id)];
      expect(seen).toEqual({ ...asAnyone, earlierHelp: 'over' });
      expect(seen.requester).toEqual({ id: null, firstName: 'A neighbor', lastName: '' });
      // who asked reads who left, unless the account is closed or blocked
      const helperWhoLeft = async () => (await getRequest(ctx, match.requester, id)).helperLeft?.id ?? null;
      expect(await helperWhoLeft()).toBe(lettingGo === 'helper' ? helper.userId : null);
      const setClosed = (at: Date | null) =>
        pool.query('update person set closed_at = $2 where id = $1', [helper.userId, at]);
      await setClosed(new Date());
      expect(await helperWhoLeft()).toBeNull();
      await setClosed(null);
      await expect(matchRequest(ctx, helper, id)).rejects.toMatchObject({
        status: 409,
        code: 'already-helped',
      });
      await blockPerson(ctx, match.requester, helper.userId);
      expect(await helperWhoLeft()).toBeNull();
    }
  });
});

describe('with a listing', () => {
  it('claims as many servings as the household has people, in the listing’s conversation', async () => {
    const [requester, helper] = [await person('Ruth', 'Abara'), await donor()];
    const soup = await listing(helper);
    const { id } = await ask(requester);
    const { match } = await matchRequest(ctx, helper, id, { listingId: soup.id, servings: null });
    const claim = await getClaim(ctx, requester, match?.handover.claimId ?? '');
    expect(claim).toMatchObject({
      servings: 3,
      emergencyRequestId: id,
      conversationId: match?.conversationId,
    });
    expect(match?.handover).toMatchObject({ id: claim.handover.id, listingId: soup.id, code: null });
    await release(helper, id, 'cannot_make_it');
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
    expect((await getClaim(ctx, requester, claim.id)).status).toBe('released');
  });

  it('finds its claim even if the clock is set back in between', async () => {
    const [requester, helper] = [await person('Ruth', 'Abara'), await donor()];
    const soup = await listing(helper);
    const { id } = await ask(requester);
    const startedAt = clock.at;
    const backwards = vi.spyOn(clock, 'now').mockImplementation(() => new Date((clock.at -= 5)));
    const { match } = await matchRequest(ctx, helper, id, { listingId: soup.id, servings: null });
    backwards.mockRestore();
    clock.at = startedAt;
    expect(match?.handover.claimId).not.toBeNull();
    for (const who of [requester, helper]) await confirm(who, id);
    expect((await getClaim(ctx, requester, match?.handover.claimId ?? '')).status).toBe('completed');
  });

  it('is refused without any effect if the listing is another donor’s, too small, or gone', async () => {
    const [requester, helper, claimer] = [await person(), await donor(), await person()];
    const [soup, others] = [await listing(helper), await listing(await donor())];
    const { id } = await ask(requester);
    const give = (listingId: string, servings: number | null = null) =>
      matchRequest(ctx, helper, id, { listingId, servings });
    await expect(give(others.id)).rejects.toMatchObject({ status: 404 });
    await expect(give(soup.id, 5)).rejects.toMatchObject({ status: 409, code: 'not-enough' });
    await claimListing(ctx, claimer, soup.id);
    await expect(give(soup.id)).rejects.toMatchObject({ status: 409, code: 'not-available' });
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
  });

  it('is cancelled with its claim, whose servings come back', async () => {
    const [requester, helper] = [await person(), await donor()];
    const soup = await listing(helper);
    const { id } = await ask(requester);
    const { match } = await matchRequest(ctx, helper, id, { listingId: soup.id, servings: null });
    await cancelRequest(ctx, requester, id, 'got_food');
    expect((await getClaim(ctx, helper, match?.handover.claimId ?? '')).status).toBe('released');
    expect(await saidIn(helper, match?.conversationId ?? '')).toEqual([
      'request_matched',
      'request_cancelled',
    ]);
    expect((await kindsOf(helper)).filter((kind) => kind !== 'emergency_alert')).toEqual([
      'request_cancelled',
    ]);
  });
});

describe('a handover without a listing', () => {
  it('that is disputed opens the request again, unless the requester has confirmed the food', async () => {
    const [missed, got] = [await matched(), await matched()];
    await confirm(missed.helper, missed.id);
    await handovers.disputeHandover(ctx, missed.requester, await handoverOf(missed.id));
    expect((await getRequest(ctx, missed.requester, missed.id)).status).toBe('pending');
    await confirm(got.requester, got.id);
    await handovers.disputeHandover(ctx, got.helper, await handoverOf(got.id));
    expect((await getRequest(ctx, got.requester, got.id)).status).toBe('fulfilled');
    // a disagreement about one handover is no complaint about asking
    const { userId } = got.requester;
    expect(await complaintsAboutRequestsOf(ctx, userId, new Date(0))).toEqual([]);
  });
});

describe('the current match', () => {
  it('is the open one, even if the clock was set back before it', async () => {
    const { requester, id } = await matched();
    await release(requester, id);
    clock.forward(-10 * MINUTE_MS);
    const next = await donor();
    expect(await matchRequest(ctx, next, id)).toMatchObject({ side: 'helper', status: 'matched' });
    expect((await listRequests(ctx, next, 'helping')).map((request) => request.id)).toEqual([id]);
    await release(requester, id);
    expect((await getRequest(ctx, requester, id)).status).toBe('pending');
  });
});

describe('a meeting point', () => {
  it('is hidden from the helper by a dispute and by a block', async () => {
    const [disputed, blocked] = [await matched(), await matched()];
    for (const { requester, helper, id } of [disputed, blocked]) {
      await fixture.reveal(requester, id, { meetingPoint: 'The library' });
      await confirm(helper, id);
      await confirm(requester, id);
      expect((await getRequest(ctx, helper, id)).meetingPoint).toBe('The library');
    }
    await handovers.disputeHandover(ctx, disputed.requester, await handoverOf(disputed.id));
    await blockPerson(ctx, blocked.requester, blocked.helper.userId);
    for (const { helper, id } of [disputed, blocked])
      expect((await getRequest(ctx, helper, id)).meetingPoint).toBeNull();
  });
});

describe('a meeting point after a match without food', () => {
  it('is not read by the next helper if it was named to the last one', async () => {
    const { requester, helper, id } = await matched();
    await fixture.reveal(requester, id, { meetingPoint: 'The library' });
    await release(helper, id);
    const next = await donor();
    await matchRequest(ctx, next, id, { listingId: null, servings: null });
    expect((await getRequest(ctx, next, id)).meetingPoint).toBeNull();
  });

  it('stays if it was part of the request', async () => {
    const [requester, first, next] = [await person(), await donor(), await donor()];
    const { id } = await ask(requester, { meetingPoint: 'The library' });
    await matchRequest(ctx, first, id, { listingId: null, servings: null });
    await release(first, id);
    await matchRequest(ctx, next, id, { listingId: null, servings: null });
    expect((await getRequest(ctx, next, id)).meetingPoint).toBe('The library');
  });
});

describe('a request that is deleted', () => {
  it('keeps what one side has confirmed: its food is not offered again', async () => {
    const [requester, helper] = [await person(), await donor()];
    const soup = await listing(helper);
    const { id } = await ask(requester);
    await matchRequest(ctx, helper, id, { listingId: soup.id, servings: null });
    await confirm(requester, id);
    await inTransaction(ctx, (tx) => deleteRequest(tx, id));
    const [claim] = (await listClaims(ctx, helper, 'theirs')).claims;
    expect(claim).toMatchObject({ status: 'completed', handover: { completedBy: 'one_side' } });
    expect((await listings.getListing(ctx, helper, soup.id)).servingsLeft).toBe(1);
  });
});

describe('actions by the wrong person', () => {
  it('are refused under the refusal’s name', async () => {
    const { requester, helper, id } = await matched();
    await expect(cancelRequest(ctx, helper, id)).rejects.toMatchObject({
      status: 403,
      code: 'not-yours',
    });
    for (const revealed of [{}, { meetingPoint: 'The library' }])
      await expect(fixture.reveal(helper, id, revealed)).rejects.toMatchObject({ code: 'not-yours' });
    const stranger = await donor();
    await expect(cancelRequest(ctx, stranger, id)).rejects.toMatchObject({ status: 404 });
    await expect(fixture.reveal(stranger, id)).rejects.toMatchObject({ status: 404 });
    await cancelRequest(ctx, requester, id);
    await cancelRequest(ctx, requester, id);
    await expect(fixture.reveal(requester, id)).rejects.toMatchObject({ code: 'handover-ended' });
  });

  it('a release by either side closes the conversation, and the next helper gets a new one', async () => {
    const { requester, helper, id, conversationId } = await matched();
    await release(requester, id, 'no_answer');
    expect(await kindsOf(helper)).toContain('request_released');
    expect(await isReadOnly(helper, conversationId)).toBe(true);
    const { match } = await matchRequest(ctx, await donor(), id);
    expect(match?.conversationId).not.toBe(conversationId);
  });
});
