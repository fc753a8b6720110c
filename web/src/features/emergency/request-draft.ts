import { requestUrgencySchema } from '@openlarder/domain/emergency/emergency-contract.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { dietSchema } from '@openlarder/domain/kernel/food-tags.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { categorySchema } from '@openlarder/domain/listings/listing-contract.ts';
import * as z from 'zod/mini';
import type { RequestFields } from './request-fields.ts';

/** What was needed yesterday is asked for anew; and a shared device does not remember it for longer. */
const DRAFT_KEPT_MS = REQUEST_HOURS * HOUR_MS;

const text = z.optional(z.string());
/** What may be half filled: looked at for its shape alone, so that the form opens whatever it finds. */
const keptFields = z.object({
  title: text,
  description: text,
  urgencyLevel: z.optional(requestUrgencySchema),
  householdSize: z.optional(z.number()),
  specialNeeds: text,
  dietaryRestrictions: z.optional(z.array(dietSchema)),
  pickupLocation: text,
  meetingPoint: text,
  radiusKm: z.optional(z.number()),
  preferredCategories: z.optional(z.array(categorySchema)),
  latitude: z.optional(z.number()),
  longitude: z.optional(z.number()),
  areaLabel: text,
});

/** One try of sending: what names it, and the content it was sent with. */
const sentTry = z.object({ key: z.string(), expiresAt: z.string(), content: z.string() });
export type SentTry = z.output<typeof sentTry>;

const requestDraft = z.object({
  version: z.literal(1),
  savedAtMs: z.number(),
  fields: keptFields,
  sent: z.nullable(sentTry),
});
type RequestDraft = z.output<typeof requestDraft>;

export const requestDraftKey = (personId: string): string => `openlarder.request-draft.${personId}`;

/** A browser without storage, or with a full one, keeps nothing; writing goes on all the same. */
function attempt<T>(act: () => T, otherwise: T): T {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

/** Keeps what one person has written in the form, in this browser, until it is sent. */
export type DraftBox = {
  readonly read: () => Pick<RequestDraft, 'fields' | 'sent'> | null;
  readonly keep: (fields: RequestFields, sent: SentTry | null) => void;
  readonly forget: () => void;
};

type Parts = {
  readonly personId: string;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly nowMs: () => number;
};

export function makeDraftBox({ personId, storage, nowMs }: Parts): DraftBox {
  const key = requestDraftKey(personId);
  return {
    read: () =>
      attempt(() => {
        const written = storage.getItem(key);
        if (written === null) return null;
        const { success, data } = z.safeParse(requestDraft, JSON.parse(written));
        if (success && nowMs() - data.savedAtMs < DRAFT_KEPT_MS) return data;
        storage.removeItem(key);
        return null;
      }, null),
    keep: (fields, sent) => {
      // A number field that was emptied is NaN, which JSON has no word for; it is filled anew.
      const kept = Object.fromEntries(Object.entries(fields).filter(([, value]) => !Number.isNaN(value)));
      const draft = { version: 1, savedAtMs: nowMs(), fields: kept, sent };
      attempt(() => storage.setItem(key, JSON.stringify(draft)), undefined);
    },
    forget: () => attempt(() => storage.removeItem(key), undefined),
  };
}
