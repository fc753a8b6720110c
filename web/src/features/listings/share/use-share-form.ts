import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { categoryOfTitle } from '@openlarder/domain/listings/listing-category.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { contractResolver, useRevalidateErrors } from '#web/lib/form-errors.ts';
import {
  DEFAULT_KIND,
  FIELD_ORDER,
  type FoodKind,
  type FormContext,
  type ShareFields,
  withBestBy,
  withUpdatedDefaults,
} from './draft/form-values.ts';
import { isSameValue } from './draft/share-draft.ts';

export type ListingForm = UseFormReturn<ShareFields, unknown, CreateListing>;

/** A form that is open for longer gets new default times, so that the offer is not half over. */
const STALE_AFTER_MS = 10 * MINUTE_MS;

const judgeListing = contractResolver<ShareFields, CreateListing>(createListingBody);

/**
 * The form for sharing or editing a listing. The contract's schema is the only validator, so that its
 * messages are shown.
 */
export function useListingForm(start: ShareFields): ListingForm {
  const form = useForm<ShareFields, unknown, CreateListing>({
    defaultValues: start,
    resolver: judgeListing,
    shouldFocusError: false,
  });
  useRevalidateErrors(form, FIELD_ORDER);
  return form;
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
  /** When the default times begin to count; `context.current` for rendering. */
  const [basisMs, setBasisMs] = useState(opened.nowMs);

  const change = useCallback(
    (kind: Partial<FoodKind>, after: FormContext): void => {
      const values = form.getValues();
      const { category, isBulk, dateKind } = values;
      putValues(
        form,
        withUpdatedDefaults(values, context.current, { category, isBulk, dateKind, ...kind }, after),
      );
      context.current = after;
      setBasisMs(after.nowMs);
    },
    [form],
  );
  /** Changes the kind of food: shelf life and amount follow. */
  const setKind = (kind: Partial<FoodKind>): void => change(kind, context.current);
  const title = useTitleCategory(start);
  /** Sets the category by hand: it no longer follows the title. */
  const setCategory = (category: Category): void => {
    title.keep();
    setKind({ category });
  };
  const onTitle = (text: string): void => {
    const category = title.categoryFor(text);
    if (category !== null && category !== form.getValues('category')) setKind({ category });
  };
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

  return {
    form,
    context,
    basisMs,
    setKind,
    setCategory,
    onTitle,
    onTemplate: title.startFrom,
    setBestBy,
    moveTimes,
  };
}

/** The category for a title: the one it names, else the default or the template's, until one is chosen by hand. */
function useTitleCategory(start: ShareFields) {
  const named = categoryOfTitle(start.title);
  const isByHand = useRef(start.category !== (named ?? DEFAULT_KIND.category));
  const unnamed = useRef(DEFAULT_KIND.category);
  return {
    /** Null if it stays as it is. */
    categoryFor: (title: string): Category | null =>
      isByHand.current ? null : (categoryOfTitle(title) ?? unnamed.current),
    keep: (): void => {
      isByHand.current = true;
    },
    /** The category of a template holds for titles that name none. */
    startFrom: (category: Category): void => {
      isByHand.current = false;
      unnamed.current = category;
    },
  };
}
