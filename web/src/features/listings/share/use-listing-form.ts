import { t } from '@lingui/core/macro';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { offerTimeErrors } from '@openlarder/domain/listings/freshness.ts';
import type { Category } from '@openlarder/domain/listings/listing-fields.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { amountOfTitle, categoryOfTitle } from '#web/features/listings/titles.ts';
import { uploadedCaptions, uploadedPaths } from '#web/features/photos/upload/photo-list.ts';
import type { FormPhotos } from '#web/features/photos/upload/use-photo-uploads.ts';
import {
  contractResolver,
  showFieldErrors,
  useFocusFirstError,
  useRevalidateErrors,
} from '#web/lib/form-errors.ts';
import { isOnline } from '#web/lib/browser-state.ts';
import { isNetworkError, isUnauthorized } from '#web/lib/http-error.ts';
import {
  DEFAULT_KIND,
  defaultValuesFor,
  type FoodKind,
  type FormContext,
  isPointOfOther,
  isSameValue,
  type KnownPlace,
  LISTING_FIELDS,
  type OpenTimes,
  type ShareFields,
  withBestBy,
  withUpdatedDefaults,
} from './listing-values.ts';

export type ListingForm = UseFormReturn<ShareFields, unknown, CreateListing>;
/** The form for sharing or editing a listing, and what its fields do to each other. */
export type ListingEditor = ReturnType<typeof useListingForm>;

/** What the default pickup follows: the person's last one, and the hours of an organization. */
export type KnownTimes = Pick<FormContext, 'lastPickup'> & { readonly openTimes?: OpenTimes | undefined };

/** A form that is open for longer gets new default times, so that the offer is not half over. */
const STALE_AFTER_MS = 10 * MINUTE_MS;

const resolver = contractResolver<ShareFields, CreateListing>(createListingBody);
/** Of a new listing, whose times lie ahead: what the server would refuse is said before it is sent. */
const newListingResolver = contractResolver<ShareFields, CreateListing>(
  createListingBody.check(({ value, issues }) => {
    for (const [field, message] of Object.entries(offerTimeErrors(value, Date.now())))
      issues.push({ code: 'custom', path: [field], message, input: value });
  }),
);

/**
 * The values of a new listing that the user has not set follow the kind of food and the clock. The contract's schema is
 * the only validator, so that its messages are shown.
 */
export function useListingForm(start: ShareFields, opened: FormContext, isNew = true) {
  const form: ListingForm = useForm<ShareFields, unknown, CreateListing>({
    defaultValues: start,
    resolver: isNew ? newListingResolver : resolver,
    shouldFocusError: false,
  });
  useRevalidateErrors(form, LISTING_FIELDS);
  const context = useRef(opened);
  const defaultAt = useRef<OpenTimes['defaultAt'] | undefined>(undefined);
  /** When the default times begin to count; `context.current` for rendering. */
  const [basisMs, setBasisMs] = useState(opened.nowMs);

  /** Sets the values that differ, and validates them again if the form was submitted before. */
  const put = useCallback(
    (next: Partial<ShareFields>): void => {
      const now = form.getValues();
      const names = LISTING_FIELDS.filter((name) => name in next && !isSameValue(now[name], next[name]));
      if (names.length === 0) return;
      form.setValues(Object.fromEntries(names.map((name) => [name, next[name]])), { shouldDirty: true });
      if (form.formState.isSubmitted) void form.trigger(names);
    },
    [form],
  );
  const change = useCallback(
    (kind: Partial<FoodKind>, after: FormContext): void => {
      const values = form.getValues();
      const { category, isBulk, dateKind } = values;
      put(withUpdatedDefaults(values, context.current, { category, isBulk, dateKind, ...kind }, after));
      context.current = after;
      setBasisMs(after.nowMs);
    },
    [form, put],
  );
  const [isPinByHand, setPinByHand] = useState(false);
  /** Places that the form was filled in from: a point of theirs is sent with their own address only. */
  const [knownPlaces] = useState((): KnownPlace[] => {
    const { pickupLocation: location, latitude = null, longitude = null } = start;
    return [...(opened.place ? [opened.place] : []), { location, latitude, longitude }];
  });
  const isPinOfOther = (values: Parameters<typeof isPointOfOther>[0]): boolean =>
    !isPinByHand && knownPlaces.some((known) => isPointOfOther(values, known));
  const setKind = (kind: Partial<FoodKind>): void => change(kind, context.current);
  /** Takes what has become known about the person since the form opened. */
  const learn = useCallback(
    ({ lastPickup, openTimes }: KnownTimes): void => {
      defaultAt.current = openTimes?.defaultAt;
      const openPickup = openTimes?.defaultAt(context.current.nowMs) ?? undefined;
      if (isNew) change({}, { ...context.current, lastPickup, openPickup });
    },
    [change, isNew],
  );
  /** What was sent without an answer. It may have arrived: sent again with other times it would be shared twice. */
  const unanswered = useRef<ShareFields | null>(null);
  const moveTimes = useCallback((): void => {
    const nowMs = Date.now();
    const { current: sent } = unanswered;
    const values = form.getValues();
    if (sent && LISTING_FIELDS.every((name) => isSameValue(values[name], sent[name]))) return;
    if (isNew && nowMs - context.current.nowMs > STALE_AFTER_MS)
      change({}, { ...context.current, nowMs, openPickup: defaultAt.current?.(nowMs) ?? undefined });
  }, [change, form, isNew]);
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') moveTimes();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [moveTimes]);

  /** The category is the one that the title names, else the default or the template's, until it is chosen by hand. */
  const isByHand = useRef(
    !isNew || start.category !== (categoryOfTitle(start.title) ?? DEFAULT_KIND.category),
  );
  const unnamedCategory = useRef(DEFAULT_KIND.category);
  /** The amount that the title said last; it follows the title until it is set by hand. */
  const amountOfTitleBefore = useRef(isNew ? amountOfTitle(start.title) : null);
  const followAmount = (title: string): void => {
    const amount = amountOfTitle(title);
    const { estimatedServings, countedAs } = defaultValuesFor(form.getValues(), context.current);
    const unsaid = { estimatedServings, countedAs };
    const values = form.getValues();
    const isUnset = [amountOfTitleBefore.current, unsaid].some(
      (one) => one?.estimatedServings === values.estimatedServings && one.countedAs === values.countedAs,
    );
    if (isNew && isUnset && (amount || amountOfTitleBefore.current)) put(amount ?? unsaid);
    amountOfTitleBefore.current = amount;
  };
  return {
    form,
    isNew,
    context,
    timeZone: opened.timeZone,
    basisMs,
    put,
    /** The place that the person put the pin at, or took from a suggestion. */
    pin: (place: Partial<ShareFields>): void => {
      setPinByHand(true);
      put(place);
    },
    isPinOfOther,
    /** Without a pin that is left from another address, and stays private. */
    withoutPinOfOther: <Values extends Parameters<typeof isPinOfOther>[0]>(values: Values): Values =>
      isPinOfOther(values) ? { ...values, latitude: undefined, longitude: undefined } : values,
    setKind,
    learn,
    moveTimes,
    /** Keeps the times of what was sent without an answer, until something is changed; null ends that. */
    keepTimesOf: (sent: ShareFields | null): void => {
      unanswered.current = sent;
    },
    /** What the form would suggest now; for a listing that is being edited, what it is. */
    suggested: () => (isNew ? defaultValuesFor(form.getValues(), context.current) : start),
    setCategory: (category: Category): void => {
      isByHand.current = true;
      setKind({ category });
    },
    onTitle: (title: string): void => {
      followAmount(title);
      const category = categoryOfTitle(title) ?? unnamedCategory.current;
      if (!isByHand.current && category !== form.getValues('category')) setKind({ category });
    },
    /** The category of a template holds for titles that name none. */
    onTemplate: (category: Category): void => {
      isByHand.current = false;
      unnamedCategory.current = category;
    },
    setBestBy: (bestByDate: string): void => put(withBestBy(form.getValues(), bestByDate, opened.timeZone)),
  };
}

