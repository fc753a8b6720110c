import * as z from 'zod/mini';
import { personSummarySchema, standingSchema } from '../accounts/account-schemas.ts';
import { errorText } from '../kernel/app-error.ts';
import { EXAMPLE_ID, type EndpointSpec } from '../kernel/endpoint.ts';
import { MAX_TEXT_LENGTH } from '../kernel/text-limits.ts';
import { idParams, idSchema, instantOut, optionalLines } from '../kernel/wire-schemas.ts';
import { REPORT_REASONS } from './report-reasons.ts';

export const reportReasonSchema = z.enum(REPORT_REASONS, { error: errorText('required.reason') });

export const blockSchema = z.object({ person: personSummarySchema, createdAt: instantOut });

export const listBlocksSpec = {
  summary: 'People I have blocked',
  responses: { 200: z.array(blockSchema) },
  acrossBlock: { names: 'whom I blocked' },
} as const satisfies EndpointSpec;

export const blockPersonSpec = {
  summary: 'Block a person: neither of us sees, claims from or writes to the other; they are not told',
  body: z.object({ userId: idSchema }),
  responses: { 204: null },
  errors: { 404: ['not-found'] },
  example: { body: { userId: EXAMPLE_ID } },
  acrossBlock: { always: { person: [204] } },
} as const satisfies EndpointSpec;

export const unblockPersonSpec = {
  summary: 'Take a block back',
  params: z.object({ userId: idSchema }),
  responses: { 204: null },
} as const satisfies EndpointSpec;

export const reportSubjectSchema = z.object({
  type: z.enum(['person', 'listing', 'conversation', 'message', 'request']),
  id: idSchema,
});

export const reportBody = z.object({
  subject: reportSubjectSchema,
  reason: reportReasonSchema,
  details: z._default(optionalLines(MAX_TEXT_LENGTH), ''),
});

export const reportSpec = {
  summary: 'Tell the people who run this community about something that is not right',
  body: reportBody,
  idempotent: true,
  responses: { 201: z.object({ id: idSchema }) },
  errors: { 403: ['account-paused'] },
  example: {
    body: { subject: { type: 'conversation', id: EXAMPLE_ID }, reason: 'other', details: 'Not right' },
  },
  acrossBlock: { isNew: true },
} as const satisfies EndpointSpec;

/** A report by the caller, and whether the admins have closed it. */
export const ownReportSchema = z.object({
  id: idSchema,
  subject: z.object({
    type: z.enum(['person', 'listing', 'conversation', 'message', 'claim', 'request']),
    id: idSchema,
  }),
  reason: z.string(),
  createdAt: instantOut,
  closedAt: z.nullable(instantOut),
});

export const listOwnReportsSpec = {
  summary: 'What I have reported, newest first',
  responses: { 200: z.array(ownReportSchema) },
  acrossBlock: { names: 'what I reported' },
} as const satisfies EndpointSpec;

/** Another person's profile, as all people see it who are not blocked. */
export const personProfileSchema = z.object({
  person: personSummarySchema,
  /** False where the person hides it. */
  verified: z.boolean(),
  standing: standingSchema,
  /** When the month began: the instant would tell who asks for food without a name, as many do minutes after joining. */
  memberSince: instantOut,
});

export const getPersonSpec = {
  summary: 'A person’s profile, as others see it',
  params: idParams,
  responses: { 200: personProfileSchema },
} as const satisfies EndpointSpec;
