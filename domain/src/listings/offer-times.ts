import type { OfferTimes } from './freshness.ts';

/** From when until when food can be fetched, as the wire has it (ISO 8601). */
export type PickupWindow = { readonly availableFrom: string; readonly availableUntil: string };

type DatedField = 'availableUntil' | 'expiryDate' | 'bestByDate';

/**
 * What of an offer is over at `nowMs`, by its field, each with the sentence that the donor reads. Food past its
 * best-before date may still be good; past its use-by date it is never shared.
 */
export function timesOver(times: OfferTimes, nowMs: number): Partial<Record<DatedField, string>> {
  const isOver = (end: string | null): boolean => end !== null && Date.parse(end) <= nowMs;
  return {
    ...(isOver(times.availableUntil) && { availableUntil: 'Pickup has to end in the future' }),
    ...(isOver(times.expiryDate) && { expiryDate: 'Food past its expiry date cannot be shared' }),
    ...(times.dateKind === 'use_by' &&
      isOver(times.bestByDate) && { bestByDate: 'Food past its use-by date cannot be shared' }),
  };
}

/** Whether somebody who comes at a time that was agreed upon could stand before a closed door. */
export function isShorterPickup(before: PickupWindow, after: PickupWindow): boolean {
  return (
    Date.parse(after.availableFrom) > Date.parse(before.availableFrom) ||
    Date.parse(after.availableUntil) < Date.parse(before.availableUntil)
  );
}
