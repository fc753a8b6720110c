import {
  getCommunityDonations,
  getDonationStats,
  listDonations,
} from '@openlarder/domain/donations/donation-contract.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const donationsQuery = endpointQuery(listDonations);
export const donationStatsQuery = endpointQuery(getDonationStats);
export const communityDonationsQuery = endpointQuery(getCommunityDonations);
