import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import type * as schemas from './donation-schemas.ts';

export type Donation = z.output<typeof schemas.donationSchema>;
export type DonationBody = z.output<typeof schemas.donationBody>;
export type CommunityDonations = z.output<(typeof schemas.getCommunityDonationsSpec)['responses'][200]>;

export const listDonations: Endpoint<typeof schemas.listDonationsSpec> = {
  method: 'GET',
  path: '/api/users/donations',
  access: 'person',
  importance: 'look',
  shows: ['donations'],
};
export const getDonationStats: Endpoint<typeof schemas.getDonationStatsSpec> = {
  method: 'GET',
  path: '/api/users/donation-stats',
  access: 'person',
  importance: 'look',
  shows: ['donations'],
};
export const getCommunityDonations: Endpoint<typeof schemas.getCommunityDonationsSpec> = {
  method: 'GET',
  path: '/api/community/donations',
  access: 'person',
  importance: 'look',
  shows: ['donations'],
};
/**
 * Returns what the provider's form needs. The status of the donation changes later, by the provider's notifications.
 */
export const createPaymentIntent: Endpoint<typeof schemas.createPaymentIntentSpec> = {
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'person',
  importance: 'act',
  changes: ['donations'],
};
/** Asks the provider for the status right after paying, since its notification may take a while. */
export const refreshDonation: Endpoint<typeof schemas.refreshDonationSpec> = {
  method: 'POST',
  path: '/api/donations/{id}/refresh',
  access: 'owner of donation',
  importance: 'talk',
  changes: ['donations'],
};
