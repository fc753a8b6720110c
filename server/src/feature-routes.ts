import type { FastifyInstance } from 'fastify';
import { bindAccountRoutes } from './features/accounts/accounts.routes.ts';
import { bindSignInRoutes } from './features/accounts/sign-in.routes.ts';
import { bindCalendarRoutes } from './features/claims/calendar.routes.ts';
import { bindClaimRoutes } from './features/claims/claims.routes.ts';
import { bindEmergencyRoutes } from './features/emergency/emergency.routes.ts';
import { bindListingRoutes } from './features/listings/listings.routes.ts';
import { bindMapRoutes } from './features/map/map.routes.ts';
import { bindMessagingRoutes } from './features/messaging/messaging.routes.ts';
import { bindModerationRoutes } from './features/moderation/moderation.routes.ts';
import { bindNotificationRoutes } from './features/notifications/notifications.routes.ts';
import { bindPhotoRoutes } from './features/photos/photos.routes.ts';
import { bindPlaceRoutes } from './features/places/places.routes.ts';
import type { Features } from './features.ts';
import type { SendPage } from './platform/web-app.ts';

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
