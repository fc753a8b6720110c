export const NOTIFICATION_KINDS = [
  'listing_claimed',
  'claim_released',
  'claim_no_food',
  'claim_no_show',
  'claim_lapsed',
  'claim_disputed',
  'claimer_coming',
  'time_proposed',
  'time_agreed',
  'on_my_way_question',
  'on_my_way',
  'pickup_soon',
  'handover_question',
  'place_shared',
  'handover_confirmed',
  'handover_completed',
  'listing_ending',
  'food_ending_near',
  'surplus_question',
  'thanked',
  'message_received',
  'emergency_alert',
  'request_matched',
  'request_released',
  'request_cancelled',
  'request_expired',
  'request_confirmed',
  'request_fulfilled',
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

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
