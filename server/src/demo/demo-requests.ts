import type { CreateRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Diet } from '@openlarder/domain/kernel/food-tags.ts';

/** A request for food; its place is the requester's own. */
export type DemoRequest = Pick<CreateRequest, 'title' | 'urgencyLevel' | 'householdSize'> &
  Partial<Pick<CreateRequest, 'description' | 'specialNeeds' | 'preferredCategories' | 'radiusKm'>> & {
    readonly dietaryRestrictions?: Diet[];
  };

/** Requests of the demo by requester. */
export const DEMO_REQUESTS = {
  /** A past request. */
  amirBefore: {
    title: 'Something for the weekend',
    urgencyLevel: 'high',
    householdSize: 2,
    description: 'My hours were cut this week. Anything that keeps until Monday helps.',
    dietaryRestrictions: ['halal'],
    radiusKm: 4,
  },
  victor: {
    title: 'Groceries until payday',
    urgencyLevel: 'high',
    householdSize: 1,
    description: 'Pasta, rice, tins: whatever you can spare.',
    preferredCategories: ['pantry_staples'],
    radiusKm: 1,
  },
  amelia: {
    title: 'Breakfast for two children',
    urgencyLevel: 'high',
    householdSize: 3,
    preferredCategories: ['dairy_eggs', 'bakery_items'],
    radiusKm: 2,
  },
  maria: {
    title: 'Dinner after a long shift',
    urgencyLevel: 'emergency',
    householdSize: 4,
    description: 'I get home at nine, and the shops near us are closed by then.',
    radiusKm: 2,
  },
  oleg: {
    title: 'Milk and baby food',
    urgencyLevel: 'emergency',
    householdSize: 3,
    preferredCategories: ['dairy_eggs', 'other'],
    radiusKm: 2,
  },
  peter: {
    title: 'A hot meal, if there is one',
    urgencyLevel: 'high',
    householdSize: 1,
    description: 'I have a room without a kitchen.',
    specialNeeds: 'No way to heat or cook anything.',
    preferredCategories: ['prepared_meals'],
    radiusKm: 1.5,
  },
  james: {
    title: 'Fruit and vegetables for the week',
    urgencyLevel: 'high',
    householdSize: 2,
    description: 'My wife is ill and has to eat well.',
    preferredCategories: ['fruits_vegetables'],
    radiusKm: 2,
  },
  amirNow: {
    title: 'Food for tonight and tomorrow',
    urgencyLevel: 'emergency',
    householdSize: 2,
    description: 'The cupboard is empty until Friday.',
    dietaryRestrictions: ['halal'],
    radiusKm: 3,
  },
  denise: {
    title: 'Supper for three',
    urgencyLevel: 'emergency',
    householdSize: 3,
    description: 'Our fridge broke down last night with everything in it.',
    preferredCategories: ['prepared_meals'],
    radiusKm: 2,
  },
  teresa: {
    title: 'Bread and something to put on it',
    urgencyLevel: 'emergency',
    householdSize: 5,
    specialNeeds: 'One of us is on crutches, so near by is best.',
    preferredCategories: ['bakery_items', 'dairy_eggs'],
    radiusKm: 2,
  },
  jorge: {
    title: 'Dinner for my family tonight',
    urgencyLevel: 'emergency',
    householdSize: 4,
    description: 'Two adults and two children. Anything warm would be wonderful.',
    preferredCategories: ['prepared_meals'],
    radiusKm: 2,
  },
} satisfies Readonly<Record<string, DemoRequest>>;
