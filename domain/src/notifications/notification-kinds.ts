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
 * The mail settings: claims (claimed, released, how they end), pickups (in an hour, did it happen), messages
 * (unread for five minutes), requests (a request near by, and news of one's own).
 */
export const MAIL_TOPICS = ['claims', 'pickups', 'messages', 'requests'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];
