import {
  getUserStats,
  listBadges,
  listUserBadges,
} from '@openlarder/domain/recognition/recognition-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** My level, points, badge count and rank. */
export const userStatsQuery = () => endpointQuery(getUserStats);
/** All badges of the community. */
export const badgesQuery = () => endpointQuery(listBadges);
/** The badges that I have earned, latest first. */
export const userBadgesQuery = () => endpointQuery(listUserBadges);
