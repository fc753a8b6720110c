import { preloadable } from '#web/lib/preloadable.ts';

// What stands above the food, or in the dock. Home loads it ahead of its first rendering where there is something to show.

export const donorAlerts = preloadable(
  async () => (await import('#web/features/emergency/alerts/DonorAlerts.tsx')).DonorAlerts,
);
export const helperLine = preloadable(
  async () => (await import('#web/features/emergency/requests/HelperLine.tsx')).HelperLine,
);
export const livePickup = preloadable(
  async () => (await import('#web/features/claims/live-pickup/LivePickup.tsx')).LivePickup,
);
