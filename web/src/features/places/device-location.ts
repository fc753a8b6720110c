import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

/** Without a satellite fix: a street corner is precise enough, and faster indoors. */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 };

export type DeviceLocation =
  | {
      readonly point: GeoPoint;
      /** The device is within this distance of the point, most likely (95 %). */
      readonly accuracyM: number;
    }
  | { readonly missing: 'unsupported' | 'failed' };

/** The device's location; the browser asks for permission. Never rejects. */
export function requestDeviceLocation(
  geolocation: Geolocation | null = navigator.geolocation ?? null,
): Promise<DeviceLocation> {
  if (!geolocation) return Promise.resolve({ missing: 'unsupported' });
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve({ point: { latitude, longitude }, accuracyM: accuracy }),
      () => resolve({ missing: 'failed' }),
      OPTIONS,
    );
  });
}
