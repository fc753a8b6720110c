import { listImpactFacts } from '@openlarder/domain/impact-facts/impact-fact-contract.ts';
import type { FactCategory } from '@openlarder/domain/impact-facts/fact-groups.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The facts of a category, or all. */
export const impactFactsQuery = (category?: FactCategory) =>
  endpointQuery(listImpactFacts, category ? { query: { category } } : {});
