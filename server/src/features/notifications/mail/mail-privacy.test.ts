import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, it } from 'vitest';
import { listingBody } from '#server/test/factories/listing-body.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';

const { aMinute, as, clock, mailsTo, reachable } = await mailFixture();

it('mails from claim to release contain no address, phone number, code or message text', async () => {
  const [rosa, amir] = [
    await reachable({ firstName: 'Rosa', lastName: 'Marin', userType: 'donor' }),
    await reachable({ firstName: 'Amir', lastName: 'Haddad' }),
  ];
  const post = async (who: typeof rosa, url: string, payload?: object) => {
    const answered = await as(who, { method: 'POST', url, ...(payload && { payload }) });
    expect(answered.statusCode).toBeLessThan(300);
    return answered.body ? answered.json() : null;
  };
  const secrets = ['417 West 51st Street', 'Ring at Marin', '212 555 0142', 'I ring twice', 'Quattrocchi'];
  const shared = await post(rosa, '/api/food-listings', {
    ...listingBody(clock),
    title: 'Sourdough loaves',
    pickupLocation: secrets[0],
    pickupInstructions: secrets[1],
    contactPhone: `+1 ${secrets[2]}`,
    sharePlaceAtOnce: false,
  });
  const { claim, conversationId } = await post(amir, `/api/food-listings/${shared.id}/claim`, {
    servings: 1,
  });
  await aMinute();
  await post(rosa, `/api/conversations/${conversationId}/share-place`);
  await post(amir, `/api/conversations/${conversationId}/messages`, {
    content: `${secrets[3]}, ${secrets[4]}`,
  });
  clock.forward(5 * MINUTE_MS);
  await aMinute();
  await post(amir, `/api/handovers/${claim.handover.id}/release`, { reason: 'other' });
  clock.forward(MINUTE_MS);
  await aMinute();
  expect(mailsTo(rosa).map(({ subject }) => subject)).toEqual([
    'Amir wants part of “Sourdough loaves” (1 of 8)',
    'Amir wrote to you about “Sourdough loaves”',
    'Amir canceled the pickup of “Sourdough loaves”',
  ]);
  expect(mailsTo(amir).map(({ subject }) => subject)).toEqual([
    'Rosa shared the address for “Sourdough loaves”',
  ]);
  for (const mail of [...mailsTo(rosa), ...mailsTo(amir)])
    for (const secret of [...secrets, 'Marin', 'Haddad', rosa.email, amir.email]) {
      expect(mail.text).not.toContain(secret);
      expect(mail.html).not.toContain(secret);
    }
  for (const { text } of [...mailsTo(rosa), ...mailsTo(amir)])
    expect(text.replaceAll(/http\S+/g, '')).not.toContain(claim.code);
});
