import { t } from '@lingui/core/macro';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import type { CreateListing } from '@openlarder/domain/listings/listing-contract.ts';
import { offerTimeErrors } from '@openlarder/domain/listings/freshness.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
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
  differing,
  type FormContext,
  formOf,
  isPointOfOther,
  isSameValue,
  type KnownPlace,
  LISTING_FIELDS,
  type OpenTimes,
  type Said,
  type ShareFields,
  suggestedPickup,
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
 * What the user has not said follows the kind of food, its title and the clock. The contract's schema is the only
 * validator, so that its messages are shown.
 */
export function useListingForm(said: Said, opened: FormContext, known: KnownTimes = {}) {
  const isNew = opened.listing === undefined;
  const [state, setState] = useState(() => ({ context: opened, said, ...formOf(said, opened) }));
  const { context } = state;
  const form: ListingForm = useForm<ShareFields, unknown, CreateListing>({
    defaultValues: state.values,
    resolver: isNew ? newListingResolver : resolver,
    shouldFocusError: false,
  });
  useRevalidateErrors(form, LISTING_FIELDS);
  const latest = useRef(state);

  /** What is said by now: what was put, whatever it equals, and what was typed; an emptied text is as if untouched. */
  const saidNow = (): Said => {
    const { said: before, values, suggested } = latest.current;
    const all: Said = { ...before, ...differing(form.getValues(), values) };
    const isEmptied = (name: keyof ShareFields) => all[name] === '' && suggested[name] === '';
    const emptied = LISTING_FIELDS.filter(isEmptied).map((name) => [name, undefined]);
    return { ...all, ...Object.fromEntries(emptied) };
  };
  /** What was said, and in which context; the rest takes what is suggested then. Validates it if it was before. */
  const put = (changes: Said, after: FormContext = latest.current.context): void => {
    const now = form.getValues();
    const next: Said = { ...saidNow(), ...changes };
    const { estimatedServings, countedAs } = now;
    // an amount is said as a whole: so many of something
    const isAmountSaid = next.estimatedServings !== undefined || next.countedAs !== undefined;
    const all = isAmountSaid ? { estimatedServings, countedAs, ...next } : next;
    latest.current = { context: after, said: all, ...formOf(all, after) };
    setState(latest.current);
    const { values: shown } = latest.current;
    const names = LISTING_FIELDS.filter((name) => !isSameValue(now[name], shown[name]));
    if (names.length === 0) return;
    form.setValues(Object.fromEntries(names.map((name) => [name, shown[name]])), { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger(names);
  };
  const [isPinByHand, setPinByHand] = useState(false);
  /** Places that the form was filled in from: a point of theirs is sent with their own address only. */
  const [knownPlaces] = useState((): KnownPlace[] => {
    const { pickupLocation: location, latitude = null, longitude = null } = state.values;
    return [...(opened.place ? [opened.place] : []), { location, latitude, longitude }];
  });
  const isPinOfOther = (point: Parameters<typeof isPointOfOther>[0]): boolean =>
    !isPinByHand && knownPlaces.some((place) => isPointOfOther(point, place));
  /** Without a pin that is left from another address, and stays private. */
  const withoutPinOfOther = <Values extends Parameters<typeof isPinOfOther>[0]>(all: Values): Values =>
    isPinOfOther(all) ? { ...all, latitude: undefined, longitude: undefined } : all;

  /** What is known by now of the times that others follow. */
  const contextAt = (nowMs: number): FormContext => ({
    ...context,
    nowMs,
    lastPickup: known.lastPickup,
    openPickup: known.openTimes?.defaultAt(nowMs) ?? undefined,
  });
  const onKnown = useEffectEvent((from: number, until: number) => {
    const { availableFrom, availableUntil } = state.suggested;
    const isAsBefore = Date.parse(availableFrom) === from && Date.parse(availableUntil) === until;
    if (isNew && !isAsBefore) put({}, contextAt(context.nowMs));
  });
  const { fromMs, untilMs } = suggestedPickup(contextAt(context.nowMs));
  useEffect(() => onKnown(fromMs, untilMs), [fromMs, untilMs]);
  /** What was sent without an answer. It may have arrived: sent again with other times it would be shared twice. */
  const unanswered = useRef<ShareFields | null>(null);
  const moveTimes = (): void => {
    const nowMs = Date.now();
    const { current: sent } = unanswered;
    const now = form.getValues();
    if (sent && LISTING_FIELDS.every((name) => isSameValue(now[name], sent[name]))) return;
    if (isNew && nowMs - latest.current.context.nowMs > STALE_AFTER_MS) put({}, contextAt(nowMs));
  };
  const onVisibility = useEffectEvent(() => {
    if (document.visibilityState === 'visible') moveTimes();
  });
  useEffect(() => {
    const changed = () => onVisibility();
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, []);

  const values = useWatch({ control: form.control, compute: (all: ShareFields) => ({ ...all }) });
  const errorOf = (name: keyof ShareFields): string | undefined => form.formState.errors[name]?.message;
  return {
    form,
    values,
    errorOf,
    /** What a text field, a list or a checkbox needs. */
    field: <Name extends keyof ShareFields>(name: Name) => ({
      ...form.register(name),
      error: errorOf(name),
    }),
    isNew,
    /** When the organization is open, if it has said so. */
    openTimes: known.openTimes,
    context,
    put,
    /** The place that the person put the pin at, or took from a suggestion. */
    pin: (place: Said): void => {
      setPinByHand(true);
      put(place);
    },
    isPinOfOther,
    withoutPinOfOther,
    moveTimes,
    /** Keeps the times of what was sent without an answer, until something is changed; null ends that. */
    keepTimesOf: (sent: ShareFields | null): void => {
      unanswered.current = sent;
    },
    /** What was put so far. */
    said: state.said,
    /** What the form would suggest now; for a listing that is being edited, what it is. */
    suggested: state.suggested,
    /** What a draft keeps. */
    written: (): Said => {
      const now = saidNow();
      return differing(
        {
          ...now,
          ...(isPinOfOther(form.getValues()) && { latitude: undefined, longitude: undefined }),
        },
        context.listing ?? {},
      );
    },
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
