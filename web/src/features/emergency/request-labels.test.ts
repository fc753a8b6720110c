import { expect, it } from 'vitest';
import { aHandover, aMatchedRequest, anId } from '#web/testing/samples.ts';
import {
  destinationOf,
  householdLabel,
  keepsMatchLine,
  requestDistanceLabel,
  requestStatusLabel,
} from './request-labels.ts';

it('shows the distance of a request the same way in the banner and in the list', () => {
  expect([0, 0.3, 1, 2.5].map((km) => requestDistanceLabel(km))).toEqual([
    'In your area',
    'about 0.3 km away',
    'about 1 km away',
    'about 2.5 km away',
  ]);
});

it('says for how many people a request is', () => {
  expect([1, 4].map(householdLabel)).toEqual(['For 1 person', 'For 4 people']);
});

it('says what keeps a match by who has written', () => {
  const linesOf = (side: 'requester' | 'helper') =>
    ([null, 'mine', 'theirs'] as const).map((firstWords) =>
      keepsMatchLine(aMatchedRequest({ side }), Date.now(), firstWords),
    );
  expect(linesOf('requester')).toEqual([
    "Say hello and it's settled.",
    "Once Ana R. answers, it's settled.",
    "Answer and it's settled.",
  ]);
  expect(linesOf('helper')[1]).toBe("Once they answer, it's settled.");
});

it('leads the helper to the place named last, in words where it has no point', () => {
  const point = { latitude: 40.7, longitude: -74 };
  const shared = { side: 'helper', placeShared: true, pickupLocation: '9 Elm St', ...point } as const;
  expect(destinationOf(aMatchedRequest(shared))).toEqual({ to: point, address: '9 Elm St' });
  const typed = { ...shared, latitude: null, longitude: null };
  expect(destinationOf(aMatchedRequest(typed))?.to).toBe('9 Elm St');
  expect(destinationOf(aMatchedRequest({ ...shared, meetingPoint: 'Library' }))?.to).toBe('Library');
  expect(destinationOf(aMatchedRequest({ ...shared, side: 'requester' }))).toBeNull();
  expect(destinationOf(aMatchedRequest({ side: 'helper' }))).toBeNull();
});

it('does not promise on its way what is to be picked up', () => {
  const { match, ...request } = aMatchedRequest();
  const labelOf = (listingId: string | null) =>
    requestStatusLabel({ ...request, match: match && { ...match, handover: aHandover({ listingId }) } });
  expect([labelOf(null), labelOf(anId())]).toEqual(['Help is on the way', "There's food for you"]);
});
