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

  it('is the town where no part of it has a name, and the part where one has', () => {
    const town = { name: 'Lima', latitude: -12.043, longitude: -77.028, townRadiusM: 15_000 };
    const part = { name: 'San Luis', ...pointAt(town, 6000, 1) };
    expect(nearestAreaName(pointAt(town, 9000, 0), [town, part])).toBe('Lima');
    expect(nearestAreaName(pointAt(part, 500, 0), [town, part])).toBe('San Luis');
    expect(nearestAreaName(pointAt(town, 15_100, 0), [town, part])).toBeNull();
  });

  it('is null for an empty list', () => {
    expect(nearestAreaName(midtown, [])).toBeNull();
  });
});
