import type { Allergen } from '@openlarder/domain/kernel/food-tags.ts';
import { expect, it } from 'vitest';
import { aClaim, aMatchedRequest, anId, hoursFromNow } from '#web/testing/samples.ts';
import { quickRepliesOf } from './conversation-subject.ts';

const conversationId = anId();
const repliesTo = (claim: ReturnType<typeof aClaim>, theirLastWords = '', avoids: readonly Allergen[] = []) =>
  quickRepliesOf({ claim, request: null, conversationId, theirLastWords, avoids }, Date.now());
const FIRST_HOUR = { availableFrom: hoursFromNow(-1), availableUntil: hoursFromNow(1) };
/** An address that is shown, and not on the map. */
const NO_POINT = { placeShared: true, latitude: null, longitude: null };
const SOON = { agreedTime: hoursFromNow(0.5), agreedAt: hoursFromNow(-1) };
const DUE = { agreedTime: hoursFromNow(-0.1), agreedAt: hoursFromNow(-1) };

it('offers quick replies by side: to the receiver close to the time, to the giver where the food is', () => {
  expect(repliesTo(aClaim({}, { ...FIRST_HOUR, ...NO_POINT }))).toEqual(['here']);
  // late is who has a time
  expect(repliesTo(aClaim({}, { ...FIRST_HOUR, ...NO_POINT }, SOON))).toEqual(['here', 'late']);
  expect(repliesTo(aClaim({}, { availableFrom: hoursFromNow(3) }))).toEqual([]);
  const asDonor = { side: 'donor' } as const;
  expect(repliesTo(aClaim(asDonor, FIRST_HOUR))).toEqual([]);
  expect(repliesTo(aClaim(asDonor, { placeShared: true }))).toEqual(['door']);
  expect(repliesTo(aClaim(asDonor, { placeShared: true }, { agreedTime: hoursFromNow(1) }))).toEqual([
    'door',
  ]);
});

it('offers the giver a yes only to a written time or an ok, and no place beside the one that the listing says', () => {
  const asDonor = { side: 'donor' } as const;
  expect(repliesTo(aClaim(asDonor), 'Could I come at 10 tonight?')).toEqual(['works']);
  expect(repliesTo(aClaim(asDonor), 'How do I find you?')).toEqual([]);
  const agreed = { agreedTime: hoursFromNow(1) };
  expect(repliesTo(aClaim(asDonor, {}, agreed), 'At 10?')).toEqual([]);
  expect(repliesTo(aClaim(asDonor, { placeShared: true }, agreed), "I'll be late, is that ok?")).toEqual([
    'works',
  ]);
  const said = { placeShared: true, pickupInstructions: 'Ring the second bell.' };
  expect(repliesTo(aClaim(asDonor, said), 'How do I find you?')).toEqual([]);
});

it('offers the receiver asking for the address first, until they see it', () => {
  for (const handover of [{}, DUE]) expect(repliesTo(aClaim({}, FIRST_HOUR, handover))).toEqual(['where']);
  const isOpen = { ...FIRST_HOUR, placeIsPublic: true };
  expect(repliesTo(aClaim({}, isOpen))).not.toContain('where');
  const receiverOnMyWayAt = hoursFromNow(0);
  expect(repliesTo(aClaim({}, FIRST_HOUR, { ...DUE, receiverOnMyWayAt }))).toEqual(['where']);
});

it('offers first of all to ask the giver who says nothing of allergens for those that the receiver avoids', () => {
  const unsaid = { ...FIRST_HOUR, allergens: null };
  expect(repliesTo(aClaim({}, unsaid), '', ['peanuts'])).toEqual(['contains', 'where']);
  expect(repliesTo(aClaim({}, { availableFrom: hoursFromNow(3), allergens: null }), '', ['milk'])).toEqual([
    'contains',
  ]);
  expect(repliesTo(aClaim({}, unsaid))).toEqual(['where']);
  expect(repliesTo(aClaim({}, { ...unsaid, allergens: [] }), '', ['peanuts'])).toEqual(['where']);
  expect(repliesTo(aClaim({ side: 'donor' }, unsaid), '', ['peanuts'])).toEqual([]);
});

it('never offers a donor at home "On my way"', () => {
  for (const hours of [-0.5, -0.1, 0.5, 3])
    expect(repliesTo(aClaim({ side: 'donor' }, {}, { agreedTime: hoursFromNow(hours) }))).not.toContain(
      'on_my_way',
    );
});

it('leaves "On my way" to the ticket where that has a button for it', () => {
  const shared = { ...FIRST_HOUR, placeShared: true };
  expect(repliesTo(aClaim({}, shared, SOON))).toEqual(['here', 'late']);
  expect(repliesTo(aClaim({}, shared, DUE))).toEqual([]);
  const receiverOnMyWayAt = hoursFromNow(0);
  expect(repliesTo(aClaim({}, shared, { ...DUE, receiverOnMyWayAt }))).toEqual(['here']);
});

it('does the same for a match without a listing, once a place is agreed', () => {
  const repliesOf = (request: ReturnType<typeof aMatchedRequest>) =>
    quickRepliesOf({ claim: null, request, conversationId, theirLastWords: '', avoids: [] }, Date.now());
  const written = { conversationId, silentAt: null };
  expect(repliesOf(aMatchedRequest({}, written))).toEqual([]);
  // at home, where it is brought
  expect(repliesOf(aMatchedRequest({ placeShared: true }, written))).toEqual(['here']);
  const elsewhere = { meetingPoint: 'Penn Station' };
  expect(repliesOf(aMatchedRequest(elsewhere, written, SOON))).toEqual(['on_my_way', 'here', 'late']);
  expect(repliesOf(aMatchedRequest(elsewhere, written, { agreedTime: hoursFromNow(4) }))).toEqual([]);
  expect(repliesOf(aMatchedRequest({ placeShared: true }, written, DUE))).toEqual([]);
});

it('begins a match with the first words of each side, until both have written', () => {
  const repliesOf = (
    side: 'requester' | 'helper',
    silentAt: string | null,
    over: Parameters<typeof aMatchedRequest>[2] = {},
  ) => {
    const request = aMatchedRequest({ side }, { conversationId, silentAt }, over);
    return quickRepliesOf(
      { claim: null, request, conversationId, theirLastWords: '', avoids: [] },
      Date.now(),
    );
  };
  expect(repliesOf('requester', hoursFromNow(0.2))).toEqual(['thanks']);
  // it waits at the giver's, whose hours are known
  expect(repliesOf('requester', hoursFromNow(0.2), { claimId: anId() })).toEqual(['fetch']);
  expect(repliesOf('helper', hoursFromNow(0.2))).toEqual(['hello']);
  expect(repliesOf('helper', hoursFromNow(-0.2))).toEqual([]);
  expect(repliesOf('helper', null)).toEqual([]);
  const request = aMatchedRequest({ side: 'helper' }, { conversationId: anId(), silentAt: hoursFromNow(1) });
  expect(
    quickRepliesOf({ claim: null, request, conversationId, theirLastWords: '', avoids: [] }, Date.now()),
  ).toEqual([]);
});
