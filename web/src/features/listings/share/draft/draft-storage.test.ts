import { afterEach, describe, expect, it, vi } from 'vitest';
import { createShareDraftStorage, draftKey } from './draft-storage.ts';
import { DEFAULT_KIND, defaultValuesFor } from './form-values.ts';
import { type ShareDraft, toDraft } from './share-draft.ts';

const nowMs = Date.parse('2026-11-20T15:00:00Z');
const context = { place: null, nowMs, timeZone: 'UTC' };
const about = { savedAtMs: nowMs, isSending: false, againId: null };
const said = (title: string): ShareDraft | null =>
  toDraft({ ...defaultValuesFor(DEFAULT_KIND, context), title }, [], context, about);

/** A form in one tab; tabs share the storage and receive each other's changes. */
function tab(personId = 'ana') {
  const storage = createShareDraftStorage(personId, () => nowMs);
  const heard: unknown[] = [];
  const leave = storage.conflict.subscribe(() => heard.push(storage.conflict.get()));
  storage.load();
  return { storage, heard, leave };
}
const stored = () => localStorage.getItem(draftKey('ana'));
const newsOf = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: draftKey('ana'), newValue }));

afterEach(() => vi.restoreAllMocks());

describe('the draft of the share form', () => {
  it('belongs to one person', () => {
    const { storage, leave } = tab();
    storage.save(said('Rolls'));
    expect(tab().storage.load()?.values.title).toBe('Rolls');
    expect(tab('june').storage.load()).toBeNull();
    leave();
  });

  it('is removed when there is nothing left to save', () => {
    const { storage, leave } = tab();
    storage.save(said('Rolls'));
    storage.save(null);
    expect(stored()).toBeNull();
    leave();
  });

  it('is not overwritten by an older tab, which reports the conflict until the user decides', () => {
    const first = tab();
    first.storage.save(said('Rolls'));
    const second = tab();
    second.storage.save(said('Six rolls'));
    const newer = stored();
    newsOf(newer);
    expect(first.heard).toEqual(['changed']);
    first.storage.save(said('Rolls, but older'));
    expect(stored()).toBe(newer);
    // also without a storage event
    const third = tab();
    second.storage.save(said('Seven rolls'));
    third.storage.save(said('Eight'));
    expect([stored()?.includes('Seven'), third.storage.conflict.get()]).toEqual([true, 'changed']);

    first.storage.takeOver();
    first.storage.save(said('Rolls after all'));
    expect(stored()).toContain('Rolls after all');
    expect(first.storage.conflict.get()).toBeNull();
    for (const { leave } of [first, second, third]) leave();
  });

  it('is removed for all forms that show it, and the form that was submitted saves nothing more', () => {
    const first = tab();
    first.storage.save(said('Rolls'));
    const second = tab();
    first.storage.discard();
    expect(stored()).toBeNull();
    expect(second.heard).toEqual(['cleared']);
    first.storage.save(said('Rolls'));
    second.storage.save(said('Rolls'));
    expect(stored()).toBeNull();
    for (const { leave } of [first, second]) leave();
  });

  it("keeps another tab's newer text when this form is submitted", () => {
    const first = tab();
    first.storage.save(said('Rolls'));
    const second = tab();
    second.storage.save(said('Another loaf'));
    first.storage.discard();
    expect(stored()).toContain('Another loaf');
    for (const { leave } of [first, second]) leave();
  });

  it('is not saved, without an error, where the storage is full', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    const { storage, leave } = tab();
    storage.save(said('Rolls'));
    expect(storage.conflict.get()).toBeNull();
    storage.discard();
    leave();
  });
});
