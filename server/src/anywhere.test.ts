import { updateProfile } from '@openlarder/domain/accounts/account-contract.ts';
import { signUp } from '@openlarder/domain/accounts/sign-in-contract.ts';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { createListing, type Listing } from '@openlarder/domain/listings/listing-contract.ts';
import type { InjectOptions } from 'fastify';
import { expect, test } from 'vitest';
import { declaredEndpoints } from '#server/platform/http/openapi/contract-modules.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { decideSettings } from '#server/platform/settings/community-settings.ts';
import { exampleRequest } from '#server/test/declared-endpoints.ts';
import { testApp } from '#server/test/test-app.ts';

/** What is in New York, or the custom there and in none of the places. */
const OF_NEW_YORK =
  /New York|Manhattan|Midtown|Hell’s Kitchen|\bUSDA\b|\b[29]11\b|Eastern|\bmi(les)?\b|°F|-0[45]:00|[^A-Z]\$\d|"-?(40\.7|73\.9)/;
/** Facts of several countries, each named beside its own. */
const OF_THE_WORLD = '/api/impact-facts';

const app = await testApp({ PLACES_FILE: '', TIME_ZONE: '' });
const endpoints = await declaredEndpoints();

async function signedUp(email: string, userType: string) {
  const body = { email, password: 'ugali na sukuma wiki 7', firstName: 'Ana', lastName: 'Bell', userType };
  const { statusCode, cookies } = await app.as(null, { method: 'POST', url: signUp.path, body });
  expect(statusCode).toBe(200);
  return { cookie: cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ') };
}

/** Someone shares food there, another one claims it and is shown where it is. Returns what the second can read. */
async function walk(city: string, place: { readonly latitude: number; readonly longitude: number }) {
  const name = city.replaceAll(/[^A-Za-z]/g, '').toLowerCase();
  const [donor, claimer] = [
    await signedUp(`${name}-donor@example.org`, 'donor'),
    await signedUp(`${name}-claimer@example.org`, 'recipient'),
  ];
  const send = async <Reply>(who: typeof donor, method: 'POST' | 'PUT', url: string, body: object = {}) => {
    const answered = await app.as(who, { method, url, body });
    expect([answered.statusCode, answered.body]).toEqual([
      expect.toSatisfy((code) => code < 300),
      answered.body,
    ]);
    return answered.json<Reply>();
  };
  for (const who of [donor, claimer])
    await send(who, 'PUT', updateProfile.path, { ...place, address: 'Anyone 1', areaLabel: city });
  const at = (hours: number) => new Date(app.clock.at + hours * HOUR_MS).toISOString();
  const listing = await send<Listing>(donor, 'POST', createListing.path, {
    title: 'Soup',
    category: 'prepared_meals',
    estimatedServings: 4,
    bestByDate: at(24),
    pickupLocation: 'Anyone 1',
    availableFrom: at(1),
    availableUntil: at(8),
    ...place,
  });
  const { claim } = await send<{ claim: Claim }>(claimer, 'POST', `/api/food-listings/${listing.id}/claim`, {
    servings: 1,
  });
  await send(donor, 'POST', `/api/conversations/${claim.conversationId}/share-place`);
  const read: Record<string, string> = {};
  for (const endpoint of endpoints) {
    if (endpoint.method !== 'GET' || endpoint.path === OF_THE_WORLD) continue;
    const asked: InjectOptions = endpoint.path.includes('{')
      ? { method: 'GET', url: endpoint.path.replaceAll(/\{\w+\}/g, idIn(endpoint.path, listing, claim)) }
      : { ...exampleRequest(endpoint, listing.id), query: near(endpoint.path, place) };
    const { statusCode, body } = await app.as(claimer, asked);
    if (statusCode < 300) read[endpoint.path] = body;
  }
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
const near = (path: string, { latitude, longitude }: { latitude: number; longitude: number }) =>
  path === '/api/matching/recommendations'
    ? { lat: String(latitude), lng: String(longitude), limit: '20' }
    : path === '/api/places/area'
      ? { latitude: String(latitude), longitude: String(longitude) }
      : {};

test.each([
  ['Berlin', '52.52, 13.405', 'Europe/Berlin', 'DE', 'EUR'],
  ['Nairobi', '-1.286, 36.817', 'Africa/Nairobi', 'KE', 'KES'],
  ['Lima', '-12.046, -77.043', 'America/Lima', 'PE', 'PEN'],
  ['Tokyo', '35.69, 139.69', 'Asia/Tokyo', 'JP', 'USD'],
  ['Tromsø', '69.65, 18.956', 'Europe/Oslo', 'NO', 'NOK'],
  ['Taveuni', '-16.8, 179.98', 'Pacific/Fiji', 'FJ', 'FJD'],
])('nothing in %s is New York’s', async (city, PLACE, TIME_ZONE, COUNTRY, CURRENCY) => {
  const decided = { APP_NAME: `${city} shares`, LANGUAGE: 'en', PLACE, TIME_ZONE, COUNTRY, CURRENCY };
  await inTransaction(app.ctx, (tx) => decideSettings(tx, decided, tx.clock.now()));
  await app.ctx.eventLog.catchUp(2000);
  const [latitude = 0, longitude = 0] = PLACE.split(', ').map(Number);
  const before = app.printedMails.length;
  const read = await walk(city, { latitude, longitude });
  expect(Object.keys(read).length).toBeGreaterThan(40);
  for (const [nth, mail] of app.printedMails.slice(before).entries()) read[`mail ${nth}`] = mail;
  const found = Object.entries(read).flatMap(([where, text]) => {
    const match = OF_NEW_YORK.exec(text);
    return match ? [`${where}: ${text.slice(Math.max(0, match.index - 60), match.index + 40)}`] : [];
  });
  expect(found).toEqual([]);
});
