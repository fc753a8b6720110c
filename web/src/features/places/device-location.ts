import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';

/** A street corner is near enough, and saves the wait for a satellite fix indoors. */
const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 60_000 };

export type DeviceLocation = { readonly point: GeoPoint } | { readonly missing: 'unsupported' | 'failed' };

/** Where the device says it is; the person is asked for leave by the browser. Never rejects. */
export function requestDeviceLocation(
  geolocation: Geolocation | null = navigator.geolocation ?? null,
): Promise<DeviceLocation> {
  if (!geolocation) return Promise.resolve({ missing: 'unsupported' });
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ point: { latitude, longitude } }),
      () => resolve({ missing: 'failed' }),
      OPTIONS,
    );
  });
}
