import type * as z from 'zod/mini';
import type { Endpoint, PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './impact-schemas.ts';

export type UserImpact = z.output<typeof schemas.userImpactSchema>;
export type CommunityStats = z.output<typeof schemas.communityStatsSchema>;

export const getUserImpact: Endpoint<typeof schemas.getUserImpactSpec> = {
  method: 'GET',
  path: '/api/users/impact',
  access: 'person',
  importance: 'look',
  shows: ['recognition'],
};

export const exportUserImpact: Endpoint<typeof schemas.exportUserImpactSpec> = {
  method: 'GET',
  path: '/api/users/impact.csv',
  access: 'person',
  importance: 'look',
  shows: ['recognition'],
};

/** Months of the community's calendar, both included. 422 if `until` is before `from`, or for more than 24 months. */
export const exportHandoverLog: Endpoint<typeof schemas.exportHandoverLogSpec> = {
  method: 'GET',
  path: '/api/users/handovers.csv',
  access: 'person',
  importance: 'look',
  shows: ['recognition'],
};

export const getCommunityStats: PublicEndpoint<typeof schemas.getCommunityStatsSpec> = {
  method: 'GET',
  path: '/api/community/stats',
  access: 'anyone',
  importance: 'look',
  shows: ['recognition'],
};
