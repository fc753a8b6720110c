import type { NotificationSettings, NotificationSubject } from './notification-contract.ts';
import type { AppGroup, MailTopic, NotificationGroup, NotificationKind } from './notification-kinds.ts';

/** The default: everything, but no mails at night. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  app: { claims: true, pickups: true, messages: true, endings: true, alerts: true },
  mail: { claims: true, pickups: true, messages: true, alerts: true, help: true },
  quietHours: { from: '22:00', until: '07:00' },
};

type Switches = {
  readonly group: NotificationGroup;
  /** Never mailed, because it needs no action. */
  readonly isUnmailed?: true;
  /** Always shown in the app: the person has limited time to object to it. */
  readonly isAlwaysShown?: true;
};

const SWITCHES_BY_KIND: Readonly<Record<NotificationKind, Switches>> = {
  listing_claimed: { group: 'claims' },
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
  on_my_way_question: { group: 'pickups' },
  on_my_way: { group: 'pickups', isUnmailed: true },
  pickup_soon: { group: 'pickups' },
  handover_question: { group: 'pickups' },
  surplus_question: { group: 'pickups' },
  thanked: { group: 'messages' },
  message_received: { group: 'messages' },
  listing_ending: { group: 'endings', isUnmailed: true },
  food_ending_near: { group: 'endings', isUnmailed: true },
  emergency_alert: { group: 'alerts' },
  request_matched: { group: 'help' },
  request_released: { group: 'help' },
  request_cancelled: { group: 'help' },
  request_expired: { group: 'help' },
  request_confirmed: { group: 'help' },
  request_fulfilled: { group: 'help', isUnmailed: true },
};

/** The switch of a kind's mails; null for kinds that are never mailed. */
export function mailTopicOf(kind: NotificationKind): MailTopic | null {
  const { group, isUnmailed } = SWITCHES_BY_KIND[kind];
  return isUnmailed || group === 'endings' ? null : group;
}

/**
 * The switch of a kind in the app; null for what is always shown there: complaints, and everything about a request for
 * food that one has made or helps with.
 */
export function appGroupOf(kind: NotificationKind, about: NotificationSubject['type']): AppGroup | null {
  const { group, isAlwaysShown } = SWITCHES_BY_KIND[kind];
  if (isAlwaysShown || group === 'help') return null;
  return about === 'request' && group !== 'alerts' ? null : group;
}
