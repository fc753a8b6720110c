import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idParams } from '../kernel/ids.ts';

/** What a calendar program reads (RFC 5545); sent as `text/calendar`. A link leads to the address, which is not in it. */
const calendarText = z.string();

export const getPickupCalendar = endpoint({
  method: 'GET',
  path: '/api/claims/{id}/pickup.ics',
  summary: 'One pickup as a calendar file: a link, no household address',
  tag: 'claims',
  access: 'person',
  params: idParams,
  responses: { 200: calendarText },
});

/** The address is a secret of its own: whoever has it reads the feed, without a session. */
export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/{token}/pickups.ics',
  summary: 'All open pickups of whoever made this address, for calendar programs',
  tag: 'claims',
  access: 'public',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  responses: { 200: calendarText },
});

const calendarFeedSchema = z.object({ url: z.nullable(z.string()) });

export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/users/calendar-feed',
  summary: 'The private address of my calendar; null when there is none',
  tag: 'claims',
  access: 'person',
  responses: { 200: calendarFeedSchema },
});

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/users/calendar-feed',
  summary: 'Make a new private address of my calendar; the one before works no more',
  tag: 'claims',
  access: 'person',
  responses: { 200: calendarFeedSchema },
});

export const revokeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/users/calendar-feed',
  summary: 'End the private address of my calendar',
  tag: 'claims',
  access: 'person',
  responses: { 204: null },
});
