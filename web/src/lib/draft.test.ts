import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createDraft, saveWhileWriting, useFormDraft } from './draft.ts';
import { forgetPersonalData, keepPersonalDataOf } from './personal-storage.ts';

/** A form in one tab; tabs share the storage. */
function tab(personId = 'ana') {
  const draft = createDraft<string>({
    name: 'note',
    personId,
    parse: (stored) => (typeof stored === 'string' ? stored : null),
    keptMs: 60_000,
  });
  draft.load();
  return draft;
}
const stored = (): string | undefined => tab().load() ?? undefined;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a draft', () => {
  it('belongs to one person, and is removed when there is nothing left to save', () => {
    const draft = tab();
    draft.save('Rolls');
    expect(stored()).toBe('Rolls');
    expect(tab('june').load()).toBeNull();
    draft.save(null);
    expect(localStorage).toHaveLength(0);
  });

  it('is dropped when it is too old', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    tab().save('Rolls');
    vi.setSystemTime(Date.now() + 59_999);
    expect(stored()).toBe('Rolls');
    vi.setSystemTime(Date.now() + 1);
    expect(stored()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });

  it('is of two tabs the one that wrote last', () => {
    const [first, second] = [tab(), tab()];
    first.save('Rolls');
    second.save('Six rolls');
    expect(stored()).toBe('Six rolls');
    first.save('Rolls after all');
    expect(stored()).toBe('Rolls after all');
    expect(first.isGone.get()).toBe(false);
  });

  it('is gone for all forms that show it once one was sent, which saves nothing more; another may be written', () => {
    const first = tab();
    first.save('Rolls');
    const second = tab();
    first.discard();
    first.save('Rolls');
    expect(stored()).toBeUndefined();
    expect([first.isGone.get(), second.isGone.get()]).toEqual([false, true]);
    second.save('More rolls');
    expect(stored()).toBe('More rolls');
    expect(second.isGone.get()).toBe(false);
  });

  it("stays when a form is sent, if another tab's is newer", () => {
    const first = tab();
    first.save('Rolls');
    tab().save('Another loaf');
    first.discard();
    expect(stored()).toBe('Another loaf');
  });

  it('is not stored, without an error, where the storage is full', () => {
    const refuse = vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('localStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
    const draft = tab();
    draft.save('Rolls');
    expect(draft.isGone.get()).toBe(false);
    draft.discard();
    expect(refuse).toHaveBeenCalled();
  });
});

describe('what is being written', () => {
  const hide = () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
  };

  it.each([
    ['soon after a change', () => vi.advanceTimersByTime(400)],
    ['when the page is hidden', hide],
    ['when the page is left', () => window.dispatchEvent(new Event('pagehide'))],
  ])('is saved %s, once', (_, happens) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const save = vi.fn();
    const { changed, stop } = saveWhileWriting(save);
    changed();
    changed();
    expect(save).not.toHaveBeenCalled();
    happens();
    expect(save).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(400);
    stop();
    expect(save).toHaveBeenCalledOnce();
  });

  it('is saved when the form goes, and not without a change', () => {
    const save = vi.fn();
    saveWhileWriting(save).stop();
    expect(save).not.toHaveBeenCalled();
    const { changed, stop } = saveWhileWriting(save);
    changed();
    stop();
    expect(save).toHaveBeenCalledOnce();
  });
});

describe("a form's values", () => {
  const START = { words: '', place: null as string | null, count: 1 };
  const open = (start = START) => renderHook(() => useFormDraft('report-1', start)).result;
  const write = (words: string) => {
    const form = open();
    act(() => form.current[1]({ words }));
    cleanup();
  };
  const words = () => open().current[0].words;

  it.each([null, ['milk']])('come back where nobody had said it, and where it was %j', (before) => {
    keepPersonalDataOf('ana');
    const start: { readonly allergens: readonly string[] | null } = { allergens: before };
    const form = () => renderHook(() => useFormDraft('allergens', start)).result;
    const now = before === null ? ['milk'] : null;
    const first = form();
    act(() => first.current[1]({ allergens: now }));
    cleanup();
    expect(form().current[0].allergens).toEqual(now);
  });

  it('come back for this person and not for another, until sign-out', () => {
    keepPersonalDataOf('ana');
    write('The jar was open');
    expect(words()).toBe('The jar was open');
    keepPersonalDataOf('ben');
    expect(words()).toBe('');
    keepPersonalDataOf('ana');
    write('The jar was open');
    forgetPersonalData();
    keepPersonalDataOf('ana');
    expect(words()).toBe('');
  });

  it('are gone once they are sent, and stored again if something else is written', () => {
    keepPersonalDataOf('ana');
    const form = open();
    act(() => {
      form.current[1]({ words: 'Sent' });
      form.current[2]();
    });
    cleanup();
    expect(words()).toBe('');
    write('A second one');
    expect(words()).toBe('A second one');
  });

  it('take what has changed elsewhere, except for what was written', () => {
    keepPersonalDataOf('ana');
    write('Mine');
    expect(open({ ...START, count: 7 }).current[0]).toEqual({ words: 'Mine', place: null, count: 7 });
  });

  it('leave out what is stored in another shape', () => {
    keepPersonalDataOf('ana');
    write('Mine');
    const renamed = renderHook(() => useFormDraft('report-1', { words: ['as a list'] })).result;
    expect(renamed.current[0]).toEqual({ words: ['as a list'] });
  });
});
