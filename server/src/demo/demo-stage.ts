import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import * as z from 'zod/mini';
import type { Features } from '#server/features.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { DEMO_INSTRUCTIONS, DEMO_TALK, type DemoFood } from './demo-food.ts';
import type { DemoPerson } from './demo-people.ts';
import type { MovingClock } from './moving-clock.ts';
import type { SeededRandom } from './seeded-random.ts';

export type Person = DemoPerson & { readonly caller: Caller };
export type Stage = {
  readonly features: Features;
  readonly clock: MovingClock;
  readonly random: SeededRandom;
  readonly nowMs: number;
  readonly people: ReadonlyMap<string, Person>;
  readonly donors: readonly Person[];
  readonly takers: readonly Person[];
};

/** Whose date says until when it is safe, not until when it is good. */
const USE_BY_CATEGORIES: ReadonlySet<string> = new Set(['prepared_meals', 'dairy_eggs']);

/** Shares food at `sharedMs` that is over at `endsMs`; gives the listing's id. */
export async function share(
  { features, clock, random }: Stage,
  donor: Person,
  food: DemoFood,
  times: { readonly sharedMs: number; readonly endsMs: number; readonly pickupFromMs?: number },
  over: Partial<CreateListing> = {},
): Promise<string> {
  const iso = (ms: number): string => new Date(ms).toISOString();
  clock.setTo(times.sharedMs);
  // a phone's fix wanders a little, and the public point does not; a business stands where it has said
  const at = donor.business ? {} : pointAt(donor.home, random.next() * 15, random.next() * 2 * Math.PI);
  const listing = await features.listings.createListing(
    donor.caller,
    z.parse(createListingBody, {
      title: food.title,
      description: food.description,
      category: food.category,
      estimatedServings: food.servings,
      bestByDate: iso(times.endsMs),
      expiryDate: iso(times.endsMs),
      pickupLocation: donor.address,
      pickupInstructions: random.pick(DEMO_INSTRUCTIONS),
      availableFrom: iso(times.pickupFromMs ?? times.sharedMs + 30 * MINUTE_MS),
      availableUntil: iso(times.endsMs),
      imageUrls: [],
      ...at,
      allergens: food.allergens && [...food.allergens],
      diets: [...food.diets],
      dateKind: USE_BY_CATEGORIES.has(food.category) ? 'use_by' : 'best_before',
      sharePlaceAtOnce: false,
      ...over,
    }),
  );
  return listing.id;
}

/** Claims, talks, shares the address, meets, and both say so. */
export async function handOver(
  stage: Stage,
  donor: Person,
  claimer: Person,
  listingId: string,
  claimedMs: number,
): Promise<void> {
  const { features, clock, random } = stage;
  clock.setTo(claimedMs);
  const claim = await features.claims.claimListing(claimer.caller, listingId);
  const lines = DEMO_TALK.slice(0, random.between(1, DEMO_TALK.length));
  let atMs = claimedMs;
  for (const [from, words] of lines) {
    atMs += random.between(1, 6) * MINUTE_MS;
    clock.setTo(atMs);
    const speaker = from === 'donor' ? donor : claimer;
    await features.messaging.sendMessage(speaker.caller, claim.conversationId, words);
  }
  clock.setTo(atMs + MINUTE_MS);
  await features.claims.sharePlace(donor.caller, claim.conversationId);
  clock.setTo(atMs + 40 * MINUTE_MS);
  await features.claims.completeClaim(donor.caller, claim.id);
  clock.setTo(atMs + 43 * MINUTE_MS);
  await features.claims.completeClaim(claimer.caller, claim.id);
  for (const person of [donor, claimer]) {
    await features.messaging.markConversationRead(person.caller, claim.conversationId);
    await features.notifications.markRead(person.caller, null);
  }
}

/** The demo's script names only what its lists hold. */
export function known<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the demo names something that is not in its lists');
  return thing;
}

/** The items in turn, from the beginning again after the last. */
export const turn = <Item>(items: readonly Item[], index: number): Item => known(items[index % items.length]);
