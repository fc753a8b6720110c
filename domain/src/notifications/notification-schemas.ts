import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import { EXAMPLE_ID, type EndpointSpec } from '../kernel/endpoint.ts';
import {
  foodCorrectionSchema,
  cursorQuery,
  idSchema,
  instantOut,
  limitQuery,
  wallTimeSchema,
} from '../kernel/wire-schemas.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_SUBJECTS } from './notification-kinds.ts';

export const notificationKindSchema = z.enum(NOTIFICATION_KINDS);

/** What the notification links to. */
export const notificationSubjectSchema = z.object({
  type: z.enum(NOTIFICATION_SUBJECTS),
  id: idSchema,
});

export const notificationSchema = z.object({
  id: idSchema,
  kind: notificationKindSchema,
  subject: notificationSubjectSchema,
  /** Who caused it; null if no person did or the account is gone. */
  actor: z.nullable(personSummarySchema),
  /** The title of the listing or request. */
  listingTitle: z.nullable(z.string()),
  /** How many servings were claimed, of how many shared; null if not applicable or not recorded. */
  servings: z.nullable(z.object({ claimed: z.number(), shared: z.number() })),
  /** With `food_corrected`. */
  correction: z.optional(foodCorrectionSchema),
  createdAt: instantOut,
  readAt: z.nullable(instantOut),
});

export const listNotificationsSpec = {
  summary: 'My notifications, newest first',
  query: z.object({ limit: limitQuery(50, 100), cursor: cursorQuery }),
  responses: { 200: z.array(notificationSchema) },
  example: { query: { limit: '10' } },
  acrossBlock: { keeps: true },
} as const satisfies EndpointSpec;

export const readNotificationsSpec = {
  summary: 'Mark notifications as read; without ids, all of mine',
  body: z.optional(z.nullable(z.object({ ids: z.optional(z.array(idSchema).check(z.maxLength(100))) }))),
  responses: { 204: null },
  example: { body: { ids: [EXAMPLE_ID] } },
} as const satisfies EndpointSpec;

export const notificationSettingsSchema = z.object({
  /** The notifications shown under the bell; those without a switch are always shown. */
  app: z.object({
    claims: z.boolean(),
    pickups: z.boolean(),
    messages: z.boolean(),
    endings: z.boolean(),
    alerts: z.boolean(),
  }),
  mail: z.object({
    claims: z.boolean(),
    pickups: z.boolean(),
    messages: z.boolean(),
    alerts: z.boolean(),
    help: z.boolean(),
  }),
  /** No mail between these times on the community's wall clock; may span midnight. Null for no quiet hours. */
  quietHours: z.nullable(
    z.object({ from: wallTimeSchema, until: wallTimeSchema }).check(
      z.refine(({ from, until }) => from !== until, {
        path: ['until'],
        error: errorText('invalid.quiet-hours'),
      }),
    ),
  ),
});

export const getNotificationSettingsSpec = {
  summary: 'What I am notified of, in the app and by mail, and when not',
  responses: { 200: notificationSettingsSchema },
} as const satisfies EndpointSpec;

export const updateNotificationSettingsSpec = {
  summary: 'Change what I am notified of, in the app and by mail, and when not',
  body: notificationSettingsSchema,
  responses: { 200: notificationSettingsSchema },
  example: {
    body: {
      app: { claims: true, pickups: true, messages: true, endings: false, alerts: true },
      mail: { claims: true, pickups: true, messages: false, alerts: true, help: true },
      quietHours: { from: '22:00', until: '07:00' },
    },
  },
} as const satisfies EndpointSpec;
