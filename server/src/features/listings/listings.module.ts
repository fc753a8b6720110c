import { errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { latitudeSchema, longitudeSchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as contract from '@openlarder/domain/listings/listing-contract.ts';
import * as feedSchemas from '@openlarder/domain/listings/feed-schemas.ts';
import * as listingSchemas from '@openlarder/domain/listings/listing-schemas.ts';
import type { ClientMessage } from '@openlarder/domain/live/live-protocol.ts';
import type { FastifyInstance } from 'fastify';
import * as accountHooks from '#server/features/accounts/accounts.hooks.ts';
import { foodProfile } from '#server/features/accounts/profile/person-queries.ts';
import { blockedWith } from '#server/features/moderation/blocks/blocks.ts';
import * as moderationHooks from '#server/features/moderation/moderation.hooks.ts';
import { notificationMails } from '#server/features/notifications/notifications.hooks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { FeatureModule } from '#server/platform/feature-module.ts';
import { bindEndpoints, reply } from '#server/platform/http/bind-endpoints.ts';
import { nextPageLink } from '#server/platform/http/paging.ts';
import {
  type FrameHandlers,
  type LiveMessage,
  type LiveMessageOf,
  liveMessage,
} from '#server/platform/live/live-topic.ts';
import { searchedFeed } from './feed/feed.ts';
import { applySearchLanguage, deleteUnusedSearchWords, renewSearchWords } from './feed/search.ts';
import { settleDueListings } from './lifecycle/stock.ts';
import {
  closePerson,
  expireListings,
  exportPerson,
  resumeListing,
  withdrawAllOf,
  withdrawListing,
} from './lifecycle/withdraw-and-expire.ts';
import { LISTING_CHANGED, type ListingChanged } from './listings.events.ts';
import { getListing, listingEvidence } from './listings.queries.ts';
import { changeListing } from './share/change-listing.ts';
import { createListing, listingLimits } from './share/create-listing.ts';

type Prepared = { readonly blocked: ReadonlySet<string>; readonly message: LiveMessage };

/**
 * A new or changed listing, for sockets that subscribe to its part of the map and for its donor's other tabs; without
 * a place for every subscribed socket. Never across a block.
 */
export const listingMessageOf = (
  blockedWithDonor: (donorId: string) => Promise<ReadonlySet<string>>,
): LiveMessageOf =>
  liveMessage<ListingChanged>()<Prepared>({
    kind: LISTING_CHANGED,
    isPublic: true,
    async prepare({ listingId, donorId, status, isNew, point }) {
      const [latitude, longitude] = [point?.latitude ?? null, point?.longitude ?? null];
      return {
        blocked: await blockedWithDonor(donorId),
        message: {
          type: isNew ? 'new_food_listing' : 'heat_map_update',
          data: { listingId, status, latitude, longitude },
        },
      };
    },
    message: (_payload, { userId }, { blocked, message }) => (blocked.has(userId) ? null : message),
  });

const listingMessages = (ctx: AppContext): LiveMessageOf[] => [
  listingMessageOf((donorId) => blockedWith(ctx, donorId)),
];

/** Sets the part of the map a socket subscribes to; refuses impossible bounds and keeps the earlier ones. */
export const listingFrames: Pick<FrameHandlers<ClientMessage>, 'subscribe_heat_map_updates'> = {
  async subscribe_heat_map_updates({ bounds, position }, _viewer, line) {
    if (bounds.south > bounds.north) return 'invalid.south';
    await line.watchBounds(bounds, position);
    return null;
  },
};

/** Parses `lat,lng`; refuses coordinates out of range with 422. */
function pointOf(near: string): GeoPoint {
  const [latitude = Number.NaN, longitude = Number.NaN] = near.split(',').map(Number);
  if (!latitudeSchema.safeParse(latitude).success || !longitudeSchema.safeParse(longitude).success)
    throw unprocessable({ near: errorText('invalid.near') });
  return { latitude, longitude };
}

const schemas = { ...listingSchemas, ...feedSchemas };

function bindListingRoutes(app: FastifyInstance, ctx: AppContext): void {
  bindEndpoints(app, contract, schemas, {
    listListings: async ({ caller, query, request }) => {
      const saved = query.needs === 'saved' ? await foodProfile(ctx, caller.userId) : null;
      const page = await searchedFeed(ctx, caller, {
        near: query.near === undefined ? null : pointOf(query.near),
        radiusKm: query.radiusKm ?? null,
        reach: query.reach ?? null,
        area: query.area ?? null,
        donorId: query.donorId ?? null,
        category: query.category ?? null,
        freshness: query.freshness,
        when: query.when ?? null,
        diets: [...query.diets, ...(saved?.diets ?? [])],
        withoutAllergens: [...query.withoutAllergens, ...(saved?.allergens ?? [])],
        q: query.q ?? null,
        order: query.order,
        isArranged: query.arranged,
        limit: query.limit,
        cursor: query.cursor ?? null,
      });
      return reply(200, [...page.listings], {
        'x-total-count': String(page.total),
        'x-critical-count': String(page.critical),
        'x-expiring-soon-count': String(page.expiringSoon),
        ...(page.far > 0 && { 'x-far-count': String(page.far) }),
        ...(page.leftOut.length > 0 && { 'x-left-out-words': page.leftOut.map(encodeURIComponent).join() }),
        ...nextPageLink(request.url, page.nextCursor),
      });
    },
    getListingLimits: ({ caller }) => listingLimits(ctx, caller),
    getListing: ({ caller, params }) => getListing(ctx, caller, params.id),
    createListing: ({ caller, body, idempotency }) => createListing(ctx, caller, body, idempotency),
    changeListing: ({ caller, params, body }) => changeListing(ctx, caller, params.id, body),
    withdrawListing: ({ caller, params }) => withdrawListing(ctx, caller, params.id),
    resumeListing: ({ caller, params, body }) =>
      resumeListing(ctx, caller, params.id, body.estimatedServings),
  });
}

export const listingsModule: FeatureModule = {
  routes: bindListingRoutes,
  start: applySearchLanguage,
  tasks: {
    // queries exclude overdue listings; this task updates their status
    expire_listings: { run: expireListings, schedule: '* * * * *' },
    settle_listings: { run: settleDueListings, schedule: '* * * * *' },
    renew_search_words: { run: renewSearchWords, schedule: '* * * * *' },
    forget_unused_words: { run: deleteUnusedSearchWords, schedule: '17 4 * * *' },
  },
  messages: listingMessages,
  frames: () => listingFrames,
  hooks: [
    notificationMails.handler({ paths: { listing: (id) => `/?listing=${id}` } }),
    accountHooks.onAccountClosed.handler(closePerson),
    accountHooks.personExport.handler({ name: 'listings', read: exportPerson }),
    moderationHooks.onPersonPaused.handler(withdrawAllOf),
    moderationHooks.reportEvidence.handler({ subjectType: 'listing', find: listingEvidence }),
  ],
};
