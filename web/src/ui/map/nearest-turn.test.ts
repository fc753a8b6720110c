import { LatLng } from 'leaflet';
import { expect, it } from 'vitest';
import { nearestTurn } from './nearest-turn.ts';

it.each([
  // the middle of the view, a longitude, and where it is drawn
  [-179.99, 179.98, -180.02],
  [179.98, -179.99, 180.01],
  [180.5, -179.5, 180.5],
  [541, -179, 541],
  [13.4, 13.5, 13.5],
  [-74, 150, -210],
])('seen from %f°, %f° is at %f°', (middle, longitude, drawnAt) => {
  const [latitude, at] = nearestTurn(
    { getCenter: () => new LatLng(-16.8, middle) },
    { latitude: -16.7, longitude },
  );
  expect([latitude, Number(at.toFixed(6))]).toEqual([-16.7, drawnAt]);
});
