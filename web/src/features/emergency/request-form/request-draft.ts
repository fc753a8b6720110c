import { requestUrgencySchema } from '@openlarder/domain/emergency/request-schemas.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { categorySchema } from '@openlarder/domain/listings/listing-schemas.ts';
import * as z from 'zod/mini';
import { createDraft, type Draft } from '#web/lib/draft.ts';
import { personalKey } from '#web/lib/personal-storage.ts';
import type { RequestFields } from './request-fields.ts';

/** As long as a request is open. A shared device does not keep it for longer. */
const DRAFT_KEPT_MS = REQUEST_HOURS * HOUR_MS;

const text = z.optional(z.string());
/** Half-filled fields are fine: only the shape is checked, so that the form opens with any draft. */
const draftFields = z.object({
  title: text,
  description: text,
  urgencyLevel: z.optional(requestUrgencySchema),
  householdSize: z.optional(z.number()),
  isCounted: z.optional(z.boolean()),
  specialNeeds: text,
  dietaryRestrictions: z.optional(z.array(z.string())),
  pickupLocation: text,
  meetingPoint: text,
  radiusKm: z.optional(z.number()),
  preferredCategories: z.optional(z.array(categorySchema)),
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  showsFirstName: z.optional(z.boolean()),
});

/** An attempt to send the form: its idempotency key, and the content it was sent with. */
const sentTry = z.object({ key: z.string(), expiresAt: z.string(), content: z.string() });
export type SentAttempt = z.output<typeof sentTry>;

const requestDraft = z.object({
  fields: draftFields,
  sent: z.nullable(sentTry),
});
type RequestDraft = z.output<typeof requestDraft>;

const NAME = 'request-draft';

export const requestDraftKey = (personId: string): string => personalKey(NAME, personId);

export type RequestDraftStorage = Draft<RequestDraft>;

export const createRequestDraftStorage = (personId: string): RequestDraftStorage =>
  createDraft({
    name: NAME,
    personId,
    parse: (value) => {
      const { success, data } = z.safeParse(requestDraft, value);
      return success ? data : null;
    },
    keptMs: DRAFT_KEPT_MS,
  });

export function toRequestDraft(fields: RequestFields, sent: SentAttempt | null): RequestDraft {
  // An emptied number field is NaN, which JSON cannot hold: it starts with its default again.
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => !Number.isNaN(value)));
  return { fields: filled, sent };
}
