import { getCommunityStats, getUserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** What I have given. */
export const userImpactQuery = () => endpointQuery(getUserImpact);
/** What the community did. */
export const communityStatsQuery = () => endpointQuery(getCommunityStats);
