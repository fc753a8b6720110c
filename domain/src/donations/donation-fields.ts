/**
 * The life cycle of a donation. A row is written before the provider is called; only the provider's notifications
 * change its status.
 *
 *     pending <-> requires_action -> succeeded | failed | canceled
 *
 * A failed attempt may be followed by another: `failed` is no end. A bank debit is `pending` for days.
 * Refunds and disputes are amounts beside the status: a refunded donation stays `succeeded`.
 */
export const DONATION_STATUSES = ['pending', 'succeeded', 'failed', 'canceled', 'requires_action'] as const;
export type DonationStatus = (typeof DONATION_STATUSES)[number];

const NEXT: Readonly<Record<DonationStatus, readonly DonationStatus[]>> = {
  pending: ['requires_action', 'succeeded', 'failed', 'canceled'],
  requires_action: ['pending', 'succeeded', 'failed', 'canceled'],
  failed: ['pending', 'requires_action', 'succeeded', 'canceled'],
  canceled: [],
  succeeded: [],
};

/** Whether a donation may become `to`; late and repeated notifications never undo a final status. */
export const canBecome = (from: DonationStatus, to: DonationStatus): boolean => NEXT[from].includes(to);

export const statusesBefore = (to: DonationStatus): readonly DonationStatus[] =>
  DONATION_STATUSES.filter((from) => canBecome(from, to));

export const isFinal = (status: DonationStatus): boolean => NEXT[status].length === 0;

/** Whether there is a receipt: for money that has arrived, even if some was refunded later. */
export const hasReceipt = (status: DonationStatus): boolean => status === 'succeeded';

export const DONATION_TYPES = [
  'platform_donation',
  'food_listing_support',
  'emergency_response',
  'community_program',
] as const;
export type DonationType = (typeof DONATION_TYPES)[number];

/** The purposes that the form offers, in its order; the first is the default. */
export const SELECTABLE_DONATION_TYPES = [
  'platform_donation',
  'community_program',
  'emergency_response',
] as const;
export type SelectableDonationType = (typeof SELECTABLE_DONATION_TYPES)[number];
