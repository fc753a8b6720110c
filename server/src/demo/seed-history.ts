import { STANDING_DELAY_MS } from '@openlarder/domain/accounts/standing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import * as handoverActions from '#server/features/handovers/lifecycle/handover-actions.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import {
  completeHandover,
  type DemoActor,
  type DemoContext,
  inOwnTime,
  seededRandom,
  type SeededRandom,
  shareFood,
} from './demo-context.ts';
import { BUSINESS_FOOD, NEIGHBORS_FOOD } from './demo-food.ts';
import { hourOfDay, noonDaysAgo, quarterFrom } from './demo-hours.ts';
import { DEMO_ACCOUNTS } from './demo-people.ts';
import { required } from './read-table.ts';

const SEED = 20_261_123;
const HANDOVERS = 180;
const HISTORY_DAYS = 172;
/** More people share later on: an exponent above 1. */
const GROWTH = 1.7;
/** Food is shared between these hours of the day. */
const [FIRST_HOUR, LAST_HOUR] = [8, 19];
/** One handover in this many has a conversation. */
const TALKS_EVERY = 9;

/** How often people give, as shares of all; people who are absent here give by their user type. */
const GIVES: Readonly<Record<string, number>> = {
  // the demo accounts have a history, but not too many conversations
  rosa: 4,
  bakery: 4,
  june: 2.5,
  amir: 2,
  grocer: 14,
  bistro: 9,
  mei: 12,
  lucia: 10,
  samuel: 8,
  deli: 7,
  hotel: 6,
  ana: 6,
  david: 5,
  // recipients who choose to be on boards
  kofi: 3,
  linh: 2.5,
  nadia: 2,
  zoe: 1.5,
};
const GIVES_BY_TYPE = { donor: 3, volunteer: 1, recipient: 0.25 } as const;
const giftsOf = ({ key, userType }: DemoActor): number => GIVES[key] ?? GIVES_BY_TYPE[userType];

/** Handovers with a conversation, besides the random ones, so that the demo accounts have sharing stats. */
const REGULARS = { rosa: 7, bakery: 7 } as const;
/** Older than the delay of the stats, and within the time that counts. */
const REGULARS_FROM_DAYS = Math.ceil(STANDING_DELAY_MS / DAY_MS) + 2;
const REGULARS_UNTIL_DAYS = 55;

/** The most handovers of the same two people in `PAIR_DAYS`: further ones would earn nothing. */
const MOST_OF_PAIR = 2;
const PAIR_DAYS = 31;

type Plan = { readonly donor: DemoActor; readonly sharedMs: number; readonly talks: boolean };
type Meeting = Plan & { readonly taker: DemoActor };

/** Handovers of different people that are made side by side, which halves the time. */
const SIDE_BY_SIDE = 6;

/**
 * Seeds months of handovers among all people. Those of one person are made in the order of time, since limits and
 * points depend on earlier ones. Their notifications and messages are read.
 */
export async function seedHistory(demo: DemoContext): Promise<void> {
  const people = demo.people.filter(({ isAdmin }) => !isAdmin);
  const lastOf = new Map<DemoActor, Promise<void>>();
  const lanes = Array.from({ length: SIDE_BY_SIDE }, () => Promise.resolve());
  for (const [nth, meeting] of meetings(demo, people).entries()) {
    const { donor, taker } = meeting;
    const lane = nth % SIDE_BY_SIDE;
    const made = Promise.all([lanes[lane], lastOf.get(donor), lastOf.get(taker)]).then(() =>
      handOver(inOwnTime(demo, SEED + nth), meeting),
    );
    lanes[lane] = made;
    lastOf.set(donor, made).set(taker, made);
  }
  await Promise.all(lanes);
  for (const { caller } of people) await notifications.markRead(demo.ctx, caller, null);
}

