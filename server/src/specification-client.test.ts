import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { expect, test } from 'vitest';
import * as ads from '#server/features/ads/ads.service.ts';
import { alertExpiring } from '#server/features/expiry-alerts/alert-expiring.ts';
import * as places from '#server/features/places/places.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { seedArea } from '#server/test/factories/areas.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { FILE } from '#server/test/photo-fixture.ts';
import { testApp } from '#server/test/test-app.ts';

/*
 * A client that knows nothing but section 7 of the specification (and 3, where it names fields): its own payloads, over
 * a real connection, with the session's cookie and no header of browsers. Each call names its line of the specification.
 */

const app = await testApp();
const { ctx, clock, origin, createPerson } = app;
const address = await app.listen();
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();
const DEFAULT_BOUNDS = { north: 40.7831, south: 40.7489, east: -73.9441, west: -74.0059 };
const MIDTOWN = { latitude: 40.7580173, longitude: -73.9855129 };
const anId = expect.stringMatching(/^[0-9a-f-]{36}$/);

type Someone = Awaited<ReturnType<typeof createPerson>> | null;
/** The client knows no types. */
type Json = any;

/** One call, as `METHOD /path`; the answer's body, whose status is a success unless another is expected. */
async function call(who: Someone, name: string, payload?: object, expected = [200, 201, 204]): Promise<Json> {
  const [method = '', path = ''] = name.split(' ');
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(who && { cookie: who.cookie }),
      ...(payload && { 'content-type': 'application/json' }),
    },
    ...(payload && { body: JSON.stringify(payload) }),
  });
  const text = await response.text();
  expect(expected, `${name}: ${response.status} ${text}`).toContain(response.status);
  return text === '' ? null : JSON.parse(text);
}

/** The individual form of line 279, as a client fills it that leaves out what is optional. */
const listing = (more: object = {}) => ({
  title: 'Lentil stew',
  description: null,
  category: 'prepared_meals',
  estimatedServings: 6,
  bestByDate: inHours(30),
  expiryDate: null,
  pickupLocation: '5 Elm Street',
  pickupInstructions: null,
  availableFrom: inHours(0.5),
  availableUntil: inHours(8),
  imageUrls: [],
  ...more,
});
/** The bulk form of line 280. */
const bulk = (more: object = {}) => {
  const { expiryDate: _, ...rest } = listing();
  return { ...rest, urgencyLevel: 'high', isBulk: true, closingTime: null, contactPhone: null, ...more };
};
/** Line 285, with the end of line 573. */
const request = (more: object = {}) => ({
  title: 'Dinner for tonight',
  description: null,
  urgencyLevel: 'emergency',
  householdSize: 3,
  specialNeeds: null,
  dietaryRestrictions: ['Vegan', 'gluten free', 'Nothing from aunt Mo'],
  pickupLocation: '230 East 44th Street',
  radiusKm: 10,
  preferredCategories: ['prepared_meals'],
  ...MIDTOWN,
  expiresAt: inHours(24),
  ...more,
});

const donor = () => createPerson({ firstName: 'Rosa', lastName: 'Diaz', userType: 'donor' });
/** A donor who has a saved place, so that requests reach them. */
async function placedDonor() {
  const person = await donor();
  const place = { point: MIDTOWN, areaLabel: 'Turtle Bay', address: '1 Own Street' };
  await inTransaction(ctx, (tx) => places.setProfilePlace(tx, person.id, place));
  return person;
}
await seedArea(ctx.db, MIDTOWN, 'Turtle Bay');

