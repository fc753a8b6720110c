import { DAY_MS, HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { feedEndMs, offeredUntilMs, type OfferTimes } from '@openlarder/domain/listings/freshness.ts';
import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { DATE_KINDS } from '@openlarder/domain/listings/listing-fields.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { claimsFixture } from '#server/test/factories/claims-fixture.ts';
import { ALL_FOOD } from '#server/test/factories/feed-query.ts';
import { sized } from '#server/test/long-run.ts';
import { feed } from './feed/feed.ts';
import { expireListings } from './lifecycle/withdraw-and-expire.ts';
import { closingTimeOf } from './listing-times.ts';
import { getListing } from './listings.queries.ts';

const fixture = await claimsFixture();
const { ctx, clock, person, listing, pool } = fixture;
const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();

test('the database and the domain rules agree on feedEnd and offeredUntil', async () => {
  const donor = await person();
  const time = fc.date({
    min: new Date('2020-01-01T00:00:00Z'),
    max: new Date('2040-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const offer = fc.record({
    availableUntil: time,
    bestByDate: time,
    expiryDate: fc.option(time),
    dateKind: fc.constantFrom(...DATE_KINDS),
  });
  const offers = fc.sample(offer, { numRuns: sized(120, 500), seed: 20_260_505 });
  // expired food cannot be shared: these rows are inserted directly
  const { rows } = await pool.query<{ nth: number; feed_end_at: Date; offered_until: Date }>(
    `insert into food_listing (id, donor_id, title, description, title_words, words, category, estimated_servings, servings_left,
       available_from, available_until, best_by_date, expiry_date, date_kind, urgency_level, area_label,
       created_at, updated_at)
     select gen_random_uuid(), $1, 'Soup', '', '{}', '{}', 'other', nth, 1, '2020-01-01', given.until, given.best_by,
       given.expiry, given.kind, 'low', '', '2020-01-01', '2020-01-01'
     from unnest($2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::text[])
       with ordinality as given(until, best_by, expiry, kind, nth)
     returning estimated_servings as nth, feed_end_at, offered_until`,
    [
      donor.userId,
      offers.map((each) => each.availableUntil),
      offers.map((each) => each.bestByDate),
      offers.map((each) => each.expiryDate),
      offers.map((each) => each.dateKind),
    ],
  );
  expect(rows).toHaveLength(offers.length);
  for (const row of rows) {
    const given = offers[row.nth - 1];
    if (!given) throw new Error('an offer that was not given');
    const times: OfferTimes = {
      availableUntil: given.availableUntil.toISOString(),
      bestByDate: given.bestByDate.toISOString(),
      expiryDate: given.expiryDate?.toISOString() ?? null,
      dateKind: given.dateKind,
    };
    const listed = { ...times, createdAt: inHours(0) };
    expect([row.feed_end_at.getTime(), row.offered_until.getTime()]).toEqual([
      feedEndMs(listed),
      offeredUntilMs(times),
    ]);
  }
  await pool.query('delete from food_listing');
});

test('a past use-by date ends sharing, finding and claiming; a best-before date does not', async () => {
  const [donor, guest] = [await person(), await person()];
  await expect(listing(donor, { dateKind: 'use_by', bestByDate: inHours(0) })).rejects.toMatchObject({
    status: 422,
    fields: { bestByDate: '@past.best-by-date' },
  });
  const useBy = await listing(donor, { dateKind: 'use_by', bestByDate: inHours(2) });
  const bestBefore = await listing(donor, { dateKind: 'best_before', bestByDate: inHours(2) });
  clock.forward(2 * HOUR_MS);
  // no job has run: only the query reads the clock
  const found = await feed(ctx, guest, ALL_FOOD);
  expect(found.listings.map(({ id }) => id)).toEqual([bestBefore.id]);
  await expect(claimListing(ctx, guest, useBy.id)).rejects.toMatchObject({
    status: 409,
    key: 'not-available.over',
  });
  await claimListing(ctx, guest, bestBefore.id);
  expect(await expireListings(ctx)).toBe(1);
  expect(await getListing(ctx, donor, useBy.id)).toMatchObject({ status: 'expired' });
});

test('after days of downtime exactly the overdue listings expire, once', async () => {
  // as many as may share so much in a day
  const donors = await Promise.all(Array.from({ length: 11 }, () => person()));
  const [first = await person()] = donors;
  const ends = [
    { availableUntil: inHours(1) },
    { expiryDate: inHours(2) },
    { dateKind: 'use_by' as const, bestByDate: inHours(3) },
  ];
  // more than one batch
  const due: Listing[] = [];
  while (due.length < 150)
    due.push(await listing(donors[due.length % donors.length] ?? first, ends[due.length % ends.length]));
  const later = await listing(first, { availableUntil: inHours(100), bestByDate: inHours(1) });
  clock.forward(3 * DAY_MS);
  const [one, other] = await Promise.all([expireListings(ctx), expireListings(ctx)]);
  expect(one + other).toBe(due.length);
  expect(await expireListings(ctx)).toBe(0);
  const { rows } = await pool.query<{ id: string; status: string; told: number }>(
    `select id, status, (select count(*)::int from live_event where kind = 'listing_changed'
       and payload->>'listingId' = food_listing.id::text and payload->>'status' = 'expired') as told
     from food_listing where id = any($1)`,
    [[...due.map(({ id }) => id), later.id]],
  );
  for (const { id, ...row } of rows)
    expect(row).toEqual(id === later.id ? { status: 'posted', told: 0 } : { status: 'expired', told: 1 });
});

test.each([
  ['21:30', 'America/New_York', '21:30'],
  ['2026-05-05T01:30:00.000Z', 'America/New_York', '21:30'],
  ['2026-05-04T21:30:00+05:30', 'Asia/Kolkata', '21:30'],
  ['', 'UTC', null],
])('the closing time %s in %s is %s', (given, timeZone, shown) => {
  expect(closingTimeOf(given, timeZone)).toBe(shown);
});
