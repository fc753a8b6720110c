import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { afterAll } from 'vitest';
import type { Tables } from '#server/db/tables.ts';
import { fullNames, summaries } from '#server/features/accounts/people.ts';
import { bindClaimRoutes } from '#server/features/claims/claims.routes.ts';
import { makeClaims } from '#server/features/claims/claims.service.ts';
import { bindListingRoutes } from '#server/features/listings/listings.routes.ts';
import { makeListings } from '#server/features/listings/listings.service.ts';
import { bindMessagingRoutes } from '#server/features/messaging/messaging.routes.ts';
import { makeMessaging } from '#server/features/messaging/messaging.service.ts';
import { makeModeration } from '#server/features/moderation/moderation.service.ts';
import { makeNotifications } from '#server/features/notifications/notifications.service.ts';
import { makePhotos } from '#server/features/photos/photos.service.ts';
import { makePlaces } from '#server/features/places/places.service.ts';
import { openDatabase } from '#server/platform/database.ts';
import { makeEventLog } from '#server/platform/event-log.ts';
import { makeHttpServer } from '#server/platform/http-server.ts';
import { makeIds } from '#server/platform/ids.ts';
import { makeLocalObjectStore } from '#server/platform/object-store.ts';
import { makeRateLimits } from '#server/platform/rate-limits.ts';
import type { Caller } from '#server/platform/sessions.ts';
import { testDatabase } from '#server/testing/test-database.ts';

/** Names a person to the test's server, in place of a session's cookie. */
export const PERSON_HEADER = 'x-test-person';

/** Midtown, as the demo community. */
export const MIDTOWN = { latitude: 40.758, longitude: -73.9855 };
/** The words of the exact side that `ground.listing` writes: nobody may read them who is not let. */
export const SECRET_ADDRESS = '417 West 51st Street, apartment 7';
export const SECRET_INSTRUCTIONS = 'Ring at Okafor, third floor';

export type Ground = Awaited<ReturnType<typeof claimsGround>>;

/** The features from places to claims on a database of the test file's own, with a clock that the test moves. */
export async function claimsGround() {
  const { pool } = await testDatabase();
  const db = openDatabase<Tables>(pool);
  const clock = {
    at: Date.parse('2026-05-05T12:00:00Z'),
    now: () => new Date(clock.at),
    pass: (ms: number) => {
      clock.at += ms;
    },
  };
  const newId = makeIds(clock);
  const rateLimits = makeRateLimits(false);
  const eventLog = makeEventLog({ pool, log: { warn: () => {} } });
  const folder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-objects-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const base = { db, clock, newId, eventLog };
  const accounts = { summaries, fullNames };
  const places = makePlaces({ ...base, placeSecret: 'a secret of the tests', areaNames: [] });
  const moderation = makeModeration({ ...base, accounts, places });
  const notifications = makeNotifications({ ...base, accounts, moderation });
  const photos = makePhotos({
    ...base,
    rateLimits,
    objects: makeLocalObjectStore(folder),
    secret: 'another secret',
    publicUrl: 'http://food.test',
  });
  const listings = makeListings({ ...base, accounts, places, photos, moderation });
  const messaging = makeMessaging({ ...base, accounts, moderation, notifications, listings });
  const claims = makeClaims({
    ...base,
    accounts,
    places,
    moderation,
    notifications,
    listings,
    messaging,
  });

  /** Plants a person, as their session would name them. */
  async function person(firstName = 'Ada', lastName = 'Okafor'): Promise<Caller> {
    const id = randomUUID();
    const now = clock.now();
    await db
      .insertInto('person')
      .values({
        id,
        email: `${id}@example.org`,
        name: `${firstName} ${lastName}`,
        image: null,
        first_name: firstName,
        last_name: lastName,
        organization_name: null,
        organization_type: null,
        place_id: null,
        created_at: now,
        updated_at: now,
      })
      .execute();
    return { userId: id, sessionId: id };
  }

  /** A listing as the form sends it when nobody said where: pickup until in eight hours. */
  function placelessBody(): CreateListing {
    const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();
    return {
      title: 'Vegetable soup',
      description: '',
      category: 'prepared_meals',
      estimatedServings: 4,
      bestByDate: inHours(24),
      expiryDate: null,
      pickupLocation: SECRET_ADDRESS,
      pickupInstructions: SECRET_INSTRUCTIONS,
      availableFrom: inHours(0.5),
      availableUntil: inHours(8),
      imageUrls: [],
      sharePlaceAtOnce: false,
    };
  }

  /** The same, at a home in Midtown. */
  function listingBody(changes: Partial<CreateListing> = {}): CreateListing {
    return { ...placelessBody(), ...MIDTOWN, areaLabel: 'Hell’s Kitchen', ...changes };
  }

  async function listing(donor: Caller, changes: Partial<CreateListing> = {}): Promise<Listing> {
    return listings.createListing(donor, listingBody(changes));
  }

  return {
    pool,
    ...base,
    accounts,
    places,
    moderation,
    notifications,
    photos,
    listings,
    messaging,
    claims,
    person,
    listing,
    listingBody,
    placelessBody,
  };
}

