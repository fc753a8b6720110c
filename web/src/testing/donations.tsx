import {
  type CommunityDonations,
  type Donation,
  getCommunityDonations,
  getDonationStats,
  listDonations,
} from '@openlarder/domain/donations/donation-contract.ts';
import { donationStats, donationImpactOf } from '@openlarder/domain/donations/donation-impact.ts';
import { listRequests } from '@openlarder/domain/emergency/request-contract.ts';
import { listConversations } from '@openlarder/domain/messaging/message-contract.ts';
import { listNotifications } from '@openlarder/domain/notifications/notification-contract.ts';
import { getUserStats, listUserBadges } from '@openlarder/domain/recognition/recognition-contract.ts';
import { currentUserQuery } from '#web/features/accounts/current-user.ts';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { Donate } from '#web/screens/donate/Donate.tsx';
import { reply } from './api.ts';
import { aCommunity, aUser } from './people.ts';
import { renderWithProviders } from './render.tsx';
import { anId, someStats } from './samples.ts';

/** A donation that went through, with overrides. */
export const aDonation = (known: Partial<Donation> = {}): Donation => ({
  id: anId(),
  amount: 2500,
  currency: 'USD',
  netAmount: 2397,
  platformFeeAmount: 103,
  refundedAmount: 0,
  disputedAmount: 0,
  donationType: 'community_program',
  status: 'succeeded',
  donorMessage: '',
  isAnonymous: false,
  paymentMethodType: 'card',
  receiptUrl: null,
  isDemo: false,
  createdAt: '2026-11-03T22:30:00Z',
  processedAt: '2026-11-03T22:31:00Z',
  ...known,
});

const NOTHING: CommunityDonations = {
  currency: 'USD',
  totalDonated: 0,
  totalDonations: 0,
  totalFees: 0,
  byType: [],
  impactMetrics: donationImpactOf(0, 'USD'),
};

type Settings = {
  readonly at?: string;
  readonly community?: Parameters<typeof aCommunity>[0];
  readonly donations?: readonly Donation[];
};

/** Renders the donation page for a signed-in person with these donations. */
export function renderDonate({ at = '/donate', community = {}, donations = [] }: Settings = {}) {
  setCommunity(aCommunity(community));
  reply(listConversations, []);
  reply(listNotifications, [], { 'X-Unread-Count': '0' });
  reply(getUserStats, someStats());
  reply(listUserBadges, []);
  reply(listRequests, []);
  reply(listDonations, [...donations]);
  reply(getDonationStats, donationStats(donations, 'USD'));
  reply(getCommunityDonations, NOTHING);
  const queryClient = createQueryClient();
  queryClient.setQueryData(currentUserQuery.queryKey, aUser());
  return renderWithProviders(<Donate />, { at, queryClient });
}
