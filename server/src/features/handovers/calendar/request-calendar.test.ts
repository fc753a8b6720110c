import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { REQUESTER_ADDRESS } from '#server/testing/factories/emergency-fixture.ts';
import { handoversFixture } from '#server/testing/factories/handovers-fixture.ts';
import * as handovers from '../handovers.service.ts';

const fixture = await handoversFixture();
const { ctx, as, clock, opened, origin } = fixture;

const eventOf = (text: string): ICAL.Event | undefined =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))[0];

test('the file of an answered request is from the match to its end, then at the agreed time, without an address', async () => {
  const scene = await opened('match');
  await handovers.revealAddress(ctx, scene.receiver, scene.conversationId);
  const url = `/api/handovers/${scene.id}/pickup.ics`;
  const { body } = await as(scene.giver, { url });
  for (const secret of [REQUESTER_ADDRESS, 'apartment', 'Ito', 'GEO']) expect(body).not.toContain(secret);
  const before = eventOf(body);
  expect(before?.summary).toBe('Hand over: Food for tonight');
  expect(before?.description).toBe(`For Ben\nYour messages: ${origin}/?tab=messages`);
  expect(before?.startDate.toJSDate()).toEqual(clock.now());
  expect(before?.endDate.toJSDate()).toEqual(new Date(clock.at + 24 * HOUR_MS));
  clock.forward(MINUTE_MS);
  const time = await fixture.agreeOn(scene, 120);
  const after = eventOf((await as(scene.receiver, { url })).body);
  expect(after?.summary).toBe('Pick up: Food for tonight');
  expect(after?.startDate.toJSDate()).toEqual(time);
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0);
});
