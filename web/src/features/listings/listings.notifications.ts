import type { FeatureNotifications } from '#web/features/notifications/feature-notifications.ts';
import { paths } from '#web/lib/paths.ts';

export const listingNotifications: FeatureNotifications = {
  paths: { listing: (id) => paths.listing(id) },
};
