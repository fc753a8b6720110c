import {
  getUserStats,
  listBadges,
  listUserBadges,
} from '@openlarder/domain/recognition/recognition-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { RENEWED } from '#web/lib/query-client.ts';

export const userStatsQuery = () => ({ ...endpointQuery(getUserStats), ...RENEWED });
export const badgesQuery = () => endpointQuery(listBadges);
export const userBadgesQuery = () => endpointQuery(listUserBadges);
