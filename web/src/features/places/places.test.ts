import { describe, expect, it } from 'vitest';
import { normalizePoint, parseDegrees } from './position-in-text.ts';
import { requestDeviceLocation } from './device-location.ts';

describe('parseDegrees', () => {
  it.each([
    ['40.7577', 90, 40.7577],
    [' −73,9857° ', 180, -73.9857],
    ['+8', 90, 8],
    ['0', 90, 0],
    ['90', 90, 90],
  ] as const)('reads %j', (text, limit, degrees) => {
    expect(parseDegrees(text, limit)).toBe(degrees);
  });

  it.each([
    ['', 90],
    ['north', 90],
    ['90.1', 90],
    ['-180.5', 180],
    ['40.7, -73.9', 90],
    ['1e2', 180],
  ] as const)('refuses %j', (text, limit) => {
    expect(parseDegrees(text, limit)).toBeNull();
  });
});

describe('normalizePoint', () => {
  it('keeps six decimals and stays on the globe', () => {
    expect(normalizePoint({ latitude: 40.75771234567, longitude: -73.98571234567 })).toEqual({
      latitude: 40.757712,
      longitude: -73.985712,
    });
    expect(normalizePoint({ latitude: 91, longitude: 181 })).toEqual({ latitude: 90, longitude: -179 });
  });
});

describe('requestDeviceLocation', () => {
  const deviceThat = (getCurrentPosition: Geolocation['getCurrentPosition']): Geolocation => ({
    getCurrentPosition,
    watchPosition: () => 0,
    clearWatch: () => {},
  });

  it('returns the point, and how well the device knows it', async () => {
    const coords = {
      latitude: 40.75,
      longitude: -73.99,
      accuracy: 20,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
      toJSON: () => ({}),
    };
    const device = deviceThat((found) => found({ coords, timestamp: 0, toJSON: () => ({}) }));
    expect(await requestDeviceLocation(device)).toEqual({
      point: { latitude: 40.75, longitude: -73.99 },
      accuracyM: 20,
    });
  });

  it('distinguishes an unsupported device from a failure', async () => {
    const refusing = deviceThat((_, failed) =>
      failed?.({ code: 1, message: 'no', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }),
    );
    expect(await requestDeviceLocation(refusing)).toEqual({
      missing: 'failed',
    });
    expect(await requestDeviceLocation(null)).toEqual({ missing: 'unsupported' });
  });
});
