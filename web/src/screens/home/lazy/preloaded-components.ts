import { preloadable } from '#web/lib/preloadable.ts';

// Components above the food, or in the dock. Home loads them before its first render if they have something to show.

export const donorAlerts = preloadable(
  async () => (await import('#web/features/emergency/alerts/DonorAlerts.tsx')).DonorAlerts,
);
export const ownRequestStatus = preloadable(
  async () => (await import('#web/features/emergency/requests/OwnRequestStatus.tsx')).OwnRequestStatus,
);
export const livePickup = preloadable(
  async () => (await import('#web/features/claims/live-pickup/LivePickup.tsx')).LivePickup,
);
