import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-contract.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema } from '../kernel/ids.ts';
import { instantOut } from '../kernel/time.ts';

export const NOTIFICATION_KINDS = [
  'listing_claimed',
  'claim_released',
  'place_shared',
  'handover_confirmed',
  'handover_completed',
  'message_received',
] as const;
export const notificationKindSchema = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.output<typeof notificationKindSchema>;

/** What a notification opens. */
export const notificationSubjectSchema = z.object({
  type: z.enum(['listing', 'claim', 'conversation']),
  id: idSchema,
});
export type NotificationSubject = z.output<typeof notificationSubjectSchema>;

export const notificationSchema = z.object({
  id: idSchema,
  kind: notificationKindSchema,
  subject: notificationSubjectSchema,
  /** Who did it; null when nobody did or the account is gone. */
  actor: z.nullable(personSummarySchema),
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
