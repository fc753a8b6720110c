import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { DEMO_FOOD } from './demo-food.ts';
import { known, type Person, share, type Stage } from './demo-stage.ts';

/** How far apart things happen here, from the sharing on: claimed, begun, over. */
const CLAIMED_AFTER_MS = 20 * MINUTE_MS;
const ENDS_AFTER_MS = 6 * HOUR_MS;

type Ending = {
  readonly daysAgo: number;
  readonly title: string;
  readonly donor: string;
  readonly claimer: string;
  /** What happened, `hours` after the food was shared. */
  readonly happens: (act: Act) => Promise<void>;
};
type Act = {
  readonly claim: Claim;
  readonly donor: Person;
  readonly claimer: Person;
  readonly features: Stage['features'];
  /** Moves the clock on. */
  readonly after: (hours: number) => void;
};

/** Not every pickup goes well: one of each way in which a claim can end, weeks ago, for the lists of those who were in it. */
const ENDINGS: readonly Ending[] = [
  {
    daysAgo: 24,
    title: 'Pasta, rice and flour',
    donor: 'rosa',
    claimer: 'jorge',
    async happens({ features, claim, donor, claimer, after }) {
      after(3);
      await features.claims.reportNoShow(donor.caller, claim.id);
      after(4);
      await features.claims.disputeClaim(claimer.caller, claim.id, 'I rang twice, and nobody opened.');
    },
  },
  {
    daysAgo: 19,
    title: 'Two dozen eggs',
    donor: 'mei',
    claimer: 'hugo',
    async happens({ features, claim, donor, after }) {
      after(7);
      await features.claims.reportNoShow(donor.caller, claim.id);
    },
  },
  {
    daysAgo: 17,
    title: 'Bagels from this morning',
    donor: 'bakery',
    claimer: 'amir',
    async happens({ features, claim, claimer, after }) {
      after(3);
      await features.claims.releaseClaim(claimer.caller, claim.id, 'no_food');
    },
  },
  {
    daysAgo: 13,
    title: 'Tomatoes and peppers',
    donor: 'rosa',
    claimer: 'june',
    async happens({ features, claim, claimer, after }) {
      after(1);
      await features.claims.releaseClaim(claimer.caller, claim.id, 'cannot_come');
    },
  },
  {
    daysAgo: 11,
    title: 'Cottage pie',
    donor: 'lucia',
    claimer: 'amir',
    // nobody says a word
    async happens() {},
  },
  {
    daysAgo: 9,
    title: 'Oranges and grapefruit',
    donor: 'grocer',
    claimer: 'june',
    async happens({ features, claim, donor, after }) {
      after(3);
      await features.claims.completeClaim(donor.caller, claim.id);
    },
  },
  {
    daysAgo: 6,
    title: 'Spinach and kale',
    donor: 'rosa',
    claimer: 'kofi',
    async happens({ features, claim, donor, claimer, after }) {
      after(2);
      await features.claims.completeClaim(donor.caller, claim.id);
      after(8);
      await features.claims.disputeClaim(claimer.caller, claim.id, 'Somebody else must have been there.');
    },
  },
];

/** Plays the endings, and lets time end what nobody did; everybody has read what they were told. */
export async function makeEndings(stage: Stage): Promise<void> {
  const { features, clock, nowMs, people } = stage;
  for (const { daysAgo, title, donor: donorKey, claimer: claimerKey, happens } of ENDINGS) {
    const [donor, claimer] = [known(people.get(donorKey)), known(people.get(claimerKey))];
    const sharedMs = nowMs - daysAgo * DAY_MS;
    const food = known(DEMO_FOOD.find((one) => one.title === title));
    const listingId = await share(stage, donor, food, { sharedMs, endsMs: sharedMs + ENDS_AFTER_MS });
    clock.setTo(sharedMs + CLAIMED_AFTER_MS);
    const claim = await features.claims.claimListing(claimer.caller, listingId);
    const after = (hours: number): void => clock.setTo(sharedMs + hours * HOUR_MS);
    await happens({ features, claim, donor, claimer, after });
    // long enough after the pickup, and after a single word, that it has ended by itself
    clock.setTo(sharedMs + ENDS_AFTER_MS + 49 * HOUR_MS);
    await features.claims.expireDue();
    await features.listings.expireOverdue();
    for (const person of [donor, claimer]) {
      await features.messaging.markConversationRead(person.caller, claim.conversationId);
      await features.notifications.markRead(person.caller, null);
    }
  }
}
