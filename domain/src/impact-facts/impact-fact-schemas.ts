import * as z from 'zod/mini';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { errorText } from '../kernel/app-error.ts';
import { instantOut, maxLength, storable } from '../kernel/wire-schemas.ts';
import { FACT_CATEGORIES, FACT_REGIONS } from './fact-groups.ts';

const choice = errorText('required.choice');

export const impactFactSchema = z.object({
  /** A fixed name such as `hungry_world`. */
  id: z.string(),
  category: z.enum(FACT_CATEGORIES),
  region: z.enum(FACT_REGIONS),
  value: z.number(),
  /** The upper end where the source gives a span; else null. */
  valueTo: z.nullable(z.number()),
  /** What is counted, in the reader's language: `people`, `% of food waste`. */
  unit: z.string(),
  description: z.string(),
  /** The year or years of the figure, as the source names them; null if it names none. */
  year: z.nullable(z.string()),
  source: z.string(),
  /** The publisher's own page. */
  sourceUrl: z.string(),
  lastUpdated: instantOut,
  createdAt: instantOut,
});

export const listImpactFactsSpec = {
  summary: 'Facts about hunger, food waste and the environment, each with its source',
  query: z.object({
    category: z.optional(z.enum(FACT_CATEGORIES, { error: choice })),
    /** `global` is the world; there are none of a region that no source names. */
    region: z.optional(z.string().check(maxLength(100), storable())),
  }),
  responses: { 200: z.array(impactFactSchema) },
  example: { query: { category: 'waste', region: 'world' } },
} as const satisfies EndpointSpec;
