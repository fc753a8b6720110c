import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS, instantAt, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import * as z from 'zod/mini';
import { hashPassword } from '#server/features/accounts/auth/password-hashing.ts';
import { createPerson } from '#server/features/accounts/auth/sign-up/sign-up-by-mail.ts';
import { updateProfile } from '#server/features/accounts/profile/profile.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { revealAddress } from '#server/features/handovers/lifecycle/handover-actions.ts';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import { markConversationRead } from '#server/features/messaging/conversations/mark-read.ts';
import { sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as admin from '#server/features/moderation/admin/admin.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppBase, AppContext } from '#server/platform/app-context.ts';
import { makeOfflineContext } from '#server/offline-context.ts';
import { required } from './read-table.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { DEMO_INSTRUCTIONS, DEMO_MESSAGES, type DemoFood } from './demo-food.ts';
import { DEMO_ACCOUNTS, DEMO_NEIGHBORS, DEMO_PASSWORD, type DemoPerson, emailOf } from './demo-people.ts';

/** A small seeded generator (mulberry32): the demo is the same each time it is made. */
export type SeededRandom = {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}

/** A clock that the demo sets to the time of each event. */
export type SettableClock = Clock & { setTo(ms: number): void };

function makeSettableClock(startMs: number): SettableClock {
  let nowMs = startMs;
  return {
    now: () => new Date(nowMs),
    setTo(ms) {
      nowMs = ms;
    },
  };
}

export type DemoActor = DemoPerson & { readonly caller: Caller };
export type DemoContext = {
  readonly ctx: AppContext;
  readonly clock: SettableClock;
  readonly random: SeededRandom;
  readonly nowMs: number;
  readonly timeZone: string;
  readonly people: readonly DemoActor[];
  /** By their key. */
  readonly named: (key: string) => DemoActor;
  readonly donors: readonly DemoActor[];
  readonly takers: readonly DemoActor[];
};

const SEED = 20_261_121;
/** The age of all accounts: within the half year in which people who were not seen again count in an area. */
const SIGNED_UP_DAYS = 180;

/** Signs up the people of the demo, without any activity. */
export async function openDemoContext(base: AppBase): Promise<DemoContext> {
  const nowMs = base.clock.now().getTime();
  const clock = makeSettableClock(nowMs);
  const ctx = offlineContext(base, clock);
  const people = await signUpPeople(ctx, clock, nowMs);
  clock.setTo(nowMs);
  const all = people.filter((person) => !person.isAdmin);
  return {
    ctx,
    clock,
    random: seededRandom(SEED),
    nowMs,
    timeZone: base.settings.timeZone,
    people,
    named: (key) => required(people.find((person) => person.key === key)),
    donors: all.filter((person) => person.userType === 'donor'),
    takers: all.filter((person) => person.userType !== 'donor'),
  };
}

/** The demo with its own clock and random generator, for things that are made concurrently. */
export function inOwnTime(demo: DemoContext, seed: number): DemoContext {
  const clock = makeSettableClock(demo.nowMs);
  return { ...demo, clock, ctx: { ...demo.ctx, clock }, random: seededRandom(seed) };
}

/** Without mails, other jobs and live events: what is seeded has happened before any page opens. */
const offlineContext = (base: AppBase, clock: Clock): AppContext => ({
  ...makeOfflineContext({ ...base, clock }, { add: async () => {} }),
  eventLog: { append: async () => {}, catchUp: async () => true },
});

/** Recipients who choose to be on boards, where they are hidden by default. */
const ON_BOARDS: ReadonlySet<string> = new Set(['kofi', 'linh', 'nadia', 'zoe']);

async function signUpPeople(ctx: AppContext, clock: SettableClock, nowMs: number): Promise<DemoActor[]> {
  const people: DemoActor[] = [];
  clock.setTo(nowMs - SIGNED_UP_DAYS * DAY_MS);
  // all have the same password, which takes a tenth of a second to hash
  const password = await hashPassword(ctx, { known: 'demo' }, DEMO_PASSWORD);
  for (const person of [...DEMO_ACCOUNTS, ...DEMO_NEIGHBORS]) {
    const { firstName, lastName, userType, address, home, business, diets, allergens } = person;
    const account = {
      email: emailOf(person),
      password,
      firstName,
      lastName,
      userType,
      language: null,
      emailVerified: true,
    };
    const id = await inTransaction(ctx, (tx) => createPerson(tx, account));
    // no device holds this session
    const caller: Caller = { userId: id, sessionId: id };
    await updateProfile(ctx, caller, {
      ...(business
        ? { organizationName: business.name, organizationType: business.type, location: address, ...home }
        : { address, ...home }),
      diets: [...diets],
      allergens: [...allergens],
      ...(ON_BOARDS.has(person.key) && { leaderboardVisible: true }),
    });
    if (business) await admin.verifyPerson(ctx, id, 'demo');
    if (person.isAdmin) await admin.grantAdmin(ctx, id, 'demo');
    people.push({ ...person, caller });
  }
  return people;
}

/** Categories whose date is a use-by date. */
const USE_BY_CATEGORIES: ReadonlySet<string> = new Set(['prepared_meals', 'dairy_eggs']);

/** Shares food at `sharedMs` that expires at `endsMs`; returns the id of the listing. */
export async function shareFood(
  { ctx, clock, random }: DemoContext,
  donor: DemoActor,
  food: DemoFood,
  times: { readonly sharedMs: number; readonly endsMs: number; readonly pickupFromMs?: number },
  over: Partial<CreateListing> = {},
): Promise<string> {
  clock.setTo(times.sharedMs);
  // A phone's position varies a little; a business has a fixed address.
  const at = donor.business ? {} : pointAt(donor.home, random.next() * 15, random.next() * 2 * Math.PI);
  const listing = await createListing(
    ctx,
    donor.caller,
    z.parse(createListingBody, {
      title: food.title,
      description: food.description,
      category: food.category,
      estimatedServings: food.servings,
      bestByDate: instantAt(times.endsMs),
      expiryDate: instantAt(times.endsMs),
      pickupLocation: donor.address,
      pickupInstructions: random.pick(DEMO_INSTRUCTIONS),
      availableFrom: instantAt(times.pickupFromMs ?? times.sharedMs + 30 * MINUTE_MS),
      availableUntil: instantAt(times.endsMs),
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

/** Claims the food, exchanges messages, reveals the address, and completes the handover on both sides. */
export async function completeHandover(
  demo: DemoContext,
  donor: DemoActor,
  claimer: DemoActor,
  listingId: string,
  claimedMs: number,
): Promise<void> {
  const { ctx, clock, random } = demo;
  clock.setTo(claimedMs);
  const claim = await claimListing(ctx, claimer.caller, listingId);
  const lines = DEMO_MESSAGES.slice(0, random.between(1, DEMO_MESSAGES.length));
  let atMs = claimedMs;
  for (const [from, words] of lines) {
    atMs += random.between(1, 6) * MINUTE_MS;
    clock.setTo(atMs);
    const speaker = from === 'donor' ? donor : claimer;
    await sendMessage(ctx, speaker.caller, claim.conversationId, words);
  }
  clock.setTo(atMs + MINUTE_MS);
  await revealAddress(ctx, donor.caller, claim.conversationId);
  clock.setTo(atMs + 40 * MINUTE_MS);
  await handovers.completeHandover(ctx, donor.caller, claim.handover.id);
  clock.setTo(atMs + 43 * MINUTE_MS);
  await handovers.completeHandover(ctx, claimer.caller, claim.handover.id);
  await readAll(demo, [donor, claimer], claim.conversationId);
}

/** These people have read the conversation and their notifications. */
export async function readAll(
  { ctx }: DemoContext,
  people: readonly DemoActor[],
  conversationId: string,
): Promise<void> {
  for (const { caller } of people) {
    await markConversationRead(ctx, caller, conversationId);
    await notifications.markRead(ctx, caller, null);
  }
}