test('550–554, 566, 570, 575, 579, 580: oneself, figures and boards', async () => {
  await call(null, 'GET /api/auth/user', undefined, [401]);
  const me = await donor();
  expect(await call(me, 'GET /api/auth/user')).toMatchObject({
    id: me.id,
    firstName: 'Rosa',
    userType: 'donor',
  });
  expect(await call(me, 'GET /api/users/stats')).toMatchObject({
    level: expect.any(Number),
    totalPoints: 0,
    badgeCount: 0,
    title: expect.any(String),
    currentRank: 0,
  });
  expect(await call(me, 'GET /api/users/impact')).toMatchObject({
    mealsShared: 0,
    co2Saved: 0,
    peopleHelped: 0,
  });
  const [badge] = await call(me, 'GET /api/badges');
  expect(badge).toMatchObject({ id: expect.any(String), iconName: expect.any(String), isActive: true });
  expect(await call(me, 'GET /api/users/badges')).toEqual([]);
  expect(await call(me, `GET /api/users/${me.id}/recent-activity?limit=5`)).toEqual([]);
  expect(await call(null, 'GET /api/community/stats')).toMatchObject({ mealsToday: 0, co2Saved: 0 });
  expect(await call(me, 'GET /api/leaderboard/monthly?userType=baker')).toEqual([]);
  expect(await call(me, 'GET /api/leaderboard/all-time')).toEqual(expect.any(Array));
  const business = {
    organizationName: 'Corner Bakery',
    organizationType: 'bakery',
    location: '5 Elm Street',
    userType: 'donor',
  };
  await call(me, 'PUT /api/users/profile', business);
  expect(await call(me, 'GET /api/auth/user')).toMatchObject(business);
});

test('555–557: ads', async () => {
  await ads.addAd(ctx, {
    location: 'discover',
    adType: 'inline',
    adCategory: 'donation_encouragement',
    title: 'Give',
    description: 'A meal',
    ctaText: 'Go',
    ctaLink: null,
    imageUrl: null,
    sponsor: null,
    isTip: false,
    audience: ['recipient'],
    weight: 1,
    dailyCap: null,
  });
  const [ad] = await call(
    null,
    'GET /api/ads?userType=baker&adType=inline&adCategory=donation_encouragement&limit=2',
  );
  expect(ad).toMatchObject({ title: 'Give', ctaText: 'Go', adType: 'inline' });
  const seen = await call(null, `POST /api/ads/${ad.id}/impression`, {
    userId: null,
    location: 'after-4th-listing',
  });
  expect(seen).toEqual({ impressionId: anId });
  await call(null, `POST /api/ads/${ad.id}/click`, seen);
  await call(null, `POST /api/ads/${ad.id}/click`, { impressionId: null });
  expect(await ads.allAds(ctx)).toMatchObject([{ impressions: 1, clicks: 1 }]);
});

test('558–562, 567, 576–578: food is shared, listed, claimed and talked about', async () => {
  const [giver, taker] = [await donor(), await createPerson({ firstName: 'Ben', lastName: 'Ito' })];
  const bestByDate = inHours(30);
  const { id } = await call(giver, 'POST /api/food-listings', listing({ bestByDate }));
  clock.forward(1000);
  const tray = await call(
    giver,
    'POST /api/food-listings',
    bulk({ closingTime: inHours(9), title: 'Rolls', bestByDate }),
  );
  expect(tray).toMatchObject({
    isBulk: true,
    urgencyLevel: 'high',
    closingTime: '21:00',
    contactPhone: null,
  });
  await call(giver, 'POST /api/food-listings', bulk({ title: 'Buns', bestByDate: inHours(1) }));
  await call(giver, 'POST /api/food-listings', bulk({ title: 'Pies', bestByDate: inHours(40) }));
  const listed: Json[] = await call(taker, 'GET /api/food-listings');
  expect(listed.map(({ title }) => title)).toEqual(['Buns', 'Rolls', 'Lentil stew', 'Pies']);
  // of a donor without a place, the community's name; the address is not shown
  expect(listed.map(({ pickupLocation }) => pickupLocation)).toEqual(Array(4).fill(ctx.settings.appName));
  expect(JSON.stringify(listed)).not.toContain('Elm Street');
  expect(await call(taker, 'GET /api/food-listings/expiring-soon')).toEqual(expect.any(Array));

  await call(taker, `POST /api/food-listings/${id}/claim`);
  await call(giver, `POST /api/food-listings/${id}/claim`, undefined, [409]);
  for (const type of ['donated', 'claimed']) {
    const own = await call(
      type === 'donated' ? giver : taker,
      `GET /api/users/${type === 'donated' ? giver.id : taker.id}/food-listings?type=${type}`,
    );
    expect(own.map((one: Json) => one.id)).toContain(id);
  }
  const [talk] = await call(taker, 'GET /api/conversations');
  expect(talk).toMatchObject({ otherUser: { firstName: 'Rosa' }, foodListing: { title: 'Lentil stew' } });
  await call(taker, `POST /api/conversations/${talk.id}/messages`, { content: 'On my way' });
  const messages: Json[] = await call(giver, `GET /api/conversations/${talk.id}/messages`);
  expect(messages.map(({ content }) => content)).toEqual(['Ben claimed this food.', 'On my way']);
  expect(messages[1]).toMatchObject({ id: anId, senderId: taker.id, conversationId: talk.id });

  const activity: Json[] = await call(null, 'GET /api/recent-activity?limit=5');
  expect(activity.map(({ donorName }) => donorName)).toEqual(Array(3).fill('Rosa D.'));
  expect(JSON.stringify(activity)).not.toContain('Ben');
});

