import path from 'node:path';
import type { CreateListing, Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { createListingBody } from '@openlarder/domain/listings/listing-schemas.ts';
import * as z from 'zod/mini';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createListing } from '#server/features/listings/share/create-listing.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { TestPerson } from '#server/test/factories/people.ts';
import { afterAll, expect } from 'vitest';
import { testApp } from '#server/test/test-app.ts';
import { TEST_ORIGIN } from '#server/test/test-settings.ts';

/** In Midtown, with enough digits that no public point begins with the same ones. */
export const MIDTOWN = { latitude: 40.7580173, longitude: -73.9855129 };
/** The exact address and instructions that `fixture.listing` writes: visible only with a grant. */
export const SECRET_ADDRESS = '417 West 51st Street, apartment 7';
export const SECRET_INSTRUCTIONS = 'Ring at Okafor, third floor';

/** A signed-in person, as services and as requests know them. */
export type TestCaller = Caller & Pick<TestPerson, 'cookie'>;

/** None of its places reaches Midtown, so that an area keeps the donor's label. */
const FAR_AWAY_PLACES = path.join(import.meta.dirname, 'far-away-places.json');

/** The whole app, with people and listings for tests of claims; after the last test the invariants must hold. */
export async function claimsFixture(beside?: Parameters<typeof testApp>[1]) {
  const app = await testApp({ PLACES_FILE: FAR_AWAY_PLACES }, beside);
  const { clock, createPerson, ctx } = app;
  afterAll(async () => expect(await brokenInvariants(app.pool)).toEqual([]));

  async function person(firstName = 'Ada', lastName = 'Okafor'): Promise<TestCaller> {
    const { caller, cookie } = await createPerson({ firstName, lastName });
    return { ...caller, cookie };
  }

  /** One who joined days ago, and is not new. */
  async function member(firstName?: string, lastName?: string): Promise<TestCaller> {
    const made = await person(firstName, lastName);
    await app.pool.query(`update person set created_at = created_at - interval '2 days' where id = $1`, [
      made.userId,
    ]);
    return made;
  }

  /** A listing as sent by the form without a location: pickup until in eight hours. */
  function placelessBody(): CreateListing {
    const inHours = (hours: number): string => new Date(clock.at + hours * HOUR_MS).toISOString();
    return z.parse(createListingBody, {
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
    });
  }

  /** The same, at a home in Midtown. */
  function listingBody(changes: Partial<CreateListing> = {}): CreateListing {
    return { ...placelessBody(), ...MIDTOWN, areaLabel: 'Hell’s Kitchen', ...changes };
  }

  async function listing(donor: Caller, changes: Partial<CreateListing> = {}): Promise<Listing> {
    return createListing(ctx, donor, listingBody(changes));
  }

  /** Makes a person known, for the highest daily limits. */
  async function makeKnown({ userId }: Caller): Promise<void> {
    await app.pool.query('update person set vouched_at = created_at where id = $1', [userId]);
  }

  return { ...app, person, member, makeKnown, listing, listingBody, placelessBody };
}

type Answer = { status: number; headers: Record<string, unknown>; body: unknown };

