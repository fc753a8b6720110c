import type * as z from 'zod/mini';
import type { PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './impact-fact-schemas.ts';

export type ImpactFact = z.output<typeof schemas.impactFactSchema>;

export const listImpactFacts: PublicEndpoint<typeof schemas.listImpactFactsSpec> = {
  method: 'GET',
  path: '/api/impact-facts',
  access: 'anyone',
  importance: 'look',
  shows: ['language'],
};
