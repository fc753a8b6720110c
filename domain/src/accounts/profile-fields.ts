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

export const LANGUAGES = ['en'] as const;
