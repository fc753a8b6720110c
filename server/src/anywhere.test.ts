import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { signUp } from '@openlarder/domain/accounts/sign-in-contract.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import {
  createRequest,
  getRequestLimits,
  type RequestLimits,
} from '@openlarder/domain/emergency/request-contract.ts';
import { createCalendarFeed } from '@openlarder/domain/handovers/calendar-contract.ts';
import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { createListing, type Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { queueDueMails } from '#server/features/notifications/mail/notification-mail-delivery.ts';
import { declaredEndpoints } from '#server/platform/http/openapi/contract-modules.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { decideSettings } from '#server/platform/settings/community-settings.ts';
import { exampleRequest } from '#server/test/declared-endpoints.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { sized } from '#server/test/long-run.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { mailFixture } from '#server/test/mail-fixture.ts';

/** What is in New York, or the custom there and in none of the places. */
const OF_NEW_YORK =
  /New York|NYC|Manhattan|Midtown|Brooklyn|Hell[’']s Kitchen|\bUSDA\b|\bFDA\b|\bZIP\b|\b[29]11\b|Eastern|\bE[DS]T\b|\bmi(les)?\b|°F|-0[45]:?00\b|[^A-Z]\$\d|"-?(40\.7|73\.9)/;
/** Facts of several countries, each named beside its own. */
const OF_THE_WORLD = '/api/impact-facts';
const WORLD = { north: 90, south: -90, west: -180, east: 180 };

const app = await mailFixture({ PLACES_FILE: '', TIME_ZONE: '' });
const { host } = new URL(await app.listen());
const endpoints = await declaredEndpoints();

type Place = { readonly latitude: number; readonly longitude: number };
type Asked = Pick<InjectOptions, 'url' | 'query' | 'headers'> & {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: object;
};

async function replyTo(who: TestPerson | null, asked: Asked): Promise<string> {
  const answered = await app.as(who, { method: 'POST', ...asked });
  expect([answered.statusCode, answered.body]).toEqual([
    expect.toSatisfy((code) => code < 300),
    answered.body,
  ]);
  return answered.body;
}
const jsonOf = async <Reply>(...asked: Parameters<typeof replyTo>): Promise<Reply> =>
  JSON.parse(await replyTo(...asked));

async function movedTo(city: string, place: Place, userType: 'donor' | 'recipient'): Promise<TestPerson> {
  const who = await app.reachable({ userType });
  const body = { ...place, address: 'Anyone 1', areaLabel: city };
  await replyTo(who, { method: 'PUT', url: updateProfile.path, body });
  return who;
}

/**
 * Someone shares food there, another one claims it, is shown where it is, and has it; then asks for food. Returns all that
 * the two can read: replies, mails, calendars, exports, and the messages of a socket.
 */
async function walk(city: string, place: Place) {
  const read: Record<string, string> = {};
  const mailsBefore = app.mailbox.mails.length;
  await replyTo(null, {
    url: signUp.path,
    body: {
      email: `${place.latitude}@example.org`,
      password: 'ugali na sukuma wiki 7',
      firstName: 'Ana',
      lastName: 'Bell',
      userType: 'donor',
    },
  });
  const [donor, claimer] = [await movedTo(city, place, 'donor'), await movedTo(city, place, 'recipient')];
  const live = await openLive(`ws://${host}/ws`, { cookie: donor.cookie, origin: app.origin });
  live.send({ type: 'subscribe_heat_map_updates', bounds: WORLD });
  live.send({ type: 'register_emergency_donor' });
  await live.waitFor(({ type }) => type === 'watching');

  const at = (hours: number) => new Date(app.clock.at + hours * HOUR_MS).toISOString();
  const listing = await jsonOf<Listing>(donor, {
    url: createListing.path,
    body: {
      title: 'Soup',
      category: 'prepared_meals',
      estimatedServings: 4,
      bestByDate: at(24),
      pickupLocation: 'Anyone 1',
      availableFrom: at(1),
      availableUntil: at(8),
      ...place,
    },
  });
  const claimOne = { url: `/api/food-listings/${listing.id}/claim`, body: { servings: 1 } };
  const { claim } = await jsonOf<{ claim: Claim }>(claimer, claimOne);
  await replyTo(donor, { url: `/api/conversations/${claim.conversationId}/share-place` });
  const { url: calendar } = await jsonOf<{ url: string }>(claimer, { url: createCalendarFeed.path });
  read['calendar'] = await replyTo(null, { method: 'GET', url: calendar.slice(app.origin.length) });
  app.clock.forward(2 * HOUR_MS);
  for (const side of [donor, claimer])
    await replyTo(side, { url: `/api/handovers/${claim.handover.id}/complete` });
  const asking = endpoints.find(({ path, method }) => path === createRequest.path && method === 'POST');
  const body = { ...(asking && exampleRequest(asking, listing.id).body), ...place, expiresAt: null };
  read['request'] = await replyTo(claimer, { url: createRequest.path, body });
  await sendDueWaves(app.ctx);
  await live.waitFor(({ type }) => type === 'emergency_alert');
  app.clock.forward(10 * MINUTE_MS);
  await queueDueMails(app.ctx);
  await expect.poll(async () => (await app.pool.query('select from graphile_worker.jobs')).rowCount).toBe(0);

  for (const [side, who] of Object.entries({ donor, claimer }))
    for (const endpoint of endpoints) {
      if (endpoint.method !== 'GET' || endpoint.path === OF_THE_WORLD) continue;
      const asked: InjectOptions = endpoint.path.includes('{')
        ? { method: 'GET', url: endpoint.path.replaceAll(/\{\w+\}/g, idIn(endpoint.path, listing, claim)) }
        : { ...exampleRequest(endpoint, listing.id), query: queryOf(endpoint.path, place) };
      const { statusCode, body: text } = await app.as(who, asked);
      if (statusCode < 300) read[`${endpoint.path} of the ${side}`] = text;
    }
  for (const [nth, message] of live.received.entries())
    read[`message ${nth}: ${message.type}`] = JSON.stringify(message);
  await live.leave();
  for (const [nth, { subject, text, html }] of app.mailbox.mails.slice(mailsBefore).entries())
    read[`mail ${nth}: ${subject}`] = `${subject} ${text} ${html}`;
  return read;
}

const idIn = (path: string, listing: Listing, claim: Claim): string =>
  path.startsWith('/api/handovers/')
    ? claim.handover.id
    : path.startsWith('/api/conversations/')
      ? claim.conversationId
      : path.startsWith('/api/users/')
        ? listing.donorId
        : listing.id;

/** The place is the reader's own, so that no example's is echoed. */
function queryOf(path: string, { latitude, longitude }: Place): Record<string, string> {
  switch (path) {
    case '/api/matching/recommendations':
      return { lat: String(latitude), lng: String(longitude), limit: '20' };
    case '/api/places/area':
      return { latitude: String(latitude), longitude: String(longitude) };
    case '/api/users/handovers.csv':
      return { from: '2026-05', until: '2026-06' };
    default:
      return {};
  }
}

type City = readonly [
  name: string,
  place: string,
  timeZone: string,
  country: string,
  currency: string,
  emergency: string | null,
];
const CITIES: readonly City[] = [
  ['Nairobi', '-1.286, 36.817', 'Africa/Nairobi', 'KE', 'KES', '999'],
  ['Tokyo', '35.69, 139.69', 'Asia/Tokyo', 'JP', 'JPY', '119'],
  ['Berlin', '52.52, 13.405', 'Europe/Berlin', 'DE', 'EUR', '112'],
  ['Lima', '-12.046, -77.043', 'America/Lima', 'PE', 'PEN', '106'],
  ['Tromsø', '69.65, 18.956', 'Europe/Oslo', 'NO', 'NOK', '113'],
  ['Taveuni', '-16.8, 179.98', 'Pacific/Fiji', 'FJ', 'FJD', null],
];

test.each(sized(CITIES.slice(1, 2), CITIES))(
  'nothing in %s is New York’s',
  async (city, PLACE, TIME_ZONE, COUNTRY, CURRENCY, emergency) => {
    const decided = { APP_NAME: `${city} shares`, LANGUAGE: 'en', PLACE, TIME_ZONE, COUNTRY, CURRENCY };
    await inTransaction(app.ctx, (tx) => decideSettings(tx, decided, tx.clock.now()));
    await app.ctx.eventLog.catchUp(2000);
    const [latitude = 0, longitude = 0] = PLACE.split(', ').map(Number);
    const read = await walk(city, { latitude, longitude });
    const names = Object.keys(read);
    expect(names.length).toBeGreaterThan(80);
    for (const kind of [/^mail/, /^calendar/, /^message/, /\.csv/, /\.ics/])
      expect([kind, names.some((name) => kind.test(name))]).toEqual([kind, true]);
    const found = Object.entries(read).flatMap(([where, text]) => {
      const match = OF_NEW_YORK.exec(text);
      return match ? [`${where}: ${text.slice(Math.max(0, match.index - 60), match.index + 40)}`] : [];
    });
    expect(found).toEqual([]);
    const community = JSON.parse(read['/api/community of the donor'] ?? '{}');
    expect(community).toMatchObject({ timeZone: TIME_ZONE, country: COUNTRY, currency: CURRENCY });
    const limits: RequestLimits = JSON.parse(read[`${getRequestLimits.path} of the claimer`] ?? '{}');
    expect(limits.helpLines.at(-1)?.phone ?? null).toBe(emergency);
  },
);
