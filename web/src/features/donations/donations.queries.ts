import {
  getCommunityDonations,
  getDonationStats,
  listDonations,
} from '@openlarder/domain/donations/donation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The signed-in person's donations, newest first. */
export const donationsQuery = endpointQuery(listDonations);
/** The sums of the person's donations. */
export const donationStatsQuery = endpointQuery(getDonationStats);
/** The sums of the community's donations. */
export const communityDonationsQuery = endpointQuery(getCommunityDonations);
