import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { sendOnMyWayQuestions } from '#server/features/handovers/reminders/reminders.ts';
import { expireListings } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { type DemoActor, type DemoContext, readAll, shareFood } from './demo-context.ts';
import { foodTitled } from './demo-food.ts';
import { noonDaysAgo } from './demo-hours.ts';
import { expireHandovers } from '../features/handovers/lifecycle/end-all-handovers.ts';

const CLAIMED_AFTER_MS = 20 * MINUTE_MS;
const ENDS_AFTER_MS = 6 * HOUR_MS;

type Ending = {
  readonly daysAgo: number;
  readonly title: string;
  readonly donor: string;
  readonly claimer: string;
  /** Runs the events of this claim. */
  readonly happens: (act: Act) => Promise<void>;
};
type Act = {
  readonly claim: Claim;
  readonly donor: DemoActor;
  readonly claimer: DemoActor;
  readonly ctx: DemoContext['ctx'];
  /** Sets the clock to `hours` after the listing was created. */
  readonly after: (hours: number) => void;
  /** Agrees on a time that many hours after the listing was created, and sends the questions "On your way?" then. */
  readonly agreeOn: (hours: number) => Promise<void>;
};

/** One claim for each way in which a claim can end, all weeks ago. */
const ENDINGS: readonly Ending[] = [
  {
    daysAgo: 24,
    title: 'Pasta, rice and flour',
    donor: 'rosa',
    claimer: 'jorge',
    async happens({ ctx, claim, donor, claimer, after, agreeOn }) {
      await revealAddress(ctx, donor.caller, claim.conversationId);
      await agreeOn(2);
      after(3);
      await handovers.reportNoShow(ctx, donor.caller, claim.handover.id);
      after(4);
      await handovers.disputeHandover(
        ctx,
        claimer.caller,
        claim.handover.id,
        'I rang twice, and nobody opened.',
      );
    },
  },
  {
    daysAgo: 19,
    title: 'Two dozen eggs',
    donor: 'mei',
    claimer: 'hugo',
    async happens({ ctx, claim, donor, after }) {
      await revealAddress(ctx, donor.caller, claim.conversationId);
      after(8);
      await handovers.reportNoShow(ctx, donor.caller, claim.handover.id);
    },
  },
  {
    daysAgo: 17,
    title: 'Bagels from this morning',
    donor: 'bakery',
    claimer: 'amir',
    async happens({ ctx, claim, claimer, after, agreeOn }) {
      await agreeOn(2);
      after(3);
      await handovers.releaseHandover(ctx, claimer.caller, claim.handover.id, 'no_food');
    },
  },
  {
    daysAgo: 11,
    title: 'Cottage pie',
    donor: 'lucia',
    claimer: 'amir',
    // neither side confirms
    async happens() {},
  },
  {
    daysAgo: 9,
    title: 'Oranges and grapefruit',
    donor: 'grocer',
    claimer: 'june',
    async happens({ ctx, claim, donor, after }) {
      after(3);
      await handovers.completeHandover(ctx, donor.caller, claim.handover.id);
    },
  },
];

export async function seedEndedClaims(demo: DemoContext): Promise<void> {
  const { ctx, clock, nowMs, timeZone, named } = demo;
  for (const { daysAgo, title, donor: donorKey, claimer: claimerKey, happens } of ENDINGS) {
    const [donor, claimer] = [named(donorKey), named(claimerKey)];
    const sharedMs = noonDaysAgo(nowMs, daysAgo, timeZone);
    const listingId = await shareFood(demo, donor, foodTitled(title), {
      sharedMs,
      endsMs: sharedMs + ENDS_AFTER_MS,
    });
    clock.setTo(sharedMs + CLAIMED_AFTER_MS);
    const claim = await claimListing(ctx, claimer.caller, listingId);
    const after = (hours: number): void => clock.setTo(sharedMs + hours * HOUR_MS);
    const agreeOn = async (hours: number): Promise<void> => {
      const time = new Date(sharedMs + hours * HOUR_MS);
      await proposeTime(ctx, claimer.caller, claim.handover.id, time);
      await acceptTime(ctx, donor.caller, claim.handover.id, time);
      after(hours);
      await sendOnMyWayQuestions(ctx);
    };
    await happens({ ctx, claim, donor, claimer, after, agreeOn });
    // late enough that the claim has expired
    clock.setTo(sharedMs + ENDS_AFTER_MS + 49 * HOUR_MS);
    await expireHandovers(ctx);
    await expireListings(ctx);
    await readAll(demo, [donor, claimer], claim.conversationId);
  }
}
