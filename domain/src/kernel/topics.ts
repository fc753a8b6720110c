/**
 * What a GET can show and another call can change. A tab refetches, after its own call and after a live hint, what it
 * shows of the changed topics. A topic is what people would call one thing; a GET that shows several lists them all.
 */
export const TOPICS = [
  /** The caller's own account and profile. */
  'account',
  /** How much the caller may take, share and ask for, as far as trust decides it. */
  'limits',
  'sessions',
  /** Names of people, and what others see of them. */
  'people',
  /** Food on offer. */
  'listings',
  /** What the caller gives: own food, and the claims on it. */
  'giving',
  /** Claims, matches, and what two people have agreed on. */
  'handovers',
  /** The list of conversations, and what of it is read. */
  'conversations',
  'messages',
  /** Requests of the caller, or that the caller helps with. */
  'requests',
  /** Requests that are open to donors, and what everyone sees of them on the map. */
  'open-requests',
  'notifications',
  'notification-settings',
  /** Points, badges, boards and figures. */
  'recognition',
  /** What the caller has set aside of what suits them. */
  'matches',
  /** The caller's expiry alerts. */
  'alerts',
  'donations',
  'ads',
  /** Recurring surplus and its questions. */
  'surplus',
  /** Opening hours and addresses of organizations. */
  'partners',
  'blocks',
  'reports',
  /** The private address of the caller's calendar. */
  'calendar',
  'help-offer',
  /** The language in which the server words what it sends. */
  'language',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What any act in a handover changes for its two people. */
export const HANDOVER_TOPICS = [
  'handovers',
  'giving',
  'requests',
  'conversations',
  'messages',
  'notifications',
] as const satisfies readonly Topic[];
/** What an act changes that may end it. */
export const HANDOVER_END_TOPICS = [
  ...HANDOVER_TOPICS,
  'listings',
  'open-requests',
  'limits',
  'recognition',
] as const satisfies readonly Topic[];
