import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './recognition-schemas.ts';

export type Badge = z.output<typeof schemas.badgeSchema>;
export type UserBadge = z.output<typeof schemas.userBadgeSchema>;

export type UserStats = z.output<typeof schemas.userStatsSchema>;

export const getUserStats: Endpoint<typeof schemas.getUserStatsSpec> = {
  method: 'GET',
  path: '/api/users/stats',
  access: 'person',
  importance: 'look',
  shows: ['recognition'],
};

export const listBadges: Endpoint<typeof schemas.listBadgesSpec> = {
  method: 'GET',
  path: '/api/badges',
  access: 'person',
  importance: 'look',
  shows: ['language'],
};

export const listUserBadges: Endpoint<typeof schemas.listUserBadgesSpec> = {
  method: 'GET',
  path: '/api/users/badges',
  access: 'person',
  importance: 'look',
  shows: ['recognition', 'language'],
};
