import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { createSurplusBody } from '@openlarder/domain/partners/partner-schemas.ts';
import { WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import * as z from 'zod/mini';
import { putOpeningHours } from '#server/features/partners/hours/opening-hours.ts';
import { createSurplus } from '#server/features/partners/surplus/recurring-surplus.ts';
import type { DemoContext } from './demo-context.ts';
import { required } from './required.ts';
import { OPEN_HOURS, wallTimeOf } from './demo-hours.ts';
import { placeKindOf } from './demo-offers.ts';

const SINCE_MS = 30 * DAY_MS;

/**
 * Seeds the opening hours of all businesses, and the bakery's recurring surplus, asked about each evening before it
 * closes.
 */
export async function seedPartners({ ctx, clock, nowMs, people }: DemoContext): Promise<void> {
  clock.setTo(nowMs - SINCE_MS);
  for (const { key, business, caller } of people.values()) {
    if (!business) continue;
    const { opens, closes } = OPEN_HOURS[placeKindOf(key)];
    const times = { opens: wallTimeOf(opens), closes: wallTimeOf(closes) };
    await putOpeningHours(ctx, caller, {
      hours: WEEKDAYS.map((weekday) => ({ weekday, ...times })),
    });
  }
  await createSurplus(
    ctx,
    required(people.get('bakery')).caller,
    z.parse(createSurplusBody, {
      title: 'Rolls and baguettes',
      description: 'From the counter, baked today. Boxes are here, bags help.',
      category: 'bakery_items',
      servings: 40,
      allergens: ['gluten'],
      diets: ['vegetarian'],
      pickupInstructions: 'Come to the counter and say your name.',
      weekdays: WEEKDAYS.slice(0, 6),
      askAt: '19:00',
      pickupFrom: '19:00',
      pickupUntil: '20:30',
    }),
  );
  clock.setTo(nowMs);
}
