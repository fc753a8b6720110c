import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type CreateRequest, createRequestBody } from '@openlarder/domain/emergency/emergency-contract.ts';
import { REQUEST_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { focusField } from '#web/features/listings/fault-focus.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import type { DraftBox, SentTry } from './request-draft.ts';
import { REQUEST_FIELDS, type RequestFields } from './request-fields.ts';

export type RequestFormState = UseFormReturn<RequestFields, unknown, CreateRequest>;

const { version, vendor, validate } = createRequestBody['~standard'];
/** The contract's schema, told that the form's fields are complete. */
const judgeRequest = standardSchemaResolver<RequestFields, unknown, CreateRequest>({
  '~standard': { version, vendor, validate },
});

/** The form's values and rules. The contract's schema is the only judge, so that its messages are the ones read. */
export function useRequestForm(start: RequestFields): RequestFormState {
  return useForm<RequestFields, unknown, CreateRequest>({
    defaultValues: start,
    resolver: judgeRequest,
    shouldFocusError: false,
  });
}

/** Long enough not to write at every letter, short enough to lose no more than a word. */
const KEEP_AFTER_MS = 400;

/** The same content, sent again after an answer that was lost, is the same try, also after the page was closed. */
function tryOf(values: CreateRequest, last: SentTry | null): SentTry {
  const content = JSON.stringify(values);
  const nowMs = Date.now();
  if (last?.content === content && Date.parse(last.expiresAt) > nowMs) return last;
  return { content, key: randomKey(), expiresAt: new Date(nowMs + REQUEST_HOURS * HOUR_MS).toISOString() };
}

/**
 * Keeps what is written while it is being written, and at the latest when the form is left; `lastSent` is the try
 * that the form opened with. `noteTry` keeps that these values are now being sent, and says by which try;
 * `forgetTry` that it was refused, so that nothing of it can have arrived.
 */
export function useRequestDraft(form: RequestFormState, box: DraftBox, lastSent: SentTry | null) {
  const isOver = useRef(false);
  const sent = useRef(lastSent);
  const keepNow = useCallback(() => {
    if (!isOver.current) box.keep(form.getValues(), sent.current);
  }, [box, form]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      keepNow();
    };
    const leave = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(flush, KEEP_AFTER_MS);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      leave();
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [form, keepNow]);
  const noteTry = (values: CreateRequest): SentTry => {
    const attempt = tryOf(values, sent.current);
    sent.current = attempt;
    keepNow();
    return attempt;
  };
  const forgetTry = () => {
    sent.current = null;
    keepNow();
  };
  const forget = () => {
    isOver.current = true;
    box.forget();
  };
  return { noteTry, forgetTry, forget };
}

/** Answers a function that moves the keyboard to the first fault, top to bottom, once its sentence is on the page. */
export function useRequestFaultFocus(element: RefObject<HTMLElement | null>, form: RequestFormState) {
  const { errors } = form.formState;
  const [looks, setLooks] = useState(0);
  const done = useRef(0);
  useEffect(() => {
    // Only when asked to look: mending a field must not move the keyboard to the next.
    if (looks === done.current || !element.current) return;
    done.current = looks;
    focusField(
      element.current,
      REQUEST_FIELDS.filter((name) => errors[name] !== undefined),
    );
  }, [looks, element, errors]);
  return () => setLooks((count) => count + 1);
}
