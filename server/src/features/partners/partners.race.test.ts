import { createSurplusBody } from '@openlarder/domain/partners/partner-schemas.ts';
import * as z from 'zod/mini';
import { beforeEach, expect, test } from 'vitest';
import { updateProfile } from '#server/features/accounts/profile/profile.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { testApp } from '#server/test/test-app.ts';
import { answerSurplusQuestion, listSurplusQuestions } from './surplus/answer-question.ts';
import { askAboutSurplus, lapseQuestions } from './surplus/ask-about-surplus.ts';
import { createSurplus } from './surplus/recurring-surplus.ts';

const zone = { TIME_ZONE: 'America/New_York' };
const app = await testApp(zone);
const { clock, ctx, pool } = app;
/** A second process on the same database. */
const other = await testApp(zone, app);
const contexts = [ctx, other.ctx];
const manyTimes = <Result>(count: number, work: (nth: number) => Promise<Result>) =>
  Promise.allSettled(Array.from({ length: count }, (_, nth) => work(nth)));
const contextOf = (nth: number) => contexts[nth % 2] ?? ctx;

let bakery: TestPerson;
beforeEach(async () => {
  // a Monday
  clock.at = Date.parse('2026-05-04T19:00:00-04:00');
  bakery = await app.createPerson({ userType: 'donor' });
  await updateProfile(ctx, bakery.caller, {
    organizationName: 'Blue Door Bakery',
    organizationType: 'bakery',
    location: '5 Elm Street, Midtown',
    latitude: 40.758,
    longitude: -73.9855,
  });
});

async function recurring(title: string): Promise<string> {
  const body = z.parse(createSurplusBody, {
    title,
    category: 'bakery_items',
    servings: 40,
    weekdays: ['monday'],
    askAt: '20:00',
    pickupFrom: '20:00',
    pickupUntil: '21:00',
  });
  return (await createSurplus(ctx, bakery.caller, body)).id;
}

/** What the database says afterwards. */
async function counted() {
  const { rows } = await pool.query<Record<'asked' | 'told' | 'posted' | 'listings', number>>(
    `select (select count(*)::int from surplus_question where person_id = $1) as asked,
      (select count(*)::int from notification where person_id = $1 and kind = 'surplus_question') as told,
      (select count(*)::int from surplus_question where person_id = $1 and state = 'posted') as posted,
      (select count(*)::int from food_listing where donor_id = $1) as listings`,
    [bakery.id],
  );
  return rows[0];
}

test('two processes ask about each surplus once, and not again after a restart', async () => {
  for (const title of ['Rolls', 'Soup', 'Salad']) await recurring(title);
  clock.at = Date.parse('2026-05-04T20:00:00-04:00');
  const runs = await manyTimes(10, (nth) => askAboutSurplus(contextOf(nth)));
  expect(runs.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await counted()).toMatchObject({ asked: 3, told: 3 });
  const restarted = await testApp(zone, app);
  await askAboutSurplus(restarted.ctx);
  expect(await counted()).toMatchObject({ asked: 3, told: 3 });
});

test('concurrent "yes" answers post one listing, and all return it', async () => {
  await recurring('Rolls');
  clock.at = Date.parse('2026-05-04T20:00:00-04:00');
  await askAboutSurplus(ctx);
  const [question] = await listSurplusQuestions(ctx, bakery.caller);
  const said = await manyTimes(12, (nth) =>
    answerSurplusQuestion(contextOf(nth), bakery.caller, question?.id ?? '', { answer: 'yes' }),
  );
  const ids = said.map((one) => (one.status === 'fulfilled' ? one.value.listingId : one.reason));
  expect(new Set(ids).size).toBe(1);
  expect(await counted()).toMatchObject({ posted: 1, listings: 1 });
});

test('"yes" and the end of its time concurrently: posted or lapsed, never both', async () => {
  for (let round = 0; round < 6; round++) {
    const id = await recurring(`Rolls ${round}`);
    clock.at = Date.parse('2026-05-04T20:00:00-04:00');
    await askAboutSurplus(ctx);
    const question = (await listSurplusQuestions(ctx, bakery.caller)).find(
      ({ surplusId }) => surplusId === id,
    );
    clock.at = Date.parse('2026-05-04T20:59:59-04:00');
    const late = { ...other.ctx, clock: { now: () => new Date('2026-05-04T21:00:00-04:00') } };
    const before = await counted();
    await Promise.allSettled([
      answerSurplusQuestion(ctx, bakery.caller, question?.id ?? '', { answer: 'yes' }),
      lapseQuestions(late),
    ]);
    const { rows } = await pool.query<{ state: string }>('select state from surplus_question where id = $1', [
      question?.id,
    ]);
    const after = await counted();
    const posted = (after?.listings ?? 0) - (before?.listings ?? 0);
    expect([rows[0]?.state, posted]).toEqual(posted === 1 ? ['posted', 1] : ['lapsed', 0]);
    clock.at = Date.parse('2026-05-04T19:00:00-04:00');
  }
});
