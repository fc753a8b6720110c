import { getCommunity } from '@openlarder/domain/community/community-contract.ts';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { decideSettings } from '#server/platform/settings/community-settings.ts';
import { testApp } from '#server/test/test-app.ts';

const one = await testApp({ COUNTRY: 'KE' });
const other = await testApp({}, one);
await one.listen();
await other.listen();

const decide = (texts: Parameters<typeof decideSettings>[1], from = one.clock.now()) =>
  inTransaction(one.ctx, (tx) => decideSettings(tx, texts, from));

test('what an organizer decides holds in all processes, except where a variable is set', async () => {
  await decide({ APP_NAME: 'Kreuzberg teilt', COUNTRY: 'DE', PLACE: '52.5, 13.4', LANGUAGE: 'de' });
  for (const { ctx } of [one, other])
    await vi.waitFor(() =>
      expect(ctx.settings).toMatchObject({
        appName: 'Kreuzberg teilt',
        place: { latitude: 52.5, longitude: 13.4 },
        language: 'de',
      }),
    );
  expect([one, other].map(({ ctx }) => ctx.settings.country)).toEqual(['KE', 'DE']);
  const reply = await other.as(null, { url: getCommunity.path });
  expect(reply.json()).toMatchObject({ appName: 'Kreuzberg teilt', language: 'de' });
});

test('what counts later is read by an app that opens then, and not before', async () => {
  await decide({ TIME_ZONE: 'Europe/Berlin' }, new Date(one.clock.at + 60_000));
  const zoneOf = async () => (await testApp({ TIME_ZONE: '' }, one)).ctx.settings.timeZone;
  expect(await zoneOf()).not.toBe('Europe/Berlin');
  one.clock.forward(60_000);
  expect(await zoneOf()).toBe('Europe/Berlin');
});

test('the next value counts in a running process when its time comes', async () => {
  const third = await testApp({ TIME_ZONE: '' }, one);
  await third.listen();
  const from = new Date(one.clock.at + 300);
  await decide({ TIME_ZONE: 'Africa/Nairobi' }, from);
  one.clock.forward(300);
  await vi.waitFor(() => expect(third.ctx.settings.timeZone).toBe('Africa/Nairobi'));
});
