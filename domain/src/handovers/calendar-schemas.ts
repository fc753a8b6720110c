import * as z from 'zod/mini';
import type { EndpointSpec } from '../kernel/endpoint.ts';
import { idParams, maxLength } from '../kernel/wire-schemas.ts';

/** An iCalendar file (RFC 5545), sent as `text/calendar`. It contains a link, not the household address. */
const calendarText = z.string();

export const getPickupCalendarSpec = {
  summary: 'One pickup as a calendar file: a link, no household address',
  params: idParams,
  responses: { 200: calendarText },
} as const satisfies EndpointSpec;

export const readCalendarFeedSpec = {
  summary: 'All open pickups of the person who made this address, for calendar programs',
  params: z.object({ token: z.string().check(maxLength(200)) }),
  responses: { 200: calendarText },
} as const satisfies EndpointSpec;

const calendarFeedSchema = z.object({ url: z.nullable(z.string()) });

export const getCalendarFeedSpec = {
  summary: 'The private address of my calendar; null when there is none',
  responses: { 200: calendarFeedSchema },
} as const satisfies EndpointSpec;

export const createCalendarFeedSpec = {
  summary: 'Make a new private address of my calendar; an earlier one stops working',
  responses: { 200: calendarFeedSchema },
} as const satisfies EndpointSpec;

export const revokeCalendarFeedSpec = {
  summary: 'End the private address of my calendar',
  responses: { 204: null },
} as const satisfies EndpointSpec;