export type ListingFailure = 'offline' | { readonly error: unknown };

const PHOTO_NOT_SENT = 'photo';

type SubmitOptions = {
  readonly editor: ListingEditor;
  readonly photos: FormPhotos;
  readonly element: RefObject<HTMLElement | null>;
  /** Sends the validated values, with the photos as they are stored. */
  readonly send: (body: CreateListing) => Promise<void>;
  /** Called before it waits for the photos; what returns false is not sent. */
  readonly onStart?: (values: CreateListing) => boolean;
  /** Called if a photo or the listing could not be sent; not when the session has ended. */
  readonly onFailure?: (values: CreateListing, what: 'photo' | 'field' | 'listing') => void;
};

/**
 * Submits a listing: validates it, waits for its photos and sends it. On an error shows it, focuses its field and keeps
 * everything. `failure` is what no field shows. Without a connection nothing new is sent.
 */
export function useSubmitListing({ editor, photos, element, send, onStart, onFailure }: SubmitOptions) {
  const { form } = editor;
  const { uploads, items } = photos;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ListingFailure | null>(null);
  const focusFirstError = useFocusFirstError(element, form.formState.errors);
  const hasFailed = items.some(({ status }) => status === 'failed');
  useEffect(() => {
    const isSaid = form.getFieldState('imageUrls').error?.type === PHOTO_NOT_SENT;
    if (isSaid && !hasFailed) form.clearErrors('imageUrls');
  }, [form, hasFailed]);

  const sendAll = async (values: CreateListing): Promise<void> => {
    await uploads.settled();
    const sent = uploads.items();
    if (sent.some(({ status }) => status === 'failed')) {
      const message = t`We couldn't send a photo. Open your photos to try again or remove it.`;
      form.setError('imageUrls', { type: PHOTO_NOT_SENT, message });
      onFailure?.(values, 'photo');
      return;
    }
    const asked = { ...form.getValues() };
    const body = editor.withoutPinOfOther(values);
    try {
      await send({
        ...body,
        imageUrls: uploadedPaths(sent),
        imageCaptions: uploadedCaptions(sent),
      });
    } catch (error) {
      if (isUnauthorized(error)) return;
      editor.keepTimesOf(isNetworkError(error) ? asked : null);
      const isShown = showFieldErrors(error, LISTING_FIELDS, form.setError);
      onFailure?.(values, isShown ? 'field' : 'listing');
      if (!isShown) setFailure({ error });
    }
  };
  const submit = async (): Promise<void> => {
    if (busy) return;
    editor.moveTimes();
    setFailure(null);
    await form.handleSubmit(async (values) => {
      if (editor.isNew && !isOnline()) {
        setFailure('offline');
        return;
      }
      if (onStart?.(values) === false) return;
      setBusy(true);
      const sending = sendAll(values);
      photos.keepAliveUntil(sending);
      await sending;
      setBusy(false);
    })();
    focusFirstError();
  };
  return { busy, failure, submit };
}
