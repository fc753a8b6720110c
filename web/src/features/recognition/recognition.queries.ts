import {
  getUserStats,
  listBadges,
  listUserBadges,
} from '@openlarder/domain/recognition/recognition-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const userStatsQuery = () => endpointQuery(getUserStats);
export const badgesQuery = () => endpointQuery(listBadges);
export const userBadgesQuery = () => endpointQuery(listUserBadges);
