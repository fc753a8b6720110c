/**
 * Earlier to later: a feature may use those before it, never those after. `safety` and `hunger-banner` exist in the
 * browser only; `community` is what the browser may know of the settings.
 */
export const FEATURES = [
  'safety',
  'places',
  'accounts',
  'community',
  'volunteers',
  'moderation',
  'notifications',
  'photos',
  'listings',
  'messaging',
  'handovers',
  'activity',
  'recognition',
  'claims',
  'emergency',
  'donations',
  'matching',
  'expiry-alerts',
  'partners',
  'map',
  'impact',
  'impact-facts',
  'leaderboard',
  'ads',
  'hunger-banner',
] as const;

export type Feature = (typeof FEATURES)[number];
