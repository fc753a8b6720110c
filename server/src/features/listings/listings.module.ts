import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as placeHooks from '#server/features/places/places.hooks.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { listingFrames, listingTopics, replayListings } from './listings.live.ts';
import { bindListingRoutes } from './listings.routes.ts';
import * as listings from './listings.service.ts';
import { regridListings } from './share/regrid-listings.ts';

export const listingsModule: FeatureModule = {
  name: 'listings',
  routes: bindListingRoutes,
  start: listings.applySearchLanguage,
  tasks: {
    // queries leave out overdue listings; this brings their status after it
    expire_listings: { run: listings.expireListings, schedule: '* * * * *' },
    forget_unused_words: { run: listings.deleteUnusedSearchWords, schedule: '17 4 * * *' },
  },
  topics: (ctx) =>
    listingTopics({
      blockedWith: (personId) => moderation.blockedWith(ctx, personId),
      replay: (changes, viewerId) => replayListings(ctx, changes, viewerId),
    }),
  frames: () => listingFrames,
  hooks: [
    accountHooks.onAccountClosed.handler(listings.closePerson),
    accountHooks.personExport.handler({ name: 'listings', read: listings.exportPerson }),
    moderationHooks.onPersonPaused.handler(listings.withdrawAllOf),
    placeHooks.onGridChanged.handler(regridListings),
    moderationHooks.reportEvidence.handler({ subjectType: 'listing', find: listings.listingEvidence }),
  ],
};
