import type { NotificationSettings, NotificationSubject } from './notification-contract.ts';
import { type AppGroup, type MailTopic, type NotificationKind, rulesOf } from './notification-kinds.ts';

/** The default: everything, but no mails at night. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  app: { claims: true, pickups: true, messages: true, endings: true, alerts: true },
  mail: { claims: true, pickups: true, messages: true, alerts: true, help: true },
  quietHours: { from: '22:00', until: '07:00' },
};

/** The switch of a kind's mails; null for kinds that are never mailed. */
export function mailTopicOf(kind: NotificationKind): MailTopic | null {
  const { group, isUnmailed } = rulesOf(kind);
  return isUnmailed || group === 'endings' ? null : group;
}

/**
 * The switch of a kind in the app; null for what is always shown there: complaints, and everything about a request for
 * food that one has made or helps with.
 */
export function appGroupOf(kind: NotificationKind, about: NotificationSubject['type']): AppGroup | null {
  const { group, isAlwaysShown } = rulesOf(kind);
  if (isAlwaysShown || group === 'help') return null;
  return about === 'request' && group !== 'alerts' ? null : group;
}
