export const USER_TYPES = ['donor', 'volunteer', 'recipient'] as const;
export type UserType = (typeof USER_TYPES)[number];

export const ORGANIZATION_TYPES = [
  'restaurant',
  'grocery_store',
  'bakery',
  'cafeteria',
  'cafe',
  'food_truck',
  'catering',
  'hotel',
  'other',
] as const;

export type OrganizationType = (typeof ORGANIZATION_TYPES)[number];

export const MIN_RADIUS_KM = 1;
export const MAX_RADIUS_KM = 50;
export const DEFAULT_RADIUS_KM = 10;

/** How many people a person cooks for, including themself. */
export const MIN_HOUSEHOLD = 1;
export const MAX_HOUSEHOLD = 20;

export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;

/**
 * Lifetime of a password reset link, and of one that confirms an address. Both last as long as their mails are counted:
 * when no further mail goes out, the last link still works.
 */
export const RESET_LINK_HOURS = 24;
export const VERIFY_LINK_HOURS = 24;
/** The code that finishes a sign-up: its number of digits, and of allowed attempts. */
export const SIGN_UP_CODE_DIGITS = 6;
export const SIGN_UP_CODE_TRIES = 5;

/** How long an organizer's personal invitation can be accepted. */
export const INVITATION_DAYS = 30;
