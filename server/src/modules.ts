import { accountsModule } from '#server/features/accounts/accounts.module.ts';
import { claimsModule } from '#server/features/claims/claims.module.ts';
import { communityModule } from '#server/features/community/community.module.ts';
import { donationsModule } from '#server/features/donations/donations.module.ts';
import { emergencyModule } from '#server/features/emergency/emergency.module.ts';
import { adsModule } from '#server/features/ads/ads.module.ts';
import { activityModule } from '#server/features/activity/activity.module.ts';
import { calendarModule } from '#server/features/handovers/calendar/calendar.module.ts';
import { expiryAlertsModule } from '#server/features/expiry-alerts/expiry-alerts.module.ts';
import { handoversModule } from '#server/features/handovers/handovers.module.ts';
import { impactModule } from '#server/features/impact/impact.module.ts';
import { impactFactsModule } from '#server/features/impact-facts/impact-facts.module.ts';
import { leaderboardModule } from '#server/features/leaderboard/leaderboard.module.ts';
import { listingsModule } from '#server/features/listings/listings.module.ts';
import { mapModule } from '#server/features/map/map.module.ts';
import { matchingModule } from '#server/features/matching/matching.module.ts';
import { messagingModule } from '#server/features/messaging/messaging.module.ts';
import { moderationModule } from '#server/features/moderation/moderation.module.ts';
import { notificationsModule } from '#server/features/notifications/notifications.module.ts';
import { partnersModule } from '#server/features/partners/partners.module.ts';
import { photosModule } from '#server/features/photos/photos.module.ts';
import { placesModule } from '#server/features/places/places.module.ts';
import { recognitionModule } from '#server/features/recognition/recognition.module.ts';
import { volunteersModule } from '#server/features/volunteers/volunteers.module.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import type { HookHandler } from '#server/platform/hook.ts';

/** In the feature order, except for the first three. This is also the order of the paths in the OpenAPI document. */
export const MODULES: readonly FeatureModule[] = [
  communityModule,
  accountsModule,
  placesModule,
  volunteersModule,
  moderationModule,
  notificationsModule,
  photosModule,
  listingsModule,
  messagingModule,
  handoversModule,
  calendarModule,
  activityModule,
  recognitionModule,
  claimsModule,
  emergencyModule,
  donationsModule,
  matchingModule,
  expiryAlertsModule,
  partnersModule,
  mapModule,
  impactModule,
  impactFactsModule,
  leaderboardModule,
  adsModule,
];

/**
 * The modules whose hook handlers take locks, in the lock order: request, listing, handover, conversation, then rows
 * that depend on the person only. Handovers come first: they lock the requests and listings that they are about.
 */
const LOCK_ORDER: readonly FeatureModule[] = [
  handoversModule,
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
