import type * as z from 'zod/mini';
import type { Endpoint, PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './activity-schemas.ts';

export type ActivityItem = z.output<typeof schemas.activityItemSchema>;

export const listActivity: PublicEndpoint<typeof schemas.listActivitySpec> = {
  method: 'GET',
  path: '/api/recent-activity',
  access: 'anyone',
  importance: 'look',
  shows: ['listings', 'recognition', 'people'],
};

export const listUserActivity: Endpoint<typeof schemas.listUserActivitySpec> = {
  method: 'GET',
  path: '/api/users/{userId}/recent-activity',
  access: 'owner of person',
  importance: 'look',
  shows: ['giving', 'handovers', 'recognition'],
};
