import { clockTime, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { type DemoContext, shareFood } from './demo-context.ts';
import { foodTitled } from './demo-food.ts';
import { offerTimes } from './demo-hours.ts';
import { neighborhoodOffers, placeKindOf } from './demo-offers.ts';
import { required } from './read-table.ts';

/** A bulk offer of a business, claimed in parts. */
type BulkOffer = {
  readonly title: string;
  readonly donor: string;
  readonly urgency: UrgencyLevel;
  readonly phone: string;
  readonly hoursLeft: number;
  readonly claimed?: { readonly by: string; readonly servings: number };
};

const BULK_OFFERS: readonly BulkOffer[] = [
  {
    title: 'Roast chicken dinners, boxed',
    donor: 'bistro',
    urgency: 'high',
    phone: '+1 212 555 0152',
    hoursLeft: 3.6,
    claimed: { by: 'jorge', servings: 5 },
  },
  {
    title: 'Vegetable crates, mixed',
    donor: 'grocer',
    urgency: 'medium',
    phone: '+1 212 555 0163',
    hoursLeft: 28,
    claimed: { by: 'irene', servings: 10 },
  },
  {
    title: 'Buffet boxes: rice and vegetables',
    donor: 'hotel',
    urgency: 'medium',
    phone: '+1 212 555 0174',
    hoursLeft: 9.4,
  },
  {
    title: 'Sliced meats and cheese, sealed',
    donor: 'deli',
    urgency: 'low',
    phone: '+1 212 555 0185',
    hoursLeft: 47,
  },
];

/** The fields of a bulk donation; its best-before date is the end of pickup. */
export const bulkOf = ({ urgency, phone }: Pick<BulkOffer, 'urgency' | 'phone'>) => ({
  isBulk: true,
  urgencyLevel: urgency,
  contactPhone: phone,
  expiryDate: null,
});

export async function seedOffers(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, donors, people } = demo;
  const neighbors = donors.filter(({ business, key }) => !business && key !== 'rosa').map(({ key }) => key);
  for (const { donor, food, ...times } of neighborhoodOffers(neighbors, demo))
    await shareFood(demo, required(people.get(donor)), food, times);
  for (const [nth, { title, donor, hoursLeft, claimed, ...contact }] of BULK_OFFERS.entries()) {
    const plan = { kind: placeKindOf(donor), agoMs: 150 * MINUTE_MS, hoursLeft, nth };
    const times = offerTimes(plan, nowMs, timeZone);
    const listingId = await shareFood(demo, required(people.get(donor)), foodTitled(title), times, {
      ...bulkOf(contact),
      closingTime: clockTime(times.endsMs, timeZone),
    });
    if (!claimed) continue;
    clock.setTo(times.sharedMs + 20 * MINUTE_MS);
    await claimListing(ctx, required(people.get(claimed.by)).caller, listingId, claimed.servings);
  }
}
