import { describe, expect, it } from 'vitest';
import { draftOf, type ShareDraft } from './share-draft.ts';
import { draftKey, makeDraftKeeper } from './share-draft-keeper.ts';
import { FIRST_KIND, startingValues } from './share-values.ts';

const nowMs = Date.parse('2026-11-20T15:00:00Z');
const basis = { place: null, nowMs, timeZone: 'UTC' };
const about = { savedAtMs: nowMs, isSending: false, againId: null };
const said = (title: string): ShareDraft | null =>
  draftOf({ ...startingValues(FIRST_KIND, basis), title }, [], basis, about);

/** A form in one tab; tabs share the storage, and hear of each other's changes to it. */
function tab(storage: Storage = localStorage, personId = 'ana') {
  const keeper = makeDraftKeeper({ personId, storage, nowMs: () => nowMs });
  const heard: unknown[] = [];
  const leave = keeper.subscribe(() => heard.push(keeper.elsewhere()));
  keeper.read();
  return { keeper, heard, leave };
}
const stored = () => localStorage.getItem(draftKey('ana'));
const newsOf = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: draftKey('ana'), newValue }));

describe('the draft of the share form', () => {
  it('is kept for its person alone', () => {
    const { keeper, leave } = tab();
    keeper.keep(said('Rolls'));
    expect(tab().keeper.read()?.values.title).toBe('Rolls');
    expect(tab(localStorage, 'june').keeper.read()).toBeNull();
    leave();
  });

  it('is gone once there is nothing left to keep', () => {
    const { keeper, leave } = tab();
    keeper.keep(said('Rolls'));
    keeper.keep(null);
    expect(stored()).toBeNull();
    leave();
  });

  it('is not written over by an older tab, which says so until somebody chooses', () => {
    const first = tab();
    first.keeper.keep(said('Rolls'));
    const second = tab();
    second.keeper.keep(said('Six rolls'));
    const newer = stored();
    newsOf(newer);
    expect(first.heard).toEqual(['written']);
    first.keeper.keep(said('Rolls, but older'));
    expect(stored()).toBe(newer);
    // also where the news has not come through
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

  it('is cleared for all who show it, and nothing more is kept from where it was shared', () => {
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

  it("leaves another tab's newer text where it is when this one is shared", () => {
    const first = tab();
    first.keeper.keep(said('Rolls'));
    const second = tab();
    second.keeper.keep(said('Another loaf'));
    first.keeper.forget();
    expect(stored()).toContain('Another loaf');
    for (const { leave } of [first, second]) leave();
  });

  it('is not kept, and nothing breaks, where the browser has no room for it', () => {
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
