import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceM } from '../kernel/geo.ts';
import { displacedPoint } from './public-point.ts';

const anywhere = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('displacedPoint', () => {
  it('is 250 to 400 m away, for random homes and draws', () => {
    fc.assert(
      fc.property(anywhere, unit, unit, (home, forDistance, forBearing) => {
        const away = distanceM(home, displacedPoint(home, [forDistance, forBearing]));
        expect(away).toBeGreaterThan(249.99);
        expect(away).toBeLessThan(400.01);
      }),
    );
  });

  it('is the same for the same draw and differs for another', () => {
    const home = { latitude: 40.7589, longitude: -73.9851 };
    expect(displacedPoint(home, [0.3, 0.6])).toEqual(displacedPoint(home, [0.3, 0.6]));
    expect(distanceM(displacedPoint(home, [0.3, 0.6]), displacedPoint(home, [0.3, 0.1]))).toBeGreaterThan(
      250,
    );
  });

  it('fills the ring evenly: half of the draws are beyond the circle that halves its area', () => {
    const home = { latitude: 40.7589, longitude: -73.9851 };
    const halfway = Math.sqrt((250 ** 2 + 400 ** 2) / 2);
    const draws = Array.from({ length: 1000 }, (_, step) => (step + 0.5) / 1000);
    const beyond = draws.filter((draw) => distanceM(home, displacedPoint(home, [draw, draw])) > halfway);
    expect(beyond.length).toBe(500);
  });
});
