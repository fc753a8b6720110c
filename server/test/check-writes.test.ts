import { expect, test } from 'vitest';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import { type AskedWrite, checkWrites } from './check-writes.ts';
import { claimsFixture } from './factories/claims-fixture.ts';

const { ctx, pool, person, listingBody } = await claimsFixture();

test('finds a lost, a doubled and a half write among sound ones', async () => {
  const [giver, claimer] = [await person('Ana'), await person('Ben')];
  const asked: AskedWrite[] = [];
  const ask = (what: AskedWrite['what'], mark: string): void =>
    void asked.push({ what, mark, isAcknowledged: true });

  const [kept, lost] = [
    await createListing(ctx, giver, listingBody({ title: 'Kept' })),
    await createListing(ctx, giver, listingBody({ title: 'Lost' })),
  ];
  ask('listing', 'Kept');
  ask('listing', 'Lost');
  const { conversationId } = await claimListing(ctx, claimer, kept.id, 1);
  ask('claim', `${kept.id} ${claimer.userId}`);
  await sendMessage(ctx, claimer, conversationId, 'Once');
  await sendMessage(ctx, claimer, conversationId, 'Twice');
  ask('message', 'Once');
  ask('message', 'Twice');
  asked.push({ what: 'message', mark: 'never answered, never written', isAcknowledged: false });
  expect(await checkWrites(pool, asked)).toEqual([]);

  await pool.query('delete from food_listing where id = $1', [lost.id]);
  await sendMessage(ctx, claimer, conversationId, 'Twice');
  await pool.query(`delete from message where event = 'claimed'`);
  expect(await checkWrites(pool, asked)).toEqual([
    { fault: 'lost', what: 'listing Lost' },
    { fault: 'doubled', what: 'message Twice' },
    { fault: 'half', what: expect.stringMatching(/^a handover without its first message: /) },
  ]);
  // as the fixture wants it at the end
  await pool.query('truncate food_listing, handover cascade');
});
