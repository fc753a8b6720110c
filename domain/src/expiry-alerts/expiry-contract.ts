import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './expiry-schemas.ts';

export type ExpiryAlert = z.output<typeof schemas.expiryAlertSchema>;

/** The unacknowledged alerts, the worst one of each offered listing. */
export const listExpiryAlerts: Endpoint<typeof schemas.listExpiryAlertsSpec> = {
  method: 'GET',
  path: '/api/expiry-alerts',
  access: 'person',
  importance: 'look',
  shows: ['listings', 'matches', 'alerts'],
};

/** Idempotent. An acknowledged alert does not return; a worse level makes a new one. 404 for another person's. */
export const acknowledgeExpiryAlert: Endpoint<typeof schemas.acknowledgeExpiryAlertSpec> = {
  method: 'PUT',
  path: '/api/expiry-alerts/{id}/acknowledge',
  access: 'owner of alert',
  importance: 'look',
  changes: ['alerts'],
};

/** At most 20. */
export const listExpiringSoon: Endpoint<typeof schemas.listExpiringSoonSpec> = {
  method: 'GET',
  path: '/api/food-listings/expiring-soon',
  access: 'person',
  importance: 'look',
  shows: ['listings', 'matches'],
};

/**
 * Once for each level; repeated calls do nothing. 404 for another person's listing, 409 `not-expiring` unless it ends
 * within a day.
 */
export const tellNeighbors: Endpoint<typeof schemas.tellNeighborsSpec> = {
  method: 'POST',
  path: '/api/food-listings/{id}/tell-neighbors',
  access: 'owner of listing',
  importance: 'talk',
  changes: ['alerts'],
};
