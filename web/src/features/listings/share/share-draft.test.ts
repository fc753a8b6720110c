import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { DEFAULT_KIND, defaultValuesFor, type FoodKind, type ShareFields } from './listing-values.ts';
import { formFromDraft, parseDraft, type ShareDraft, toDraft, unwrittenForm } from './share-draft.ts';

const now = Date.parse('2026-11-20T15:00:00Z');
const basisAt = (nowMs: number) => ({ place: null, nowMs, timeZone: 'America/New_York' });
const start = (kind: Partial<FoodKind> = {}) => defaultValuesFor({ ...DEFAULT_KIND, ...kind }, basisAt(now));
const unwritten = (values: ShareFields) => unwrittenForm(values, basisAt(now));
const about = { isSending: false, againId: null };
const photo = {
  photo: {
    objectPath: '/objects/0198a0aa-0000-7000-8000-000000000003',
    thumbhash: null,
    width: 4,
    height: 3,
    caption: 'A loaf',
  },
  sinceMs: now,
};

/** The draft as restored after a while. */
function after(values: ShareFields, passedMs: number, photos = [photo]) {
  const draft = toDraft(values, photos, unwritten(values), about);
  const read = parseDraft(JSON.parse(JSON.stringify(draft)));
  return read && formFromDraft(read, null, basisAt(now + passedMs));
}

describe('the draft of the share form', () => {
  it('is null while nothing was written', () => {
    for (const values of [start(), start({ isBulk: true, category: 'bakery_items' })])
      expect(toDraft(values, [], unwritten(values), about)).toBeNull();
  });

  const words = ['', ' ', 'Rolls', 'a "b" \\ {}', 'Crème brûlée 🍞', 'ا', '\u2028', 'null', '5'];
  const kinds: readonly Partial<FoodKind>[] = [
    {},
    { isBulk: true },
    { category: 'dairy_eggs', dateKind: 'use_by' },
  ];
  const sayings: readonly Partial<ShareFields>[] = [
    ...words.flatMap((text) => [
      { title: text },
      { description: text, pickupInstructions: text },
      { pickupLocation: text, areaLabel: text },
      { closingTime: text, contactPhone: text },
    ]),
    { estimatedServings: 0, sharePlaceAtOnce: true },
    { estimatedServings: -3, allergens: [] },
    { allergens: ['milk', 'eggs'], diets: ['halal'] },
    { latitude: 40.7, longitude: -73.99999999 },
    { latitude: 0, longitude: 0, urgencyLevel: 'emergency' },
    { expiryDate: '2026-11-28T10:00:00.000Z' },
  ];
  it.each(kinds)('restores exactly the input, for %o', (kind) => {
    for (const own of sayings) {
      // only food with a best-before date has an expiry date of its own
      const values = {
        ...start(kind),
        ...own,
        ...((kind.isBulk || kind.dateKind) && { expiryDate: start(kind).expiryDate }),
      };
      const restored = after(values, 0)?.values;
      expect(restored).toEqual(values);
    }
  });

  it('computes default times again, and drops times that are over', () => {
    const said = {
      ...start(),
      title: 'Rolls',
      availableFrom: '2026-11-20T16:00:00.000Z',
      availableUntil: '2026-11-20T18:00:00.000Z',
    };
    const soon = after(said, HOUR_MS);
    expect(soon?.values).toMatchObject({ availableUntil: said.availableUntil });
    expect(soon?.notice).toMatchObject({ movedTimes: false });
    const later = after(said, 4 * HOUR_MS);
    expect(later?.notice).toMatchObject({ movedTimes: true });
    expect(later?.values.title).toBe('Rolls');
    expect(Date.parse(later?.values.availableUntil ?? '')).toBe(now + 12 * HOUR_MS);
    expect(Date.parse(later?.values.bestByDate ?? '')).toBe(now + 2 * DAY_MS + 4 * HOUR_MS);
  });

  it('drops dates that are over, with their expiry date', () => {
    const said = {
      ...start(),
      bestByDate: '2026-11-20T20:00:00.000Z',
      expiryDate: '2026-11-23T20:00:00.000Z',
    };
    const restored = after(said, 6 * HOUR_MS)?.values;
    expect(Date.parse(restored?.bestByDate ?? '')).toBe(now + 6 * HOUR_MS + 2 * DAY_MS);
    expect(Date.parse(restored?.expiryDate ?? '')).toBe(now + 6 * HOUR_MS + 3 * DAY_MS);
  });

  it('keeps its photos for a day, and reports when they are gone', () => {
    expect(after(start(), 22 * HOUR_MS)).toMatchObject({
      photos: [photo],
      notice: { lostPhotos: false },
    });
    expect(after({ ...start(), title: 'Rolls' }, 23 * HOUR_MS)).toMatchObject({
      photos: [],
      notice: { lostPhotos: true },
    });
  });

  it('restores an empty number field to its default', () => {
    expect(
      after({ ...start(), title: 'Rolls', estimatedServings: Number.NaN }, 0)?.values.estimatedServings,
    ).toBe(1);
  });

  it.each([
    ['nothing', null],
    ['something else', { photos: [] }],
    ['an older version', { ...about, basis: basisAt(now), photos: [], values: { ...start(), title: 'a' } }],
    ['values of another kind', { ...about, kind: DEFAULT_KIND, photos: [], said: { title: { a: 1 } } }],
  ])('is null for stored text that is %s', (_, stored) => {
    expect(parseDraft(stored)).toBeNull();
  });

  it('drops unknown fields', () => {
    const draft = toDraft({ ...start(), title: 'Rolls' }, [], unwritten(start()), about);
    const read: ShareDraft | null = parseDraft({
      ...draft,
      said: { ...draft?.said, donorId: 'someone else' },
    });
    expect(read && formFromDraft(read, null, basisAt(now)).values).not.toHaveProperty('donorId');
  });
});
