import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { REQUESTER_ADDRESS } from '#server/test/factories/emergency-fixture.ts';
import { handoversFixture } from '#server/test/factories/handovers-fixture.ts';

const fixture = await handoversFixture();
const { as, clock, opened, origin } = fixture;

const eventOf = (text: string): ICAL.Event | undefined =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))[0];

test('an answered request is no appointment until the two agree on a time; its file has no address', async () => {
  const scene = await opened('match');
  await fixture.reveal(scene.receiver, scene.requestId ?? '', {
    address: REQUESTER_ADDRESS,
  });
  const url = `/api/handovers/${scene.id}/pickup.ics`;
  expect((await as(scene.giver, { url })).statusCode).toBe(404);
  clock.forward(MINUTE_MS);
  const time = await fixture.agreeOn(scene, 120);
  const { body } = await as(scene.giver, { url });
  for (const secret of [REQUESTER_ADDRESS, 'apartment', 'Ito', 'GEO']) expect(body).not.toContain(secret);
  const event = eventOf(body);
  expect(event?.summary).toBe('Meet: Food for tonight');
  expect(event?.description).toBe(`For A neighbor\nYour messages: ${origin}/?tab=messages`);
  expect(event?.startDate.toJSDate()).toEqual(time);
  expect(eventOf((await as(scene.receiver, { url })).body)?.summary).toBe('Meet: Food for tonight');
});
