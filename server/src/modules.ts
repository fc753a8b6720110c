import { accountsModule } from './features/accounts/accounts.module.ts';
import { claimsModule } from './features/claims/claims.module.ts';
import { communityModule } from './features/community/community.module.ts';
import { emergencyModule } from './features/emergency/emergency.module.ts';
import { listingsModule } from './features/listings/listings.module.ts';
import { mapModule } from './features/map/map.module.ts';
import { messagingModule } from './features/messaging/messaging.module.ts';
import { moderationModule } from './features/moderation/moderation.module.ts';
import { notificationsModule } from './features/notifications/notifications.module.ts';
import { photosModule } from './features/photos/photos.module.ts';
import { placesModule } from './features/places/places.module.ts';
import type { FeatureModule } from './platform/feature-module.ts';
import type { HookHandler } from './platform/hook.ts';

export const MODULES: readonly FeatureModule[] = [
  communityModule,
  accountsModule,
  placesModule,
  moderationModule,
  notificationsModule,
  photosModule,
  messagingModule,
  listingsModule,
  claimsModule,
  emergencyModule,
  mapModule,
];

/**
 * The handlers of hooks, those of later features first: the order of the locks (request, claim, listing, conversation,
 * then what depends on the person alone), which is why messaging stands before listings above.
 */
export const HOOKS: readonly HookHandler[] = MODULES.toReversed().flatMap(({ hooks = [] }) => hooks);
