import { requestUrgencySchema } from '@openlarder/domain/emergency/request-schemas.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { categorySchema } from '@openlarder/domain/listings/listing-schemas.ts';
import * as z from 'zod/mini';
import { personalKey } from '#web/lib/personal-storage.ts';
import { storedValue } from '#web/lib/stored-value.ts';
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
  version: z.literal(1),
  savedAtMs: z.number(),
  fields: draftFields,
  sent: z.nullable(sentTry),
});
type RequestDraft = z.output<typeof requestDraft>;

export const requestDraftKey = (personId: string): string => personalKey('request-draft', personId);

/** What a person has written in the form, kept in this browser until it is sent. */
export type RequestDraftStorage = {
  /** The stored draft, unless it is too old or not usable; both are removed. */
  readonly load: () => Pick<RequestDraft, 'fields' | 'sent'> | null;
  readonly save: (fields: RequestFields, sent: SentAttempt | null) => void;
  readonly clear: () => void;
};

export function createRequestDraftStorage(personId: string): RequestDraftStorage {
  const stored = storedValue<RequestDraft>({
    key: requestDraftKey(personId),
    parse: (value) => {
      const { success, data } = z.safeParse(requestDraft, value);
      return success ? data : null;
    },
  });
  return {
    load: () => {
      const draft = stored.get();
      if (draft && Date.now() - draft.savedAtMs < DRAFT_KEPT_MS) return draft;
      stored.set(null);
      return null;
    },
    save: (fields, sent) => {
      // An emptied number field is NaN, which JSON cannot hold: it starts with its default again.
      const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => !Number.isNaN(value)));
      stored.set({ version: 1, savedAtMs: Date.now(), fields: filled, sent });
    },
    clear: () => stored.set(null),
  };
}