test('563, 564: a photo', async () => {
  const giver = await donor();
  const { uploadURL } = await call(giver, 'POST /api/objects/upload');
  // the name by which the community is known leads to the address at which this app listens
  expect(uploadURL).toMatch(new RegExp(`^${origin}/`));
  const put = await fetch(uploadURL.replace(origin, address), {
    method: 'PUT',
    headers: { cookie: giver.cookie, 'content-type': 'image/jpeg' },
    body: FILE,
  });
  expect(put.status).toBe(204);
  const { objectPath } = await call(giver, 'PUT /api/food-images', { imageURL: uploadURL });
  const shared = await call(giver, 'POST /api/food-listings', listing({ imageUrls: [objectPath] }));
  expect(shared.imageUrls).toEqual([objectPath]);
});

test('565, 568, 569: the map, recommendations and facts', async () => {
  const [giver, eater] = [await donor(), await createPerson()];
  await call(
    giver,
    'POST /api/food-listings',
    listing({ ...MIDTOWN, areaLabel: 'Turtle Bay', title: 'Soup' }),
  );
  const bounds = new URLSearchParams(Object.entries(DEFAULT_BOUNDS).map(([side, at]) => [side, String(at)]));
  // the map follows the event log
  await expect
    .poll(() =>
      call(
        eater,
        `GET /api/map/cluster?${bounds.toString()}&radius=1000&categories=prepared_meals&categories=other&urgencyLevels=high&urgencyLevels=low`,
      ),
    )
    .toMatchObject([{ type: 'food_available', items: [{ title: 'Soup' }] }]);
  const { latitude, longitude } = MIDTOWN;
  const [match] = await call(eater, `GET /api/smart-match/recommendations?lat=${latitude}&lng=${longitude}`);
  expect(match).toMatchObject({ score: expect.any(Number), urgency: expect.any(String) });
  expect(match.reasons.length).toBeGreaterThan(0);
  for (const reason of match.reasons) expect(reason).toMatch(/^\S.*\w/);
  expect((await call(eater, 'GET /api/impact-facts?category=hunger&region=global')).length).toBeGreaterThan(
    0,
  );
  expect(await call(eater, 'GET /api/impact-facts?region=Atlantis')).toEqual([]);
});

test('571–574: a request is raised and answered', async () => {
  const [helper, asker] = [await placedDonor(), await createPerson({ firstName: 'Ruth' })];
  await call(asker, 'POST /api/emergency-requests', request());
  const [mine] = await call(asker, 'GET /api/emergency-requests');
  const recognized = ['vegan', 'gluten-free'];
  expect(mine).toMatchObject({
    status: 'pending',
    householdSize: 3,
    dietaryRestrictions: [...recognized, 'Nothing from aunt Mo'],
  });
  const [active] = await call(helper, 'GET /api/emergency-requests/active');
  // words of the requester's own reach the helper only
  expect(active).toMatchObject({ id: mine.id, dietaryRestrictions: recognized, specialNeeds: '' });
  await call(helper, `POST /api/emergency-requests/${mine.id}/match`, { listingId: null });
  const [talk] = await call(helper, 'GET /api/conversations');
  const [first] = await call(asker, `GET /api/conversations/${talk.id}/messages`);
  expect(first.content).toBe('Rosa offered to help. Plan it here.');
  const told = await call(helper, `GET /api/emergency-requests/${mine.id}`);
  expect(told.dietaryRestrictions).toEqual(mine.dietaryRestrictions);
  const tooLong = request({ dietaryRestrictions: ['x'.repeat(41)] });
  await call(await createPerson(), 'POST /api/emergency-requests', tooLong, [422]);
});

