import type { Category } from '../listings/listing-fields.ts';

export const ACTIVITY_CATEGORIES = ['produce', 'prepared', 'baked', 'other'] as const;
export type ActivityCategory = (typeof ACTIVITY_CATEGORIES)[number];

const CATEGORY_OF: Readonly<Partial<Record<Category, ActivityCategory>>> = {
  fruits_vegetables: 'produce',
  prepared_meals: 'prepared',
  bakery_items: 'baked',
};

/** The kind of food as activity tells it. */
export const activityCategory = (category: Category): ActivityCategory => CATEGORY_OF[category] ?? 'other';
