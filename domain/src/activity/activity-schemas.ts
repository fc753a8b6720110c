import * as z from 'zod/mini';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { idSchema, instantOut, limitQuery } from '../kernel/wire-schemas.ts';
import type { Category } from '../listings/listing-fields.ts';

const ACTIVITY_CATEGORIES = ['produce', 'prepared', 'baked', 'other'] as const;
export type ActivityCategory = (typeof ACTIVITY_CATEGORIES)[number];

const CATEGORY_OF: Readonly<Partial<Record<Category, ActivityCategory>>> = {
  fruits_vegetables: 'produce',
  prepared_meals: 'prepared',
  bakery_items: 'baked',
};

/** The kind of food shown in the activity. */
export const activityCategory = (category: Category): ActivityCategory => CATEGORY_OF[category] ?? 'other';

export const DEFAULT_ACTIVITY_LIMIT = 5;
export const MAX_ACTIVITY_LIMIT = 50;

export const activityItemSchema = z.object({
  /** The id of this item, not of a listing. */
  id: z.string(),
  status: z.enum(['completed', 'claimed', 'posted']),
  /** Whether the reader gave it, or, in the community's activity, that a person shares it. */
  type: z.enum(['donated', 'claimed']),
  title: z.string(),
  category: z.enum(ACTIVITY_CATEGORIES),
  timestamp: instantOut,
  /** The giver's public name; empty for what the reader picked up. */
  donorName: z.string(),
});

const activityQuery = z.object({ limit: limitQuery(DEFAULT_ACTIVITY_LIMIT, MAX_ACTIVITY_LIMIT) });

export const listActivitySpec = {
  summary: 'What neighbors shared and handed over lately; nothing that answers a request',
  query: activityQuery,
  responses: { 200: z.array(activityItemSchema) },
  example: { query: { limit: '5' } },
} as const satisfies EndpointSpec;

export const listUserActivitySpec = {
  summary: 'What I shared, claimed and handed over lately; 404 for anyone else',
  params: z.object({ userId: idSchema }),
  query: activityQuery,
  responses: { 200: z.array(activityItemSchema) },
  example: { query: { limit: '5' } },
  acrossBlock: { keeps: true },
} as const satisfies EndpointSpec;
