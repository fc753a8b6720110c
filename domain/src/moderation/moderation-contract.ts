import * as z from 'zod/mini';
import { personSummarySchema } from '../accounts/account-contract.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { idParams, idSchema } from '../kernel/ids.ts';
import { MAX_TEXT_LENGTH, optionalText } from '../kernel/text.ts';
import { instantOut } from '../kernel/time.ts';

export const REPORT_REASONS = ['unsafe_food', 'harassment', 'dishonest', 'spam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
export const reportReasonSchema = z.enum(REPORT_REASONS, { error: 'Please choose a reason' });

export const blockSchema = z.object({ person: personSummarySchema, createdAt: instantOut });
export type Block = z.output<typeof blockSchema>;

export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/blocks',
  summary: 'People I have blocked',
  tag: 'moderation',
  access: 'person',
  responses: { 200: z.array(blockSchema) },
});

export const blockPerson = endpoint({
  method: 'POST',
  path: '/api/blocks',
  summary: 'Block somebody: neither of us sees, claims from or writes to the other; they are not told',
  tag: 'moderation',
  access: 'person',
  body: z.object({ userId: idSchema }),
  responses: { 204: null },
});

export const unblockPerson = endpoint({
  method: 'DELETE',
  path: '/api/blocks/{userId}',
  summary: 'Take a block back',
  tag: 'moderation',
  access: 'person',
  params: z.object({ userId: idSchema }),
  responses: { 204: null },
});

export const reportSubjectSchema = z.object({
  type: z.enum(['person', 'listing', 'conversation', 'message', 'request']),
  id: idSchema,
});

export const reportBody = z.object({
  subject: reportSubjectSchema,
  reason: reportReasonSchema,
  details: z._default(optionalText(MAX_TEXT_LENGTH), ''),
});
export type ReportBody = z.output<typeof reportBody>;

export const report = endpoint({
  method: 'POST',
  path: '/api/reports',
  summary: 'Tell the people who run this community about something that is not right',
  tag: 'moderation',
  access: 'person',
  body: reportBody,
  idempotent: true,
  responses: { 201: z.object({ id: idSchema }) },
});

/** What I have told those who run the community, and whether they are done with it. */
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
export type OwnReport = z.output<typeof ownReportSchema>;

export const listOwnReports = endpoint({
  method: 'GET',
  path: '/api/reports',
  summary: 'What I have reported, newest first',
  tag: 'moderation',
  access: 'person',
  responses: { 200: z.array(ownReportSchema) },
});

/** Somebody else, as everybody who is not blocked may know them. */
export const personProfileSchema = z.object({
  person: personSummarySchema,
  verified: z.boolean(),
  memberSince: instantOut,
});
export type PersonProfile = z.output<typeof personProfileSchema>;

export const getPerson = endpoint({
  method: 'GET',
  path: '/api/users/{id}',
  summary: 'Somebody’s profile, as others see it',
  tag: 'moderation',
  access: 'person',
  params: idParams,
  responses: { 200: personProfileSchema },
});
