import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema } from '../kernel/ids.ts';
import { MAX_TEXT_LENGTH, requiredText } from '../kernel/text.ts';
import { instantOut } from '../kernel/time.ts';

/** A phone number or an address on the web, or both. */
export const helpLineSchema = z.object({
  name: z.string(),
  phone: z.nullable(z.string()),
  url: z.nullable(z.string()),
  /** When somebody answers, and what for. */
  note: z.string(),
});
export type HelpLine = z.output<typeof helpLineSchema>;

export const askingSchema = z.object({
  /** My request that is pending or matched. */
  openRequestId: z.nullable(idSchema),
  requestsInLastDay: z.number(),
  maxRequestsPerDay: z.number(),
  /** When I may ask again after today's; null when I may now. */
  nextAt: z.nullable(instantOut),
  /** My asking is paused until then; null when it is not. */
  pausedUntil: z.nullable(instantOut),
  /** Where else to find help in the community's country. */
  helpLines: z.array(helpLineSchema),
});
export type Asking = z.output<typeof askingSchema>;

export const getAsking = endpoint({
  method: 'GET',
  path: '/api/emergency-requests/asking',
  summary: 'Whether I may ask for food now, and where else there is help',
  tag: 'emergency',
  access: 'person',
  responses: { 200: askingSchema },
});

export const appealBody = z.object({
  words: requiredText('Please say what we should know', MAX_TEXT_LENGTH),
});

/** 409 `not-paused` where there is nothing to appeal against; 429 `too-many` after three in a day. */
export const appealPause = endpoint({
  method: 'POST',
  path: '/api/emergency-requests/asking/appeal',
  summary: 'Tell those who run the community why my asking should not be paused',
  tag: 'emergency',
  access: 'person',
  body: appealBody,
  responses: { 204: null },
});
