import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { describe, expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { type FormContext, formOf, type Said } from './listing-values.ts';
import { formFromDraft, formFromListing, parseDraft, type ShareDraft } from './share-draft.ts';

const now = Date.parse('2026-11-20T15:00:00Z');
const basisAt = (nowMs: number): FormContext => ({
  place: null,
  nowMs,
  timeZone: 'America/New_York',
  isBulk: false,
});
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

const draftOf = (said: Said, more: Partial<ShareDraft> = {}) => ({
  ...about,
  isBulk: false,
  said,
  photos: [photo],
  ...more,
});

/** The draft as restored after a while, and the values of its form. */
function after(said: Said, passedMs: number, more: Partial<ShareDraft> = {}) {
  const read = parseDraft(JSON.parse(JSON.stringify(draftOf(said, more))));
  const form = read && formFromDraft(read, null, basisAt(now + passedMs));
  return {
    notice: form?.notice,
    photos: form?.photos,
    values: form && formOf(form.said, form.context).values,
  };
}

describe('the draft of the share form', () => {
  const words = ['', ' ', 'Rolls', 'a "b" \\ {}', 'Crème brûlée 🍞', 'ا', '\u2028', 'null', '5'];
  const kinds: readonly Partial<ShareDraft>[] = [
    {},
    { isBulk: true },
    { isBulk: true, template: 'bakery' },
    { said: { category: 'dairy_eggs', dateKind: 'use_by' } },
  ];
  const sayings: readonly Said[] = [
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
  it.each(kinds)('restores exactly the input, for %o', ({ said: kind, ...more }) => {
    for (const own of sayings) {
      const said = { ...kind, ...own };
      const { values } = formOf(said, { ...basisAt(now), ...more });
      expect(after(said, 0, more).values).toEqual(values);
      // only food with a best-before date has an expiry date of its own
      const { expiryDate: _, ...others } = own;
      expect(values).toMatchObject(kind || more.isBulk ? others : own);
    }
  });

  it('computes default times again, and drops times that are over', () => {
    const said = {
      title: 'Pots',
      availableFrom: '2026-11-20T16:00:00.000Z',
      availableUntil: '2026-11-20T18:00:00.000Z',
    };
    const soon = after(said, HOUR_MS);
    expect(soon.values).toMatchObject({ availableUntil: said.availableUntil });
    expect(soon.notice).toMatchObject({ movedTimes: false });
    const later = after(said, 4 * HOUR_MS);
    expect(later.notice).toMatchObject({ movedTimes: true });
    expect(later.values?.title).toBe('Pots');
    expect(Date.parse(later.values?.availableUntil ?? '')).toBe(now + 12 * HOUR_MS);
    expect(Date.parse(later.values?.bestByDate ?? '')).toBe(now + 2 * DAY_MS + 4 * HOUR_MS);
  });

  it('drops dates that are over, with their expiry date', () => {
    const said = {
      bestByDate: '2026-11-20T20:00:00.000Z',
      expiryDate: '2026-11-23T20:00:00.000Z',
    };
    const restored = after(said, 6 * HOUR_MS).values;
    expect(Date.parse(restored?.bestByDate ?? '')).toBe(now + 6 * HOUR_MS + 2 * DAY_MS);
    expect(Date.parse(restored?.expiryDate ?? '')).toBe(now + 6 * HOUR_MS + 3 * DAY_MS);
  });

  it('keeps its photos for a day, and reports when they are gone', () => {
    expect(after({}, 22 * HOUR_MS)).toMatchObject({
      photos: [photo],
      notice: { lostPhotos: false },
    });
    expect(after({ title: 'Rolls' }, 23 * HOUR_MS)).toMatchObject({
      photos: [],
      notice: { lostPhotos: true },
    });
  });

  it.each([
    ['nothing', null],
    ['something else', { photos: [] }],
    ['an older version', { ...about, basis: basisAt(now), photos: [], values: { title: 'a' } }],
    ['values of another kind', draftOf({}, { said: { title: Object(1) } })],
  ])('is null for stored text that is %s', (_, stored) => {
    expect(parseDraft(stored)).toBeNull();
  });

  it('drops unknown fields', () => {
    const read = parseDraft({ ...draftOf({ title: 'Rolls' }), said: { donorId: 'someone else' } });
    expect(read?.said).toEqual({});
  });
});

describe('the form of an earlier listing', () => {
  const again = (said: Partial<Listing>, title: string) => {
    const listing = aListing({ status: 'expired', estimatedServings: 30, countedAs: 'rolls', ...said });
    const { said: filled, context } = formFromListing(
      listing,
      { userType: 'donor', organizationName: null },
      basisAt(now),
      null,
    );
    return formOf({ ...filled, title }, context).values;
  };

  it('follows another title where the earlier one named it', () => {
    const rolls = { title: '30 rolls', category: 'bakery_items' } as const;
    expect(again(rolls, '30 rolls')).toMatchObject({
      estimatedServings: 30,
      countedAs: 'rolls',
      category: 'bakery_items',
    });
    expect(again(rolls, '12 soups')).toMatchObject({ category: 'prepared_meals' });
    expect(again({ ...rolls, category: 'other' }, '12 soups').category).toBe('other');
  });

  it('stays of the kind of food whose use-by date it has', () => {
    const yogurt = { title: 'Yogurt', category: 'dairy_eggs', dateKind: 'use_by' } as const;
    expect(again(yogurt, 'Bread')).toMatchObject({ category: 'dairy_eggs', dateKind: 'use_by' });
  });
});
