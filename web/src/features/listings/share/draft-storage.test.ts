import { describe, expect, it } from 'vitest';
import { toDraft, type ShareDraft } from './share-draft.ts';
import { draftKey, createDraftStorage } from './draft-storage.ts';
import { DEFAULT_KIND, defaultValuesFor } from './form-values.ts';

const nowMs = Date.parse('2026-11-20T15:00:00Z');
const basis = { place: null, nowMs, timeZone: 'UTC' };
const about = { savedAtMs: nowMs, isSending: false, againId: null };
const said = (title: string): ShareDraft | null =>
  toDraft({ ...defaultValuesFor(DEFAULT_KIND, basis), title }, [], basis, about);

/** A form in one tab; tabs share the storage and receive each other's changes. */
function tab(storage: Storage = localStorage, personId = 'ana') {
  const keeper = createDraftStorage({ personId, storage, nowMs: () => nowMs });
  const heard: unknown[] = [];
  const leave = keeper.subscribe(() => heard.push(keeper.elsewhere()));
  keeper.read();
  return { keeper, heard, leave };
}
const stored = () => localStorage.getItem(draftKey('ana'));
const newsOf = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: draftKey('ana'), newValue }));

describe('the draft of the share form', () => {
  it('belongs to one person', () => {
    const { keeper, leave } = tab();
    keeper.keep(said('Rolls'));
    expect(tab().keeper.read()?.values.title).toBe('Rolls');
    expect(tab(localStorage, 'june').keeper.read()).toBeNull();
    leave();
  });

  it('is removed when there is nothing left to save', () => {
    const { keeper, leave } = tab();
    keeper.keep(said('Rolls'));
    keeper.keep(null);
    expect(stored()).toBeNull();
    leave();
  });

  it('is not overwritten by an older tab, which reports the conflict until the user decides', () => {
    const first = tab();
    first.keeper.keep(said('Rolls'));
    const second = tab();
    second.keeper.keep(said('Six rolls'));
    const newer = stored();
    newsOf(newer);
    expect(first.heard).toEqual(['written']);
    first.keeper.keep(said('Rolls, but older'));
    expect(stored()).toBe(newer);
    // also without a storage event
    const third = tab();
    second.keeper.keep(said('Seven rolls'));
    third.keeper.keep(said('Eight'));
    expect([stored()?.includes('Seven'), third.keeper.elsewhere()]).toEqual([true, 'written']);

    first.keeper.takeOver();
    first.keeper.keep(said('Rolls after all'));
    expect(stored()).toContain('Rolls after all');
    expect(first.keeper.elsewhere()).toBeNull();
    for (const { leave } of [first, second, third]) leave();
  });

  it('is removed for all forms that show it, and the form that was submitted saves nothing more', () => {
    const first = tab();
    first.keeper.keep(said('Rolls'));
    const second = tab();
    first.keeper.forget();
    expect(stored()).toBeNull();
    expect(second.heard).toEqual(['cleared']);
    first.keeper.keep(said('Rolls'));
    second.keeper.keep(said('Rolls'));
    expect(stored()).toBeNull();
    for (const { leave } of [first, second]) leave();
  });

  it("keeps another tab's newer text when this form is submitted", () => {
    const first = tab();
    first.keeper.keep(said('Rolls'));
    const second = tab();
    second.keeper.keep(said('Another loaf'));
    first.keeper.forget();
    expect(stored()).toContain('Another loaf');
    for (const { leave } of [first, second]) leave();
  });

  it('is not saved, without an error, where the storage is full', () => {
    const refuse = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const { keeper, leave } = tab(
      Object.assign(Object.create(localStorage), { setItem: refuse, getItem: refuse }),
    );
    keeper.keep(said('Rolls'));
    expect(keeper.elsewhere()).toBeNull();
    keeper.forget();
    leave();
  });
});
