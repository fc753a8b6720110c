import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { type CreateListing, createListingBody } from '@openlarder/domain/listings/listing-contract.ts';
import { useCallback, useEffect, useRef } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { saysTheSame } from './share-draft.ts';
import {
  SHARE_FIELDS,
  type ShareBasis,
  type ShareFields,
  type ShareKind,
  valuesFollowing,
  withBestBy,
} from './share-values.ts';

export type ListingForm = UseFormReturn<ShareFields, unknown, CreateListing>;

/** A form left open for longer gets its times anew, so that what is offered is not half over. */
const STALE_AFTER_MS = 10 * MINUTE_MS;

const { version, vendor, validate } = createListingBody['~standard'];
/** The contract's schema, told that the form's fields are complete. */
const judgeListing = standardSchemaResolver<ShareFields, unknown, CreateListing>({
  '~standard': { version, vendor, validate },
});

/**
 * The values and rules of sharing and of changing a listing. The contract's schema is the only judge, so that its
 * messages are the ones a person reads.
 */
export function useListingForm(start: ShareFields): ListingForm {
  return useForm<ShareFields, unknown, CreateListing>({
    defaultValues: start,
    resolver: judgeListing,
    shouldFocusError: false,
  });
}

/** Puts in the values that differ, and looks at them again when the form has been judged already. */
export function putValues(form: ListingForm, next: ShareFields): void {
  const now = form.getValues();
  const names = SHARE_FIELDS.filter((name) => !saysTheSame(now[name], next[name]));
  if (names.length === 0) return;
  form.setValues(Object.fromEntries(names.map((name) => [name, next[name]])), { shouldDirty: true });
  if (form.formState.isSubmitted) void form.trigger(names);
}

/** How the form for new food behaves: what nobody has set by hand follows the kind of food, and the clock. */
export function useShareForm(start: ShareFields, opened: ShareBasis) {
  const form = useListingForm(start);
  const basis = useRef(opened);

  const change = useCallback(
    (kind: Partial<ShareKind>, after: ShareBasis): void => {
      const values = form.getValues();
      const { category, isBulk, dateKind } = values;
      putValues(form, valuesFollowing(values, basis.current, { category, isBulk, dateKind, ...kind }, after));
      basis.current = after;
    },
    [form],
  );
  /** Other food keeps for another time, and a donation feeds more people. */
  const setKind = (kind: Partial<ShareKind>): void => change(kind, basis.current);
  const setBestBy = (bestByDate: string): void =>
    putValues(form, withBestBy(form.getValues(), bestByDate, opened.timeZone));
  /** Times that nobody set are counted from now on. */
  const moveTimes = useCallback((): void => {
    const nowMs = Date.now();
    if (nowMs - basis.current.nowMs > STALE_AFTER_MS) change({}, { ...basis.current, nowMs });
  }, [change]);

  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') moveTimes();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [moveTimes]);

  return { form, basis, setKind, setBestBy, moveTimes };
}
