import type { NotificationSettings, NotificationSubject } from './notification-contract.ts';
import { type AppGroup, type MailTopic, type NotificationKind, rulesOf } from './notification-kinds.ts';

/** The default: everything, but no mails at night. */
export const DEFAULT_NOTIFICATION_SETTINGS: NotificationSettings = {
  app: { claims: true, pickups: true, messages: true, endings: true, alerts: true },
  mail: { claims: true, pickups: true, messages: true, alerts: true, help: true },
  quietHours: { from: '22:00', until: '07:00' },
};

export function mailTopicOf(kind: NotificationKind): MailTopic | null {
  const { group, isUnmailed } = rulesOf(kind);
  return isUnmailed || group === 'endings' ? null : group;
}

/** Null for what is always shown: complaints, and a request for food that one has made or helps with. */
export function appGroupOf(kind: NotificationKind, about: NotificationSubject['type']): AppGroup | null {
  const { group, isAlwaysShown } = rulesOf(kind);
  if (isAlwaysShown || group === 'help') return null;
  return about === 'request' && group !== 'alerts' ? null : group;
}
