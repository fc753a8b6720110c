import type * as z from 'zod/mini';
import type { PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './community-schemas.ts';

export type DemoAccount = z.output<typeof schemas.demoAccountSchema>;
export type Community = z.output<typeof schemas.communitySchema>;

export const getCommunity: PublicEndpoint<typeof schemas.getCommunitySpec> = {
  method: 'GET',
  path: '/api/community',
  access: 'anyone',
  importance: 'act',
  shows: [],
};
