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

/** In the feature order, but for the first three. This is also the order of the paths in the OpenAPI document. */
export const MODULES: readonly FeatureModule[] = [
  communityModule,
  accountsModule,
  placesModule,
  moderationModule,
  notificationsModule,
  photosModule,
  listingsModule,
  messagingModule,
  claimsModule,
  emergencyModule,
  mapModule,
];

/**
 * The modules whose hook handlers take locks, in the one order of locks: request, claim, listing, conversation, then what
 * depends on the person alone.
 */
const LOCK_ORDER: readonly FeatureModule[] = [
  emergencyModule,
  claimsModule,
  listingsModule,
  messagingModule,
  photosModule,
  notificationsModule,
  moderationModule,
];

/** The handlers of hooks, in the order of the locks. */
export const HOOKS: readonly HookHandler[] = [
  ...LOCK_ORDER,
  ...MODULES.filter((module) => !LOCK_ORDER.includes(module)),
].flatMap(({ hooks = [] }) => hooks);