/** One request to the app as a person, or without a session. */
export async function ask(
  app: FastifyInstance,
  who: Pick<TestPerson, 'cookie'> | null,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await app.inject({
    method,
    url,
    headers: {
      'sec-fetch-site': 'same-origin',
      origin: TEST_ORIGIN,
      ...(who && { cookie: who.cookie }),
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

/** A row that breaks an invariant. */
export type BrokenInvariant = { readonly invariant: string; readonly id: string };

/** The invariants of claims and handovers in the database; each row is a violation. */
export async function brokenInvariants(pool: pg.Pool): Promise<BrokenInvariant[]> {
  const { rows } = await pool.query<BrokenInvariant>(
    `
    with counted as (
      select listing.id, listing.status, listing.servings_left, listing.servings_claimed, listing.estimated_servings,
        servings_returning + servings_gone as settling,
        coalesce(sum(claim.servings) filter (where handover.status = 'open'), 0)::int as open,
        coalesce(sum(claim.servings) filter (where handover.status = 'completed' or handover.status = 'disputed'
          and (handover.completed_by is not null or handover.giver_confirmed_at is not null)), 0)::int as completed
      from food_listing as listing left join claim on claim.listing_id = listing.id
        left join handover on handover.id = claim.handover_id
      group by listing.id
    )
    select 'servings do not add up' as invariant, id from counted
      where servings_left + open + settling + completed <> estimated_servings or servings_claimed <> open + settling
    union all
    select 'status claimed does not match the open claims', id from counted
      where (status = 'claimed') <> (servings_left = 0 and open + settling > 0)
    union all
    select 'withdrawn but posted', id from food_listing where withdrawn_at is not null and status = 'posted'
    union all
    select 'a claim without a conversation about its listing', claim.id
      from claim join handover on handover.id = claim.handover_id
      left join conversation on conversation.id = handover.conversation_id
        and conversation.listing_id = claim.listing_id and conversation.receiver_id = handover.receiver_id
      where conversation.id is null
    union all
    select 'more open claims than allowed', receiver_id from claim join handover on handover.id = claim.handover_id
      where status = 'open' and request_id is null group by receiver_id having count(*) > 3
    union all
    select 'a handover of nothing', id from handover
      where not exists (select from claim where handover_id = handover.id)
        and not exists (select from emergency_match where handover_id = handover.id)
    union all
    select 'a handover without its first message', id from handover
      where not exists (select from message
        where message.conversation_id = handover.conversation_id and message.event = case
          when exists (select from claim where handover_id = handover.id and request_id is null) then 'claimed'
          else 'request_matched' end)
    union all
    select 'a handover without its event', id from handover
      where not exists (select from live_event
        where kind = 'handover_changed' and payload->>'handoverId' = handover.id::text
          and payload->>'status' = handover.status)
    union all
    select 'an open handover whose conversation is closed', handover.id from handover
      join conversation on conversation.id = handover.conversation_id
      where handover.status = 'open' and conversation.closed_at is not null
    union all
    select 'a proposed time after the end', id from handover where status <> 'open' and proposed_time is not null
    union all
    select 'completed without a way', id from handover
      where (status = 'completed' and completed_by is null)
        or (completed_by in ('both', 'code') and (giver_confirmed_at is null or receiver_confirmed_at is null))
        or (completed_by = 'one_side' and (giver_confirmed_at is null) = (receiver_confirmed_at is null))
    union all
    select 'ended without a system message', id from handover
      where status <> 'open' and release_reason is distinct from 'beside' and not exists (select from message
        where message.conversation_id = handover.conversation_id and message.created_at >= handover.ended_at
          and message.event = any(case handover.status
            when 'completed' then array['completed', 'completed_alone']
            when 'released' then array['released', 'no_food', 'stopped_waiting', 'request_cancelled']
            when 'lapsed' then array['lapsed', 'helper_silent']
            else array[handover.status] end))
    union all
    select 'ended without food, with an open conversation', handover.id from handover
      join conversation on conversation.id = handover.conversation_id
      where handover.status in ('released', 'no_show', 'lapsed') and conversation.closed_at is null
        and handover.release_reason is distinct from 'silent'
        and not exists (select from handover as later where later.conversation_id = handover.conversation_id
          and (later.created_at, later.id) > (handover.created_at, handover.id))
    union all
    select 'ended without food, with a visible address', claim.id
      from claim join handover on handover.id = claim.handover_id
      join place_grant as held on held.subject_type = 'listing' and held.subject_id = claim.listing_id
        and held.viewer_id = handover.receiver_id
      where handover.status in ('released', 'no_show', 'lapsed')
        and (held.until is null or held.until > handover.ended_at)
        and not exists (select from claim as other join handover as others on others.id = other.handover_id
          where other.listing_id = claim.listing_id and others.receiver_id = handover.receiver_id
            and other.id <> claim.id)`,
    // as a statement with parameters it is planned once
    [],
  );
  return rows;
}
