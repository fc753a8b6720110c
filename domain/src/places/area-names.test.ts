import { describe, expect, it } from 'vitest';
import { pointAt } from '../kernel/geo.ts';
import { nearestAreaName } from './area-names.ts';

const midtown = { name: 'Midtown', latitude: 40.75895, longitude: -73.97843 };
const chelsea = { name: 'Chelsea', latitude: 40.74831, longitude: -73.99982 };

describe('nearestAreaName', () => {
  it('is the nearest name in any order of the list', () => {
    const nearChelsea = { latitude: 40.75, longitude: -73.998 };
    expect(nearestAreaName(nearChelsea, [midtown, chelsea])).toBe('Chelsea');
    expect(nearestAreaName(nearChelsea, [chelsea, midtown])).toBe('Chelsea');
  });

  it.each([
    { meters: 1999, name: 'Midtown' },
    { meters: 2001, name: null },
  ])('reaches 2 km and no farther: $meters m', ({ meters, name }) => {
    expect(nearestAreaName(pointAt(midtown, meters, 0), [midtown])).toBe(name);
  });

  it('is null for an empty list', () => {
    expect(nearestAreaName(midtown, [])).toBeNull();
  });
});
