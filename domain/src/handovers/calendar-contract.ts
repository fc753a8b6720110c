import type { Endpoint, PublicEndpoint } from '../kernel/endpoint.ts';
import type * as schemas from './calendar-schemas.ts';

export const getPickupCalendar: Endpoint<typeof schemas.getPickupCalendarSpec> = {
  method: 'GET',
  path: '/api/handovers/{id}/pickup.ics',
  access: 'party of handover',
  importance: 'look',
  shows: ['handovers'],
};

/** The token in the path is a secret of its own: it grants access without a session. */
export const readCalendarFeed: PublicEndpoint<typeof schemas.readCalendarFeedSpec> = {
  method: 'GET',
  path: '/api/calendar/{token}/pickups.ics',
  access: 'anyone',
  importance: 'look',
  shows: ['handovers'],
};

export const getCalendarFeed: Endpoint<typeof schemas.getCalendarFeedSpec> = {
  method: 'GET',
  path: '/api/users/calendar-feed',
  access: 'person',
  importance: 'look',
  shows: ['calendar'],
};

export const createCalendarFeed: Endpoint<typeof schemas.createCalendarFeedSpec> = {
  method: 'POST',
  path: '/api/users/calendar-feed',
  access: 'person',
  importance: 'look',
  changes: ['calendar'],
};

export const revokeCalendarFeed: Endpoint<typeof schemas.revokeCalendarFeedSpec> = {
  method: 'DELETE',
  path: '/api/users/calendar-feed',
  access: 'person',
  importance: 'look',
  changes: ['calendar'],
};
