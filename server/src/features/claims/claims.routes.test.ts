import { listListingsSpec } from '@openlarder/domain/listings/feed-schemas.ts';
import { describe, expect, test } from 'vitest';
import { ask, claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { listClaims } from './claims.queries.ts';
import { claimListing } from './create/create-claim.ts';

const fixture = await claimsFixture();
const app = fixture.http;
const { ctx, person, listing, listingBody } = fixture;

test('the feed pages by its Link header', async () => {
  const [donor, guest] = [await person(), await person()];
  const ids = [(await listing(donor)).id, (await listing(donor)).id, (await listing(donor)).id];
  const seen: string[] = [];
  for (let url: string | undefined = '/api/food-listings?limit=1'; url; ) {
    const { status, body, headers } = await ask(app, guest, 'GET', url);
    expect(status).toBe(200);
    seen.push(...listListingsSpec.responses[200].parse(body).map(({ id }) => id));
    url = /<([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1];
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

describe('refusals', () => {
  test.each([
    ['title', { title: '  ' }, 'Title is required'],
    ['title', { title: 'x'.repeat(121) }, 'Please keep this to 120 characters'],
    ['title', { title: `a${String.fromCharCode(0)}` }, "Please remove characters we can't save"],
    ['estimatedServings', { estimatedServings: 0 }, 'Must be at least 1 serving'],
    ['bestByDate', { bestByDate: undefined }, 'Best by date is required'],
    ['pickupLocation', { pickupLocation: '' }, 'Pickup location is required'],
    ['availableFrom', { availableFrom: '' }, 'Available from time is required'],
    ['availableUntil', { availableUntil: null }, 'Available until time is required'],
    ['availableUntil', { availableUntil: '2020-01-01T00:00:00Z' }, 'Pickup has to end after it starts'],
    ['latitude', { latitude: 91 }, 'Latitude is a number from -90 to 90'],
    ['imageUrls.0', { imageUrls: ['https://elsewhere.example/x.jpg'] }, "This photo isn't one of yours"],
  ])('a listing with an invalid %s: %j', async (field, changes, sentence) => {
    const body = { ...listingBody(), ...changes };
    const refused = await ask(app, await person(), 'POST', '/api/food-listings', body);
    expect(refused).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } });
  });

  test.each([
    ['near=here', 'near'],
    ['near=95,10', 'near'],
    ['radiusKm=0', 'radiusKm'],
    ['category=cake', 'category'],
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['arranged=yes', 'arranged'],
    ['cursor=x', 'cursor'],
  ])('a feed with the query %s is 422', async (query, field) => {
    const refused = await ask(app, await person(), 'GET', `/api/food-listings?${query}`);
    expect(refused.status).toBe(422);
    expect(refused.body).toHaveProperty(`fields.${field}`);
  });

  test.each([
    ['', 'Please write something first'],
    [' \n ', 'Please write something first'],
    ['x'.repeat(2001), 'Please keep this to 2,000 characters'],
  ])('a message %j is 422', async (content, sentence) => {
    const [donor, guest] = [await person(), await person()];
    const { conversationId } = await claimListing(ctx, guest, (await listing(donor)).id);
    const refused = await ask(app, guest, 'POST', `/api/conversations/${conversationId}/messages`, {
      content,
    });
    expect(refused).toMatchObject({ status: 422, body: { fields: { content: sentence } } });
  });

  test.each([
    [0, 422],
    [-1, 422],
    [1.5, 422],
    [5, 409],
  ])('a claim of %d servings of four is refused', async (servings, expected) => {
    const [donor, guest] = [await person(), await person()];
    const { id } = await listing(donor);
    const { status } = await ask(app, guest, 'POST', `/api/food-listings/${id}/claim`, { servings });
    expect(status).toBe(expected);
    expect((await listClaims(ctx, guest, 'mine')).claims).toEqual([]);
  });

  test.each(['123', '12345', 'abcd', '١٢٣'])('the code %s is invalid', async (code) => {
    const [donor, guest] = [await person(), await person()];
    const claim = await claimListing(ctx, guest, (await listing(donor)).id);
    const refused = await ask(app, donor, 'POST', `/api/handovers/${claim.handover.id}/complete`, { code });
    expect(refused).toMatchObject({ status: 422, body: { fields: { code: 'The code has 4 digits' } } });
  });
});
