import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-contract.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema } from '../kernel/ids.ts';
import { instantOut } from '../kernel/time.ts';

export const NOTIFICATION_KINDS = [
  'listing_claimed',
  'claim_released',
  'claim_no_food',
  'claim_no_show',
  'claim_lapsed',
  'claim_disputed',
  'claimer_coming',
  'pickup_soon',
  'handover_question',
  'place_shared',
  'handover_confirmed',
  'handover_completed',
  'message_received',
  'emergency_alert',
  'request_matched',
  'request_released',
  'request_cancelled',
  'request_expired',
  'request_confirmed',
  'request_fulfilled',
] as const;
export const notificationKindSchema = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.output<typeof notificationKindSchema>;

/** What a notification opens. */
export const notificationSubjectSchema = z.object({
  type: z.enum(['listing', 'claim', 'conversation', 'request']),
  id: idSchema,
});
export type NotificationSubject = z.output<typeof notificationSubjectSchema>;

export const notificationSchema = z.object({
  id: idSchema,
  kind: notificationKindSchema,
  subject: notificationSubjectSchema,
  /** Who did it; null when nobody did or the account is gone. */
  actor: z.nullable(personSummarySchema),
  /** What the food is called, or the request. */
  listingTitle: z.nullable(z.string()),
  createdAt: instantOut,
  readAt: z.nullable(instantOut),
});
export type Notification = z.output<typeof notificationSchema>;

/** The newest 50. Header `X-Unread-Count`: all unread ones. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'My notifications, newest first',
  tag: 'notifications',
  access: 'person',
  responses: { 200: z.array(notificationSchema) },
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark notifications as read; without ids, all of mine',
  tag: 'notifications',
  access: 'person',
  body: z.optional(z.nullable(z.object({ ids: z.optional(z.array(idSchema).check(z.maxLength(100))) }))),
  responses: { 204: null },
});

/**
 * What mails can be switched on and off by: claims (claimed, let go, how they end), pickups (in an hour, did it
 * happen), messages (unread for five minutes), requests (somebody near needs food, and what becomes of one's own).
 */
export const MAIL_TOPICS = ['claims', 'pickups', 'messages', 'requests'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

const PLEASE_GIVE_A_TIME = 'Please give a time such as 22:00';
const wallTime = z
  .string({ error: PLEASE_GIVE_A_TIME })
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, PLEASE_GIVE_A_TIME));

export const notificationSettingsSchema = z.object({
  mail: z.object({
    claims: z.boolean(),
    pickups: z.boolean(),
    messages: z.boolean(),
    requests: z._default(z.boolean(), true),
  }),
  /** No mail between these times on the community's wall clock, which may be over midnight; null: at any time. */
  quietHours: z.nullable(
    z.object({ from: wallTime, until: wallTime }).check(
      z.refine(({ from, until }) => from !== until, {
        path: ['until'],
        error: 'Quiet hours need two different times. To get no mails at all, switch them off above.',
      }),
    ),
  ),
});
export type NotificationSettings = z.output<typeof notificationSettingsSchema>;

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/users/notification-settings',
  summary: 'Which mails I get, and when not',
  tag: 'notifications',
  access: 'person',
  responses: { 200: notificationSettingsSchema },
});

export const updateNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/users/notification-settings',
  summary: 'Change which mails I get, and when not',
  tag: 'notifications',
  access: 'person',
  body: notificationSettingsSchema,
  responses: { 200: notificationSettingsSchema },
});