/** The features' routes behind the real HTTP server; the session is whom `PERSON_HEADER` names. */
export async function claimsServer(ground: Ground): Promise<FastifyInstance> {
  const app = await makeHttpServer({
    appName: 'OpenLarder',
    logger: undefined,
    readSession: async (headers) => {
      const userId = headers[PERSON_HEADER];
      return typeof userId === 'string' ? { userId, sessionId: userId } : null;
    },
    rateLimits: makeRateLimits(false),
    origins: new Set(['http://food.test']),
    pageSources: { images: [] },
    secure: false,
    trustProxy: false,
  });
  bindListingRoutes(app, ground.listings);
  bindMessagingRoutes(app, ground.messaging);
  bindClaimRoutes(app, ground.claims);
  await app.ready();
  afterAll(() => app.close());
  return app;
}

type Answer = { status: number; headers: Record<string, unknown>; body: unknown };

/** One request to the app as a person, or as nobody. */
export async function ask(
  app: FastifyInstance,
  who: Caller | null,
  method: 'GET' | 'POST',
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(who && { [PERSON_HEADER]: who.userId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? null : JSON.parse(response.body),
  };
}

/** What has to hold in the database after anything at all; each row of the answer is a broken promise. */
export async function brokenPromises(pool: pg.Pool): Promise<unknown[]> {
  const { rows } = await pool.query(`
    with counted as (
      select listing.id, listing.status, listing.servings_left, listing.servings_claimed, listing.estimated_servings,
        coalesce(sum(claim.servings) filter (where claim.status = 'open'), 0)::int as open,
        coalesce(sum(claim.servings) filter (where claim.status = 'completed'), 0)::int as completed
      from food_listing as listing left join claim on claim.listing_id = listing.id
      group by listing.id
    )
    select 'servings do not add up' as promise, id from counted
      where servings_left + open + completed <> estimated_servings or servings_claimed <> open
    union all
    select 'claimed is not none left and a claim open', id from counted
      where (status = 'claimed') <> (servings_left = 0 and open > 0)
    union all
    select 'a claim without its conversation', claim.id from claim
      left join conversation on conversation.id = claim.conversation_id
        and conversation.listing_id = claim.listing_id and conversation.guest_id = claim.claimer_id
      where conversation.id is null
    union all
    select 'a claim without its first message', claim.id from claim
      where not exists (select from message
        where message.conversation_id = claim.conversation_id and message.event = 'claimed')
    union all
    select 'a claim without its event', claim.id from claim
      where not exists (select from live_event
        where kind = 'claim_changed' and payload->>'claimId' = claim.id::text)
    union all
    select 'an open claim whose conversation is closed', claim.id from claim
      join conversation on conversation.id = claim.conversation_id
      where claim.status = 'open' and conversation.closed_at is not null
    union all
    select 'more open claims than anybody may have', claimer_id from claim
      where status = 'open' group by claimer_id having count(*) > 3`);
  return rows;
}
