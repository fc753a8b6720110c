import { getCommunityStats, getUserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The person's own impact. */
export const userImpactQuery = () => endpointQuery(getUserImpact);
/** The community's impact. */
export const communityStatsQuery = () => endpointQuery(getCommunityStats);
