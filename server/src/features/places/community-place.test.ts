import { describe, expect, it } from 'vitest';
import { boundsContain } from '@openlarder/domain/kernel/geo.ts';
import type { Community } from '@openlarder/domain/community/community-contract.ts';
import { testApp } from '#server/test/test-app.ts';
import { placeOfTimeZone } from './community-place.ts';

describe('where the map opens', () => {
  it.each([
    ['Africa/Nairobi', -1.29, 36.82],
    ['Europe/Berlin', 52.5, 13.4],
    // a name that engines replace by an older one, and one that the time zone database links to another city
    ['Asia/Kolkata', 22.5, 88.4],
    ['Asia/Calcutta', 22.5, 88.4],
    ['Europe/Amsterdam', 52.4, 4.9],
  ])('is the city of the time zone %s', (timeZone, latitude, longitude) => {
    const { center, bounds } = placeOfTimeZone(timeZone);
    expect(center.latitude).toBeCloseTo(latitude, 0);
    expect(center.longitude).toBeCloseTo(longitude, 0);
    expect(boundsContain(bounds, { latitude, longitude })).toBe(true);
  });

  it('is the operator’s place, whatever the time zone', async () => {
    const { as } = await testApp({ PLACE: '-1.2921, 36.8219', TIME_ZONE: 'America/New_York' });
    const { mapCentre, mapBounds } = (await as(null, { url: '/api/community' })).json<Community>();
    expect(mapCentre).toEqual({ latitude: -1.2921, longitude: 36.8219 });
    expect(boundsContain(mapBounds, mapCentre)).toBe(true);
  });
});
