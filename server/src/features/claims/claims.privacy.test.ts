import { claimListingSpec } from '@openlarder/domain/claims/claim-schemas.ts';
import { listConversationsSpec } from '@openlarder/domain/messaging/message-schemas.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import {
  ask,
  claimsFixture,
  MIDTOWN,
  SECRET_ADDRESS,
  SECRET_INSTRUCTIONS,
  type TestCaller,
} from '#server/test/factories/claims-fixture.ts';
import { getClaim } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';

const fixture = await claimsFixture();
const app = fixture.http;
const { ctx, clock, person } = fixture;

const SECRETS = [SECRET_ADDRESS, SECRET_INSTRUCTIONS, String(MIDTOWN.latitude), String(MIDTOWN.longitude)];

/** Everything this person can request about the listing, as raw bytes, and everything in the log. */
async function allThatIsSaid(who: TestCaller, listingId: string, donorId: string): Promise<string> {
  const said: unknown[] = [];
  const read = async (url: string): Promise<unknown> => {
    const { status, body } = await ask(app, who, 'GET', url);
    said.push(status, body);
    return body;
  };
  await read(`/api/food-listings/${listingId}`);
  // from far away, so that the distance is to the shown point and not to the query's
  await read('/api/food-listings?near=40.7,-73.9&radiusKm=100');
  await read(`/api/users/${donorId}/food-listings`);
  await read(`/api/users/${who.userId}/food-listings?type=claimed`);
  for (const side of ['mine', 'theirs']) await read(`/api/claims?side=${side}`);
  const conversations = listConversationsSpec.responses[200].parse(await read('/api/conversations'));
  for (const { id } of conversations) await read(`/api/conversations/${id}/messages`);
  said.push(await notifications.listNotifications(ctx, who));
  const { rows } = await fixture.pool.query('select payload from live_event');
  return JSON.stringify([said, rows]);
}

const secretsIn = (said: string): string[] => SECRETS.filter((secret) => said.includes(secret));

test('the exact address is visible once revealed, and hidden as soon as the claim is released', async () => {
  const [donor, guest, stranger] = [await person(), await person(), await person()];
  const soup = await fixture.listing(donor);
  const about = (who: TestCaller): Promise<string> => allThatIsSaid(who, soup.id, donor.userId);
  const url = `/api/food-listings/${soup.id}`;

  expect(secretsIn(JSON.stringify(await ask(app, donor, 'GET', url)))).toEqual(SECRETS);
  for (const who of [guest, stranger]) expect(secretsIn(await about(who))).toEqual([]);

  const claimed = await ask(app, guest, 'POST', `${url}/claim`);
  const { claim, conversationId } = claimListingSpec.responses[201].parse(claimed.body);
  expect(secretsIn(JSON.stringify(claimed))).toEqual([]);
  for (const who of [guest, stranger]) expect(secretsIn(await about(who))).toEqual([]);

  const share = `/api/conversations/${conversationId}/share-place`;
  expect((await ask(app, stranger, 'POST', share)).status).toBe(404);
  expect((await ask(app, guest, 'POST', share)).status).toBe(403);
  expect(await ask(app, donor, 'POST', share)).toMatchObject({
    status: 200,
    body: { ownPlace: 'revealed' },
  });
  expect(secretsIn(await about(guest))).toEqual(SECRETS);
  expect(secretsIn(await about(stranger))).toEqual([]);

  expect((await ask(app, guest, 'POST', `/api/handovers/${claim.handover.id}/release`)).status).toBe(200);
  for (const who of [guest, stranger]) expect(secretsIn(await about(who))).toEqual([]);
  expect(await ask(app, donor, 'POST', share)).toMatchObject({
    status: 409,
    body: { code: 'handover-ended' },
  });

  await ask(app, guest, 'POST', `${url}/claim`);
  expect(secretsIn(await about(guest))).toEqual([]);
});

test('a donor who reveals immediately shows a home to a new person once they have agreed on a time', async () => {
  const [donor, guest] = [await person(), await person()];
  const soup = await fixture.listing(donor, { sharePlaceAtOnce: true });
  const { listing, handover } = await claimListing(ctx, guest, soup.id);
  expect(listing.placeShared).toBe(false);
  expect(secretsIn(await allThatIsSaid(guest, soup.id, donor.userId))).toEqual([]);
  const time = new Date(clock.at + 2 * HOUR_MS);
  await proposeTime(ctx, guest, handover.id, time);
  await acceptTime(ctx, donor, handover.id, time);
  expect(secretsIn(await allThatIsSaid(guest, soup.id, donor.userId))).toEqual(SECRETS);
});

test('replaying an idempotency key after the release does not reveal the address again', async () => {
  const [donor, guest] = [await person(), await fixture.member()];
  const soup = await fixture.listing(donor, { sharePlaceAtOnce: true });
  const url = `/api/food-listings/${soup.id}/claim`;
  const key = { 'idempotency-key': 'once' };
  const first = await ask(app, guest, 'POST', url, undefined, key);
  expect(secretsIn(JSON.stringify(first))).toEqual(SECRETS);
  const { claim } = claimListingSpec.responses[201].parse(first.body);
  await ask(app, guest, 'POST', `/api/handovers/${claim.handover.id}/release`);
  const replayed = await ask(app, guest, 'POST', url, undefined, key);
  expect(replayed).toMatchObject({ status: 201, body: { claim: { id: claim.id, status: 'released' } } });
  expect(secretsIn(JSON.stringify(replayed))).toEqual([]);
});

test('an address revealed while a block was being set is not listed across it', async () => {
  const [donor, guest] = [await person(), await fixture.member()];
  const soup = await fixture.listing(donor, { sharePlaceAtOnce: true });
  // as when the claim commits just after the block, which then finds nothing to revoke
  await claimListing(ctx, guest, soup.id);
  await fixture.pool.query('insert into block (blocker_id, blocked_id, created_at) values ($1, $2, $3)', [
    donor.userId,
    guest.userId,
    clock.now(),
  ]);
  expect(secretsIn(await allThatIsSaid(guest, soup.id, donor.userId))).toEqual([]);
});

test('an address visible for a day after a handover is granted again for the next claim', async () => {
  const [donor, guest] = [await person(), await person()];
  const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();
  const soup = await fixture.listing(donor, { availableUntil: inHours(60), bestByDate: inHours(60) });
  const first = await claimListing(ctx, guest, soup.id, 1);
  await handovers.revealAddress(ctx, donor, first.conversationId);
  await handovers.completeHandover(ctx, donor, first.handover.id, first.handover.code);
  const second = await claimListing(ctx, guest, soup.id, 1);
  const seenBy = async (who: TestCaller): Promise<boolean> =>
    (await getClaim(ctx, who, second.id)).listing.placeShared;
  expect([await seenBy(donor), await seenBy(guest)]).toEqual([false, true]);
  await handovers.revealAddress(ctx, donor, second.conversationId);
  clock.forward(25 * HOUR_MS);
  expect([await seenBy(donor), await seenBy(guest)]).toEqual([true, true]);
  await handovers.releaseHandover(ctx, guest, second.handover.id);
  expect([await seenBy(donor), await seenBy(guest)]).toEqual([false, false]);
});
