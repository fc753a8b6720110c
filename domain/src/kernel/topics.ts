/**
 * What a GET can show and another call can change. A tab refetches, after its own call and after a live hint, what it
 * shows of the changed topics. A topic is what people would call one thing; a GET that shows several lists them all.
 */
export const TOPICS = [
  /** The caller's own account, profile and trust. */
  'account',
  'sessions',
  /** Names of people, and what others see of them. */
  'people',
  /** Food on offer. */
  'listings',
  /** Claims, matches, and what two people have agreed on. */
  'handovers',
  /** Conversations and their messages. */
  'messages',
  /** Requests for food. */
  'requests',
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
