/** What a donation is for. */
export const DONATION_TYPES = [
  'platform_donation',
  'food_listing_support',
  'emergency_response',
  'community_program',
] as const;
export type DonationType = (typeof DONATION_TYPES)[number];

/** The purposes that the form offers, in its order; the first is the default. */
export const PICKED_DONATION_TYPES = [
  'platform_donation',
  'community_program',
  'emergency_response',
] as const;
export type PickedDonationType = (typeof PICKED_DONATION_TYPES)[number];
