import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './calendar-schemas.ts';

export const getPickupCalendar: Endpoint<typeof schemas.getPickupCalendarSpec> = {
  method: 'GET',
  path: '/api/handovers/{id}/pickup.ics',
};

/** The token in the path is a secret of its own: it grants access without a session. */
export const readCalendarFeed: Endpoint<typeof schemas.readCalendarFeedSpec> = {
  method: 'GET',
  path: '/api/calendar/{token}/pickups.ics',
};

export const getCalendarFeed: Endpoint<typeof schemas.getCalendarFeedSpec> = {
  method: 'GET',
  path: '/api/users/calendar-feed',
};

export const createCalendarFeed: Endpoint<typeof schemas.createCalendarFeedSpec> = {
  method: 'POST',
  path: '/api/users/calendar-feed',
};

export const revokeCalendarFeed: Endpoint<typeof schemas.revokeCalendarFeedSpec> = {
  method: 'DELETE',
  path: '/api/users/calendar-feed',
};
