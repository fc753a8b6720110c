import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { useCallback, useEffect, useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { contractResolver } from '#web/lib/form-errors.ts';
import {
  FIELD_ORDER,
  type FoodKind,
  type FormContext,
  type ShareFields,
  withBestBy,
  withUpdatedDefaults,
} from './form-values.ts';
import { isSameValue } from './share-draft.ts';

export type ListingForm = UseFormReturn<ShareFields, unknown, CreateListing>;

/** A form that is open for longer gets new default times, so that the offer is not half over. */
const STALE_AFTER_MS = 10 * MINUTE_MS;

const judgeListing = contractResolver<ShareFields, CreateListing>(createListingBody);

/**
 * The form for sharing or editing a listing. The contract's schema is the only validator, so that its
 * messages are shown.
 */
export function useListingForm(start: ShareFields): ListingForm {
  return useForm<ShareFields, unknown, CreateListing>({
    defaultValues: start,
    resolver: judgeListing,
    shouldFocusError: false,
  });
}

/** Sets the values that differ, and validates them again if the form was submitted before. */
export function putValues(form: ListingForm, next: ShareFields): void {
  const now = form.getValues();
  const names = FIELD_ORDER.filter((name) => !isSameValue(now[name], next[name]));
  if (names.length === 0) return;
  form.setValues(Object.fromEntries(names.map((name) => [name, next[name]])), { shouldDirty: true });
  if (form.formState.isSubmitted) void form.trigger(names);
}

/** The form for a new listing: values the user has not set follow the kind of food and the clock. */
export function useShareForm(start: ShareFields, opened: FormContext) {
  const form = useListingForm(start);
  const context = useRef(opened);

  const change = useCallback(
    (kind: Partial<FoodKind>, after: FormContext): void => {
      const values = form.getValues();
      const { category, isBulk, dateKind } = values;
      putValues(
        form,
        withUpdatedDefaults(values, context.current, { category, isBulk, dateKind, ...kind }, after),
      );
      context.current = after;
    },
    [form],
  );
  /** Changes the kind of food: shelf life and amount follow. */
  const setKind = (kind: Partial<FoodKind>): void => change(kind, context.current);
  const setBestBy = (bestByDate: string): void =>
    putValues(form, withBestBy(form.getValues(), bestByDate, opened.timeZone));
  /** Counts default times from now on. */
  const moveTimes = useCallback((): void => {
    const nowMs = Date.now();
    if (nowMs - context.current.nowMs > STALE_AFTER_MS) change({}, { ...context.current, nowMs });
  }, [change]);

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') moveTimes();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [moveTimes]);

  return { form, context, setKind, setBestBy, moveTimes };
}
