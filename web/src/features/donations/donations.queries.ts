import {
  getCommunityDonations,
  getDonationStats,
  listDonations,
} from '@openlarder/domain/donations/donation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The signed-in person's donations, newest first. */
export const donationsQuery = endpointQuery(listDonations);
/** What they come to. */
export const donationStatsQuery = endpointQuery(getDonationStats);
/** What everyone's come to. */
export const communityDonationsQuery = endpointQuery(getCommunityDonations);
