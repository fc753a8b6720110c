/**
 * Earlier to later: a feature may use those before it, never those after. Each with what it is about, which heads its
 * calls in the API document. `safety`, `conversation` and `hunger-banner` exist in the browser only.
 */
const ABOUT = {
  safety: 'Keeping food safe.',
  places: 'Names of places.',
  accounts: 'Signing up, in and out; one’s own account and profile.',
  community: 'What everyone may know of the settings of this community.',
  volunteers: 'Offers to help.',
  moderation: 'Blocking and reporting.',
  notifications: 'What happened, and which of it is mailed.',
  photos: 'Pictures of food.',
  listings: 'Food that is shared.',
  messaging: 'Conversations between two people who deal with each other.',
  handovers: 'Meeting to hand over food: time, code, confirmation, address, calendar.',
  activity: 'What happened lately.',
  recognition: 'Points and badges.',
  claims: 'Claiming food, and what one has claimed.',
  emergency: 'Asking for food, and helping those who ask.',
  conversation: 'The screen of a conversation: messages, handover, request, claim.',
  donations: 'Donations of money.',
  matching: 'Food that suits a person.',
  'expiry-alerts': 'Food that has to go soon.',
  partners: 'Businesses and organizations: opening hours, recurring surplus.',
  map: 'Food and requests on the map.',
  impact: 'Meals, money and CO2 saved.',
  'impact-facts': 'Facts about food waste.',
  leaderboard: 'Who shares the most.',
  ads: 'Sponsors.',
  'hunger-banner': 'A line about hunger in the world.',
} as const;

export type Feature = keyof typeof ABOUT;

const isFeature = (name: string): name is Feature => Object.hasOwn(ABOUT, name);

export const FEATURES: readonly Feature[] = Object.keys(ABOUT).filter(isFeature);

export const aboutFeature = (feature: Feature): string => ABOUT[feature];
