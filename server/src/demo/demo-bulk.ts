import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { type DemoFood, food } from './demo-food.ts';

/** A bulk offer of a business, claimed in parts. */
export type DemoBulk = DemoFood & {
  readonly donor: string;
  readonly urgency: UrgencyLevel;
  readonly phone: string;
  readonly hoursLeft: number;
  /** Existing claims and their servings. */
  readonly parts: readonly (readonly [claimer: string, servings: number])[];
};

const bulk = (
  what: DemoFood,
  {
    donor,
    urgency,
    phone,
    hoursLeft,
    parts = [],
  }: Omit<DemoBulk, keyof DemoFood | 'parts'> & Partial<Pick<DemoBulk, 'parts'>>,
): DemoBulk => ({ ...what, donor, urgency, phone, hoursLeft, parts });

/** The fields of a bulk donation; its best-before date is the end of pickup. */
export const bulkOf = ({ urgency, phone }: Pick<DemoBulk, 'urgency' | 'phone'>) => ({
  isBulk: true,
  urgencyLevel: urgency,
  contactPhone: phone,
  expiryDate: null,
});

export const DEMO_BULK: readonly DemoBulk[] = [
  bulk(
    food(
      'Roast chicken dinners, boxed',
      'prepared_meals',
      45,
      'Cooked for a party that was called off. Hot until pickup.',
      null,
    ),
    {
      donor: 'bistro',
      urgency: 'high',
      phone: '+1 212 555 0152',
      hoursLeft: 3.6,
      parts: [['jorge', 5]],
    },
  ),
  bulk(
    food(
      'Vegetable crates, mixed',
      'fruits_vegetables',
      120,
      'Carrots, cabbage, leeks and pears, a little bruised.',
      [],
      ['vegetarian', 'vegan', 'halal', 'kosher'],
    ),
    {
      donor: 'grocer',
      urgency: 'medium',
      phone: '+1 212 555 0163',
      hoursLeft: 28,
      parts: [['irene', 10]],
    },
  ),
  bulk(
    food(
      'Buffet boxes: rice and vegetables',
      'prepared_meals',
      50,
      'Packed after the last sitting, fifty small boxes.',
      [],
      ['vegetarian'],
    ),
    { donor: 'hotel', urgency: 'medium', phone: '+1 212 555 0174', hoursLeft: 9.4 },
  ),
  bulk(
    food(
      'Sliced meats and cheese, sealed',
      'dairy_eggs',
      50,
      'Vacuum packs, best before the day after tomorrow.',
      ['milk'],
      [],
    ),
    { donor: 'deli', urgency: 'low', phone: '+1 212 555 0185', hoursLeft: 47 },
  ),
];
