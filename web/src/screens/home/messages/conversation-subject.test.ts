import { expect, it } from 'vitest';
import { aClaim, aMatchedRequest, anId, hoursFromNow } from '#web/testing/samples.ts';
import { quickRepliesOf } from './conversation-subject.ts';

const conversationId = anId();
const repliesTo = (claim: ReturnType<typeof aClaim>) =>
  quickRepliesOf({ claim, request: null, conversationId }, Date.now());
const FIRST_HOUR = { availableFrom: hoursFromNow(-1), availableUntil: hoursFromNow(1) };
const DUE = { agreedTime: hoursFromNow(-0.1), agreedAt: hoursFromNow(-1) };

it('offers quick replies while a pickup is near, and to the giver only that they are there', () => {
  expect(repliesTo(aClaim({}, FIRST_HOUR))).toEqual(['on_my_way', 'here']);
  expect(repliesTo(aClaim({ side: 'donor' }, FIRST_HOUR))).toEqual(['here']);
  expect(repliesTo(aClaim({}, { availableFrom: hoursFromNow(3) }))).toEqual([]);
});

it('offers none once the handover itself asks "On your way?", nor after the answer', () => {
  expect(repliesTo(aClaim({}, FIRST_HOUR, DUE))).toEqual([]);
  expect(repliesTo(aClaim({ side: 'donor' }, FIRST_HOUR, DUE))).toEqual([]);
  const receiverOnMyWayAt = hoursFromNow(0);
  expect(repliesTo(aClaim({}, FIRST_HOUR, { ...DUE, receiverOnMyWayAt }))).toEqual([]);
});

it('does the same for a match without a listing, once a place is agreed', () => {
  const repliesOf = (request: ReturnType<typeof aMatchedRequest>) =>
    quickRepliesOf({ claim: null, request, conversationId }, Date.now());
  expect(repliesOf(aMatchedRequest({}, { conversationId }))).toEqual([]);
  expect(repliesOf(aMatchedRequest({ placeShared: true }, { conversationId }))).toEqual([
    'on_my_way',
    'here',
  ]);
  expect(repliesOf(aMatchedRequest({ placeShared: true }, { conversationId }, DUE))).toEqual([]);
});
