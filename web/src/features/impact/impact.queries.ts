import { getCommunityStats, getUserImpact } from '@openlarder/domain/impact/impact-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { RENEWED } from '#web/lib/query-client.ts';

export const userImpactQuery = () => endpointQuery(getUserImpact);
export const communityStatsQuery = () => ({ ...endpointQuery(getCommunityStats), ...RENEWED });
