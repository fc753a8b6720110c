/**
 * What a person switches on and off as one: claims (claimed, canceled, how it turned out), pickups (times and
 * reminders), messages (and thank-yous), endings (food that ends soon), alerts (a neighbor who needs food), help (a
 * request of one's own, or one that one helps with).
 */
export type NotificationGroup = 'claims' | 'pickups' | 'messages' | 'endings' | 'alerts' | 'help';

/** The groups with a switch in the app. Help is always shown there. */
export const APP_GROUPS = [
  'claims',
  'pickups',
  'messages',
  'endings',
  'alerts',
] as const satisfies readonly NotificationGroup[];
export type AppGroup = (typeof APP_GROUPS)[number];

/** The groups with a switch for mails. What ends soon is never mailed. */
export const MAIL_TOPICS = [
  'claims',
  'pickups',
  'messages',
  'alerts',
  'help',
] as const satisfies readonly NotificationGroup[];
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** Messages, thanks and surplus questions that are read within these minutes are not mailed. */
export const MESSAGE_UNREAD_MINUTES = 5;

type KindRules = {
  readonly group: NotificationGroup;
  /** Never mailed, because it needs no action. */
  readonly isUnmailed?: true;
  /** Always shown in the app: the person has limited time to object to it. */
  readonly isAlwaysShown?: true;
  /** Mailed unless it has been read within these minutes; immediately by default. */
  readonly mailAfterMinutes?: number;
  /** How long a delayed mail is still worth sending; two days by default. */
  readonly mailedForMinutes?: number;
  /**
   * In a mail of its own at any hour, which no budget holds back and no other mail delays: the person is waiting, and has
   * only minutes to answer, or may eat what they should not.
   */
  readonly isUrgent?: true;
};

/**
 * All kinds: their names are part of the wire, so they stand in one list. What a kind says, where it leads and how it
 * looks stands in the feature that sends it. A reminder is worth mailing while there is time to get there, and a
 * question while there is time to answer; a request is open for a day.
 */
const RULES = {
  listing_claimed: { group: 'claims' },
  food_corrected: { group: 'claims', isAlwaysShown: true, isUrgent: true },
  claim_released: { group: 'claims' },
  claim_no_food: { group: 'claims', isAlwaysShown: true },
  claim_no_show: { group: 'claims', isAlwaysShown: true },
  claim_lapsed: { group: 'claims' },
  claim_disputed: { group: 'claims', isAlwaysShown: true },
  claimer_coming: { group: 'claims', isUnmailed: true },
  place_shared: { group: 'claims' },
  handover_confirmed: { group: 'claims' },
  handover_completed: { group: 'claims', isUnmailed: true },
  time_proposed: { group: 'pickups' },
  time_agreed: { group: 'pickups' },
  on_my_way_question: { group: 'pickups', mailedForMinutes: 15 },
  on_my_way: { group: 'pickups', isUnmailed: true },
  pickup_soon: { group: 'pickups', mailedForMinutes: 45 },
  handover_question: { group: 'pickups' },
  surplus_question: { group: 'pickups', mailAfterMinutes: MESSAGE_UNREAD_MINUTES, mailedForMinutes: 30 },
  thanked: { group: 'messages', mailAfterMinutes: MESSAGE_UNREAD_MINUTES },
  message_received: { group: 'messages', mailAfterMinutes: MESSAGE_UNREAD_MINUTES },
  listing_ending: { group: 'endings', isUnmailed: true },
  listing_lapsed: { group: 'endings', isUnmailed: true },
  food_ending_near: { group: 'endings', isUnmailed: true },
  emergency_alert: { group: 'alerts', mailAfterMinutes: 1, mailedForMinutes: 24 * 60 },
  request_matched: { group: 'help', isUrgent: true },
  request_released: { group: 'help' },
  request_cancelled: { group: 'help' },
  request_expired: { group: 'help' },
  request_confirmed: { group: 'help' },
  request_fulfilled: { group: 'help', isUnmailed: true },
} as const satisfies Readonly<Record<string, KindRules>>;

export type NotificationKind = keyof typeof RULES;

export const rulesOf = (kind: NotificationKind): KindRules => RULES[kind];

const isKind = (name: string): name is NotificationKind => name in RULES;

export const NOTIFICATION_KINDS: readonly NotificationKind[] = Object.keys(RULES).filter(isKind);

export const NOTIFICATION_SUBJECTS = ['listing', 'claim', 'conversation', 'request', 'surplus'] as const;