test('581, 582: expiry alerts', async () => {
  const giver = await donor();
  await call(giver, 'POST /api/food-listings', listing({ bestByDate: inHours(1) }));
  await alertExpiring(ctx);
  const [alert] = await call(giver, 'GET /api/expiry-alerts');
  expect(alert).toMatchObject({ id: anId });
  await call(giver, `PUT /api/expiry-alerts/${alert.id}/acknowledge`);
  expect(await call(giver, 'GET /api/expiry-alerts')).toEqual([]);
});

test('583–585: donations', async () => {
  const giver = await donor();
  expect(await call(giver, 'GET /api/users/donations')).toEqual([]);
  expect(await call(giver, 'GET /api/users/donation-stats')).toMatchObject({
    totalDonated: 0,
    totalDonations: 0,
    impactMetrics: { mealsProvided: 0, co2Saved: 0, familiesHelped: 0 },
  });
  // no provider is configured here: the answer to a body that is in order
  const intent = {
    amount: 1000,
    donationType: 'platform_donation',
    donorMessage: null,
    isAnonymous: false,
    foodListingId: null,
    emergencyRequestId: null,
  };
  await call(giver, 'POST /api/create-payment-intent', intent, [503]);
});

test('601–603: a socket without an origin that subscribes and never resumes', async () => {
  const [helper, other, asker] = [await placedDonor(), await placedDonor(), await createPerson()];
  const { id } = await call(helper, 'POST /api/food-listings', listing({ ...MIDTOWN }));
  await call(asker, `POST /api/food-listings/${id}/claim`);
  const [talk] = await call(asker, 'GET /api/conversations');
  const line = await openLive(`${address.replace('http', 'ws')}/ws`, { cookie: helper.cookie });
  line.send({ type: 'subscribe_heat_map_updates', bounds: DEFAULT_BOUNDS });
  line.send({ type: 'register_emergency_donor', userId: helper.id });
  line.send({ type: 'join_conversation', conversationId: talk.id, userId: helper.id });
  await line.waitFor(({ type }) => type === 'watching');

  await call(asker, `POST /api/conversations/${talk.id}/messages`, { content: 'Hello' });
  await line.waitFor(({ type, data }) => type === 'new_message' && data?.['conversationId'] === talk.id);
  const food = await call(other, 'POST /api/food-listings', listing());
  await line.waitFor(({ type, data }) => type === 'new_food_listing' && data?.['listingId'] === food.id);
  await call(asker, 'POST /api/emergency-requests', request());
  const [{ id: requestId }] = await call(asker, 'GET /api/emergency-requests');
  const alert = await line.waitFor(
    ({ type, data }) => type === 'emergency_alert' && data?.['id'] === requestId,
  );
  expect(alert.data).toMatchObject({
    title: 'Dinner for tonight',
    householdSize: 3,
    distance: expect.any(Number),
    urgencyLevel: 'emergency',
    pickupLocation: 'Turtle Bay',
    createdAt: expect.any(String),
  });
  await call(other, `POST /api/emergency-requests/${requestId}/match`, { listingId: null });
  await line.waitFor(({ type, data }) => type === 'emergency_matched' && data?.['requestId'] === requestId);
  line.send({ type: 'unregister_emergency_donor', userId: helper.id });
  expect(line.received.filter(({ type }) => type === 'error')).toEqual([]);
  await line.leave();
});
