import { BADGES } from '@openlarder/domain/recognition/badges.ts';
import type { Badge, UserBadge } from '@openlarder/domain/recognition/recognition-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import { recognitionFixture } from '#server/test/factories/recognition-fixture.ts';

const { as, clock, donor, give, person } = await recognitionFixture();

test('badges are listed in the reader’s language, the own ones latest first', async () => {
  const [ada, bo] = [await donor(), await person()];
  const all = (await as(ada, { url: '/api/badges' })).json<Badge[]>();
  expect(all.map(({ id }) => id)).toEqual(BADGES.map(({ id }) => id));
  expect(all.find(({ id }) => id === 'first_share')).toEqual({
    id: 'first_share',
    name: 'First Share',
    description: 'Hand over your first share',
    category: 'starter',
    iconName: 'heart',
    pointsRequired: 30,
    isActive: true,
  });
  expect((await as(ada, { url: '/api/users/badges' })).json()).toEqual([]);

  await give(ada, bo);
  clock.forward(HOUR_MS);
  await give(bo, ada, 20);
  const mine = (await as(bo, { url: '/api/users/badges' })).json<UserBadge[]>();
  expect(mine.map(({ badgeId }) => badgeId).toSorted()).toEqual([
    'big_share',
    'first_pickup',
    'first_share',
    'ten_servings',
  ]);
  expect(mine.at(-1)).toMatchObject({ badge: all.find(({ id }) => id === 'first_pickup') });
  const times = mine.map(({ earnedAt }) => earnedAt);
  expect(times).toEqual(times.toSorted().toReversed());

  const exported = (await as(bo, { url: '/api/users/export' })).json<{ recognition: unknown }>();
  expect(exported.recognition).toMatchObject({
    points: [
      { cause: 'handover_received', points: 5 },
      { cause: 'handover_given', points: 40 },
      { cause: 'first_listing', points: 10 },
    ],
    badges: expect.arrayContaining([{ badge: 'first_share', at: clock.now().toISOString() }]),
  });
});
