import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { errorSentence } from '#web/testing/errors.ts';
import { defaultValuesFor, DEFAULT_KIND } from './listing-values.ts';
import { useListingForm } from './use-listing-form.ts';

it('clears an error once another field fixes it, but not an error of the server', async () => {
  const nowMs = Date.now();
  const context = { place: null, nowMs, timeZone: 'America/New_York' };
  const defaults = defaultValuesFor(DEFAULT_KIND, context);
  const at = (hours: number) => new Date(nowMs + hours * HOUR_MS).toISOString();
  const { result } = renderHook(() => {
    const start = { ...defaults, availableFrom: at(3), availableUntil: at(2) };
    const { form } = useListingForm(start, context);
    return { form, errors: form.formState.errors };
  });
  await act(() => result.current.form.handleSubmit(() => {})());
  const messages = () =>
    [result.current.errors.availableUntil, result.current.errors.title].map((one) => one?.message);
  await waitFor(() =>
    expect(messages()).toEqual([errorSentence('pickup-order.end'), errorSentence('required.title')]),
  );
  act(() => {
    result.current.form.setError('contactPhone', { type: 'server', message: 'No such number.' });
    result.current.form.setValue('availableFrom', at(1));
  });
  await waitFor(() => expect(messages()).toEqual([undefined, errorSentence('required.title')]));
  expect(result.current.errors.contactPhone?.message).toBe('No such number.');
});
