import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
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

describe('the pin of the home', () => {
  const HOME = { latitude: 40.766, longitude: -73.993 };
  const context = {
    place: { location: '500 W 52nd St', ...HOME },
    nowMs: Date.now(),
    timeZone: 'America/New_York',
  };
  const atHome = () =>
    renderHook(() => useListingForm(defaultValuesFor(DEFAULT_KIND, context), context)).result;
  const pointOf = (editor: ReturnType<typeof atHome>) => {
    const { current } = editor;
    const { latitude, longitude } = current.withoutPinOfOther(current.form.getValues());
    return { latitude, longitude };
  };

  it('goes with its own address, and with another only if it is put there', () => {
    const editor = atHome();
    expect(pointOf(editor)).toEqual(HOME);
    act(() => editor.current.put({ pickupLocation: 'Public library, 5th Avenue' }));
    expect(pointOf(editor)).toEqual({ latitude: undefined, longitude: undefined });
    act(() => editor.current.put({ pickupLocation: '500 w 52nd st.' }));
    expect(pointOf(editor)).toEqual(HOME);
    act(() => editor.current.put({ pickupLocation: 'Public library, 5th Avenue' }));
    act(() => editor.current.pin(HOME));
    expect(pointOf(editor)).toEqual(HOME);
  });

  it('stays private with an address of an earlier listing that was changed', () => {
    const earlier = { pickupLocation: '9 Elm St', latitude: 40.7, longitude: -74 };
    const start = { ...defaultValuesFor(DEFAULT_KIND, context), ...earlier };
    const editor = renderHook(() => useListingForm(start, context)).result;
    expect(pointOf(editor)).toEqual({ latitude: 40.7, longitude: -74 });
    act(() => editor.current.put({ pickupLocation: 'Public library' }));
    expect(pointOf(editor)).toEqual({ latitude: undefined, longitude: undefined });
  });
});
