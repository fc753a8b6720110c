import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { afterAll } from 'vitest';
import type { Db } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { sessionCookieName } from '#server/features/accounts/accounts.auth.ts';
import { bindAccountRoutes } from '#server/features/accounts/accounts.routes.ts';
import { makeAccounts } from '#server/features/accounts/accounts.service.ts';
import { bindModerationRoutes } from '#server/features/moderation/moderation.routes.ts';
import { makeModeration } from '#server/features/moderation/moderation.service.ts';
import { bindNotificationRoutes } from '#server/features/notifications/notifications.routes.ts';
import { makeNotifications } from '#server/features/notifications/notifications.service.ts';
import { bindPhotoRoutes } from '#server/features/photos/photos.routes.ts';
import { makePhotos } from '#server/features/photos/photos.service.ts';
import { readPlaceNames } from '#server/features/places/place-names.ts';
import { bindPlaceRoutes } from '#server/features/places/places.routes.ts';
import { makePlaces } from '#server/features/places/places.service.ts';
import { openDatabase } from '#server/platform/database.ts';
import { makeEventLog } from '#server/platform/event-log.ts';
import { makeHttpServer } from '#server/platform/http-server.ts';
import { makeIds } from '#server/platform/ids.ts';
import { makeLocalObjectStore } from '#server/platform/object-store.ts';
import { makeRateLimits } from '#server/platform/rate-limits.ts';
import { makePeopleFactory, type TestPerson } from '#server/testing/factories/people.ts';
import { testDatabase } from '#server/testing/test-database.ts';

const SESSION_SECRET = 'a session secret of the tests, long enough';
const PLACE_SECRET = 'a place secret of the tests, long enough';

/** A clock that stands still until a test moves it. */
export type TestClock = { now(): Date; forward(ms: number): void };

function makeTestClock(start: string): TestClock {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs),
    forward: (ms) => {
      nowMs += ms;
    },
  };
}

export type PeopleGround = {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: TestClock;
  readonly app: FastifyInstance;
  readonly features: ReturnType<typeof makeGroundFeatures>;
  readonly closedSessions: string[];
  readonly objectsFolder: string;
  readonly plantPerson: (over?: Parameters<ReturnType<typeof makePeopleFactory>>[0]) => Promise<TestPerson>;
  /** One request as `person`, from one of our own pages. */
  readonly as: (
    person: { readonly cookie: string } | null,
    request: InjectOptions,
  ) => Promise<LightMyRequestResponse>;
};

function makeGroundFeatures(parts: {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly clock: TestClock;
  readonly publicUrl: string;
  readonly limits: boolean;
  readonly objectsFolder: string;
  readonly closedSessions: string[];
}) {
  const { db, clock, publicUrl } = parts;
  const base = { db, clock, newId: makeIds(clock) };
  const rateLimits = makeRateLimits(parts.limits);
  const eventLog = makeEventLog({ pool: parts.pool, log: { warn: () => {} } });
  const places = makePlaces({ ...base, placeSecret: PLACE_SECRET, areaNames: readPlaceNames() });
  const accounts = makeAccounts({
    ...base,
    publicUrl,
    rateLimits,
    places,
    sessionSecret: SESSION_SECRET,
    closeSession: (sessionId) => void parts.closedSessions.push(sessionId),
  });
  const moderation = makeModeration({ ...base, accounts, places });
  const notifications = makeNotifications({ ...base, eventLog, accounts, moderation });
  const objects = makeLocalObjectStore(parts.objectsFolder);
  const photos = makePhotos({ ...base, objects, rateLimits, secret: SESSION_SECRET, publicUrl });
  return { places, accounts, moderation, notifications, photos, rateLimits };
}

/** The features that stand before any listing, on a database of the test file's own, behind their HTTP routes. */
export async function peopleGround(
  options: { readonly publicUrl?: string; readonly limits?: boolean } = {},
): Promise<PeopleGround> {
  const { publicUrl = 'http://food.example', limits = false } = options;
  const { pool } = await testDatabase();
  const db = openDatabase<Tables>(pool);
  const clock = makeTestClock('2026-05-04T12:00:00Z');
  const objectsFolder = mkdtempSync(path.join(os.tmpdir(), 'openlarder-objects-'));
  const closedSessions: string[] = [];
  const features = makeGroundFeatures({ db, pool, clock, publicUrl, limits, objectsFolder, closedSessions });
  const origins = new Set([publicUrl]);
  const app = await makeHttpServer({
    appName: 'OpenLarder',
    logger: undefined,
    readSession: features.accounts.readSession,
    rateLimits: features.rateLimits,
    origins,
    pageSources: { images: [] },
    secure: publicUrl.startsWith('https:'),
    trustProxy: false,
  });
  bindAccountRoutes(app, {
    accounts: features.accounts,
    origins,
    sendPage: (reply) => reply.type('text/html').send('<title>the page</title>'),
  });
  bindPlaceRoutes(app, features.places);
  bindModerationRoutes(app, features.moderation);
  bindNotificationRoutes(app, features.notifications);
  await bindPhotoRoutes(app, features.photos);
  afterAll(async () => {
    await app.close();
    rmSync(objectsFolder, { recursive: true, force: true });
  });
  return {
    db,
    pool,
    clock,
    app,
    features,
    closedSessions,
    objectsFolder,
    plantPerson: makePeopleFactory({
      db,
      clock,
      newId: makeIds(clock),
      sessionSecret: SESSION_SECRET,
      cookieName: sessionCookieName(publicUrl),
    }),
    as: async (person, request) =>
      app.inject({
        ...request,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(person && { cookie: person.cookie }),
          ...request.headers,
        },
      }),
  };
}
