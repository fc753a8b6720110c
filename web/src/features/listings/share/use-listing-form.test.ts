import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { bodyOfListing } from '@openlarder/domain/listings/repeat-listing.ts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { errorSentence } from '#web/testing/errors.ts';
import { aListing } from '#web/testing/samples.ts';
import type { Said } from './listing-values.ts';
import { useListingForm } from './use-listing-form.ts';

it('clears an error once another field fixes it, but not an error of the server', async () => {
  const nowMs = Date.now();
  const context = { place: null, nowMs, timeZone: 'America/New_York', isBulk: false };
  const at = (hours: number) => new Date(nowMs + hours * HOUR_MS).toISOString();
  const { result } = renderHook(() => {
    const { form } = useListingForm({ availableFrom: at(3), availableUntil: at(2) }, context);
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
    isBulk: false,
  };
  const atHome = () => renderHook(() => useListingForm({}, context)).result;
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
    const editor = renderHook(() => useListingForm(earlier, context)).result;
    expect(pointOf(editor)).toEqual({ latitude: 40.7, longitude: -74 });
    act(() => editor.current.put({ pickupLocation: 'Public library' }));
    expect(pointOf(editor)).toEqual({ latitude: undefined, longitude: undefined });
  });
});

describe('what was chosen', () => {
  const nowMs = Date.parse('2026-11-20T15:00:00Z');
  const context = { place: null, nowMs, timeZone: 'America/New_York', isBulk: false };
  /** The form after each of these. */
  const after = (...puts: Said[]) => {
    const { current } = renderHook(() => useListingForm({}, context)).result;
    for (const said of puts) act(() => current.put(said));
    return current;
  };
  const endOf = (day: number) => `2026-11-${day}T04:59:59.000Z`;

  it('stays a use-by date whatever the title says next, and the day after', () => {
    const chosen = after(
      { title: 'Yogurt' },
      { dateKind: 'use_by', category: 'dairy_eggs' },
      { bestByDate: endOf(28) },
      { title: 'Bread with muesli' },
      { title: 'Yogurt' },
    );
    const said = { category: 'dairy_eggs', dateKind: 'use_by', bestByDate: endOf(28) };
    expect(chosen.form.getValues()).toMatchObject({ ...said, expiryDate: endOf(28) });
    act(() => chosen.put({}, { ...context, nowMs: nowMs + 14 * HOUR_MS }));
    expect(chosen.form.getValues()).toMatchObject({ ...said, expiryDate: endOf(28) });
    expect(chosen.written()).toEqual({ title: 'Yogurt', ...said });
  });

  it('stays where it is just what was suggested', () => {
    const current = after({ title: 'Soup' }, { dateKind: 'use_by', category: 'prepared_meals' });
    const guess = current.form.getValues('bestByDate');
    act(() => current.put({ bestByDate: guess }));
    act(() => current.put({}, { ...context, nowMs: nowMs + 14 * HOUR_MS }));
    expect(current.form.getValues('bestByDate')).toBe(guess);
  });

  it('is the category, also when a title on the way would suggest the same', () => {
    const chosen = after(
      { title: 'Bread pudding' },
      { category: 'bakery_items' },
      { title: 'Bread' },
      { title: 'Bread pudding' },
    );
    expect(chosen.form.getValues('category')).toBe('bakery_items');
    expect(chosen.written()).toEqual({ title: 'Bread pudding', category: 'bakery_items' });
  });

  it('is an amount as a whole, also one that a title names', () => {
    const rolls = { estimatedServings: 30, countedAs: 'rolls' };
    expect(after({ title: '30 rolls' }).form.getValues()).toMatchObject(rolls);
    const named = after({ title: '30 rolls' }, { title: 'Bread' });
    expect(named.form.getValues()).toMatchObject({ estimatedServings: 1, countedAs: null });
    const kept = after({ title: '30 rolls' }, { estimatedServings: 30 }, { title: 'Bread' });
    expect(kept.form.getValues()).toMatchObject(rolls);
  });

  it('is no text that was emptied again: a template fills it in', () => {
    const current = after({ title: 'Bre' }, { title: '' });
    expect(current.written()).toEqual({});
    act(() => current.put({}, { ...context, isBulk: true, template: 'bakery' }));
    expect(current.form.getValues('title')).not.toBe('');
  });

  it('is nothing of a listing that it is put back to', () => {
    const listing = bodyOfListing(aListing());
    const { current } = renderHook(() => useListingForm({}, { ...context, listing })).result;
    act(() => current.put({ category: 'other', countedAs: 'boxes' }));
    expect(Object.keys(current.written())).toEqual(['category', 'countedAs']);
    act(() => current.put({ category: listing.category, countedAs: listing.countedAs }));
    expect(current.written()).toEqual({});
  });
});

describe('what a draft keeps', () => {
  const context = { place: null, nowMs: Date.now(), timeZone: 'America/New_York', isBulk: false };
  const editor = () => renderHook(() => useListingForm({}, context)).result;

  it('is nothing while nothing is said, and not what the title names', () => {
    const { current } = editor();
    expect(current.written()).toEqual({});
    act(() => current.put({ title: '30 rolls' }));
    expect(current.form.getValues()).toMatchObject({ estimatedServings: 30, category: 'bakery_items' });
    expect(current.written()).toEqual({ title: '30 rolls' });
  });
});
