import type { UrgencyLevel } from '@openlarder/domain/listings/listing-fields.ts';
import { type DemoFood, food } from './demo-food.ts';

/** What a business offers at closing time: enough for many, claimed in parts. */
export type DemoBulk = DemoFood & {
  readonly donor: string;
  readonly urgency: UrgencyLevel;
  readonly closingTime: string;
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
    closingTime,
    phone,
    hoursLeft,
    parts = [],
  }: Omit<DemoBulk, keyof DemoFood | 'parts'> & Partial<Pick<DemoBulk, 'parts'>>,
): DemoBulk => ({ ...what, donor, urgency, closingTime, phone, hoursLeft, parts });

export const DEMO_BULK: readonly DemoBulk[] = [
  bulk(
    food(
      'End-of-day bread and pastry',
      'bakery_items',
      60,
      'Six trays from the counter. Boxes are here, bags help.',
      ['gluten', 'milk', 'eggs'],
      ['vegetarian'],
    ),
    {
      donor: 'bakery',
      urgency: 'high',
      closingTime: '20:00',
      phone: '+1 212 555 0141',
      hoursLeft: 5.2,
      parts: [
        ['maria', 8],
        ['kofi', 6],
      ],
    },
  ),
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
      closingTime: '22:30',
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
      closingTime: '21:00',
      phone: '+1 212 555 0163',
      hoursLeft: 28,
      parts: [['irene', 10]],
    },
  ),
  bulk(
    food(
      'Breakfast buffet surplus',
      'prepared_meals',
      50,
      'Fruit salad, boiled eggs, bread and porridge.',
      ['gluten', 'milk', 'eggs'],
      ['vegetarian'],
    ),
    { donor: 'hotel', urgency: 'medium', closingTime: '11:30', phone: '+1 212 555 0174', hoursLeft: 9.4 },
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
    { donor: 'deli', urgency: 'low', closingTime: '19:30', phone: '+1 212 555 0185', hoursLeft: 47 },
  ),
];
