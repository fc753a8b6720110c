import { expect, it } from 'vitest';
import { creditOf } from './BaseMap.tsx';

const CITY = {
  format: 'archive',
  url: '/city',
  attribution: 'Shoreline: the city. Made with Natural Earth',
} as const;
const CITY_ALONE = { city: true, world: false, cityFailed: false };

it('credits what is shown, and each source once', () => {
  expect(creditOf(CITY, CITY_ALONE)).toBe(CITY.attribution);
  expect(creditOf(CITY, { ...CITY_ALONE, world: true })).toBe(
    'Shoreline: the city. Made with Natural Earth. GeoNames, CC BY 4.0',
  );
  expect(creditOf({ ...CITY, format: 'raster' }, { ...CITY_ALONE, city: false })).toBe(CITY.attribution);
});