/** The givers and receivers of the handovers, earliest first. */
function meetings(demo: DemoContext, people: readonly DemoActor[]): Meeting[] {
  // a separate random generator, so that the other random values stay the same
  const own = { ...demo, random: seededRandom(SEED) };
  const met: Meeting[] = [];
  for (const plan of plans(own, people)) met.push({ ...plan, taker: pickTaker(own, plan, met) });
  return met;
}

/** The donors and the times at which they shared, earliest first. */
function plans(demo: DemoContext, people: readonly DemoActor[]): Plan[] {
  const { random, nowMs } = demo;
  const byChance = Array.from({ length: HANDOVERS }, (_, nth): Plan => {
    const daysAgo = 1 + Math.floor(random.next() ** GROWTH * HISTORY_DAYS);
    const donor = pickByWeight(random, people, giftsOf);
    return { donor, sharedMs: sharingTime(demo, daysAgo), talks: nth % TALKS_EVERY === 0 };
  });
  const regular = Object.entries(REGULARS).flatMap(([key, count]) =>
    Array.from({ length: count }, (): Plan => {
      const daysAgo = random.between(REGULARS_FROM_DAYS, REGULARS_UNTIL_DAYS);
      return { donor: demo.named(key), sharedMs: sharingTime(demo, daysAgo), talks: true };
    }),
  );
  return [...byChance, ...regular]
    .filter(({ sharedMs }) => sharedMs < nowMs - 6 * HOUR_MS)
    .toSorted((a, b) => a.sharedMs - b.sharedMs);
}

function sharingTime({ random, nowMs, timeZone }: DemoContext, daysAgo: number): number {
  const hour = random.between(FIRST_HOUR * 4, LAST_HOUR * 4) / 4;
  return hourOfDay(noonDaysAgo(nowMs, daysAgo, timeZone), hour, timeZone);
}

function pickByWeight(
  random: SeededRandom,
  people: readonly DemoActor[],
  weightOf: (one: DemoActor) => number,
): DemoActor {
  let left = random.next() * people.reduce((sum, person) => sum + weightOf(person), 0);
  return required(
    people.find((person) => {
      left -= weightOf(person);
      return left < 0;
    }),
  );
}

/** A receiver who is not a donor, and whom the giver has not met too often lately. */
function pickTaker(
  { random, takers }: DemoContext,
  { donor, sharedMs }: Plan,
  met: readonly Meeting[],
): DemoActor {
  const lately = met.filter((meeting) => meeting.sharedMs > sharedMs - PAIR_DAYS * DAY_MS);
  const isPair = (meeting: Meeting, taker: DemoActor): boolean =>
    (meeting.donor === donor && meeting.taker === taker) ||
    (meeting.donor === taker && meeting.taker === donor);
  const isFree = (taker: DemoActor): boolean =>
    taker !== donor && lately.filter((meeting) => isPair(meeting, taker)).length < MOST_OF_PAIR;
  return random.pick(takers.filter(isFree));
}

const isOneClick = ({ key }: DemoActor): boolean => DEMO_ACCOUNTS.some((account) => account.key === key);

async function handOver(demo: DemoContext, { donor, taker, sharedMs, talks }: Meeting): Promise<void> {
  const { ctx, clock, random } = demo;
  const food = random.pick(BUSINESS_FOOD[donor.key] ?? NEIGHBORS_FOOD);
  const endsMs = quarterFrom(sharedMs + random.between(8, 40) * HOUR_MS);
  const listingId = await shareFood(demo, donor, food, { sharedMs, endsMs });
  const claimedMs = sharedMs + random.between(10, 100) * MINUTE_MS;
  if (talks) return completeHandover(demo, donor, taker, listingId, claimedMs);
  clock.setTo(claimedMs);
  const { handover, conversationId } = await claimListing(ctx, taker.caller, listingId);
  clock.setTo(claimedMs + random.between(40, 180) * MINUTE_MS);
  await handoverActions.completeHandover(ctx, donor.caller, handover.id, handover.code);
  for (const { caller } of [donor, taker].filter(isOneClick))
    await markConversationRead(ctx, caller, conversationId);
}
