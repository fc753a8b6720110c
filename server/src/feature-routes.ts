import type { FastifyInstance } from 'fastify';
import { bindAccountRoutes } from '#server/features/accounts/accounts.routes.ts';
import { bindSignInRoutes } from '#server/features/accounts/sign-in.routes.ts';
import { bindCalendarRoutes } from '#server/features/claims/calendar/calendar.routes.ts';
import { bindClaimRoutes } from '#server/features/claims/claims.routes.ts';
import { bindEmergencyRoutes } from '#server/features/emergency/emergency.routes.ts';
import { bindListingRoutes } from '#server/features/listings/listings.routes.ts';
import { bindMapRoutes } from '#server/features/map/map.routes.ts';
import { bindMessagingRoutes } from '#server/features/messaging/messaging.routes.ts';
import { bindModerationRoutes } from '#server/features/moderation/moderation.routes.ts';
import { bindNotificationRoutes } from '#server/features/notifications/notifications.routes.ts';
import { bindPhotoRoutes } from '#server/features/photos/photos.routes.ts';
import { bindPlaceRoutes } from '#server/features/places/places.routes.ts';
import type { Features } from '#server/features.ts';
import type { SendPage } from '#server/platform/http/web-app.ts';

/** Every endpoint, bound to the feature that answers it. */
export async function bindFeatures(
  http: FastifyInstance,
  features: Features,
  pages: { readonly origins: ReadonlySet<string>; readonly sendPage: SendPage },
): Promise<void> {
  bindSignInRoutes(http, { accounts: features.accounts, ...pages });
  bindAccountRoutes(http, features);
  bindPlaceRoutes(http, features.places);
  bindModerationRoutes(http, features.moderation);
  bindNotificationRoutes(http, features.notifications);
  await bindPhotoRoutes(http, features.photos);
  bindListingRoutes(http, features.listings);
  bindMessagingRoutes(http, features.messaging);
  bindClaimRoutes(http, features.claims);
  bindEmergencyRoutes(http, features.emergency);
  bindMapRoutes(http, features.map);
  bindCalendarRoutes(http, features.calendar);
}
