import type { CreateRequest, EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import { createRequestBody } from '@openlarder/domain/emergency/request-schemas.ts';
import type { Handover, RevealAddressBody } from '@openlarder/domain/handovers/handover-contract.ts';
import type { ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { type GeoPoint, pointAt } from '@openlarder/domain/kernel/geo.ts';
import type pg from 'pg';
import { afterAll, expect } from 'vitest';
import * as z from 'zod/mini';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { createRequest } from '#server/features/emergency/requests/create-request.ts';
import * as handovers from '#server/features/handovers/lifecycle/handover-actions.ts';
import * as places from '#server/features/places/places.service.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { seedArea } from './areas.ts';
import { type BrokenInvariant, claimsFixture, MIDTOWN, type TestCaller } from './claims-fixture.ts';

/** Known to the server only once they are revealed. */
export const REQUESTER_ADDRESS = '230 East 44th Street, apartment 12';
export const REQUESTER_POINT = { latitude: 40.7531842, longitude: -73.9724631 };
/** The network address of a request where it does not matter. */
const ANY_ADDRESS = '192.0.2.1';

/** The whole app, with people who request food and donors; the 16 km around Midtown are an area. */
export async function emergencyFixture() {
  const fixture = await claimsFixture();
  const { ctx, createPerson, pool } = fixture;
  afterAll(async () => expect(await brokenRequestInvariants(pool)).toEqual([]));
  const area = (at: GeoPoint, label = 'Turtle Bay'): Promise<void> => seedArea(ctx.db, at, label);
  await area(MIDTOWN);

  /** A donor with a location; without `at` they have none. */
  async function donor(at: GeoPoint | null = MIDTOWN, firstName = 'Dora'): Promise<TestCaller> {
    const { caller, cookie } = await createPerson({ firstName, lastName: 'Lund', userType: 'donor' });
    if (at) await settle(caller, at);
    return { ...caller, cookie };
  }

  async function settle({ userId }: Pick<Caller, 'userId'>, point: GeoPoint): Promise<void> {
    const place = { point, areaLabel: 'Turtle Bay', address: '1 Own Street' };
    await inTransaction(ctx, (tx) => places.setProfilePlace(tx, userId, place));
  }

  /** What the form sends, from a home a kilometer from Midtown. */
  function requestBody(changes: Partial<CreateRequest> = {}): CreateRequest {
    const body = z.parse(createRequestBody, {
      title: 'Food for tonight',
      description: 'Nothing left until Friday',
      householdSize: 3,
      specialNeeds: 'No oven',
      dietaryRestrictions: ['vegetarian'],
      preferredCategories: ['prepared_meals'],
      pickupLocation: REQUESTER_ADDRESS,
      ...pointAt(MIDTOWN, 1000, 1),
    });
    return { ...body, ...changes };
  }

  async function ask(caller: Caller, changes: Partial<CreateRequest> = {}): Promise<EmergencyRequest> {
    return createRequest(ctx, caller, requestBody(changes), ANY_ADDRESS);
  }

  /** A request with its helper, who gives something other than a listing. */
  async function matched() {
    const [requester, helper] = [await fixture.person('Ruth', 'Abara'), await donor()];
    const request = await ask(requester);
    const { match } = await matchRequest(ctx, helper, request.id);
    return { requester, helper, id: request.id, conversationId: match?.conversationId ?? '' };
  }

  /** The handover of a request's open match, else of its newest. */
  async function handoverIn(requestId: string) {
    return ctx.db
      .selectFrom('emergency_match as match')
      .innerJoin('handover', 'handover.id', 'match.handover_id')
      .select(['handover.id', 'handover.conversation_id'])
      .where('match.request_id', '=', requestId)
      .orderBy((is) => is('handover.status', '=', 'open'), 'desc')
      .orderBy('match.created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  }
  const handoverOf = async (requestId: string): Promise<string> => (await handoverIn(requestId)).id;
  /** Reveals an address to the helper, as the browser does with the one of the form. */
  async function reveal(
    requester: Caller,
    requestId: string,
    revealed: Partial<RevealAddressBody> = { address: REQUESTER_ADDRESS, ...REQUESTER_POINT },
  ): Promise<Handover> {
    const { conversation_id } = await handoverIn(requestId);
    return handovers.revealAddress(ctx, requester, conversation_id, revealed);
  }
  const release = async (caller: Caller, requestId: string, reason?: ReleaseReason): Promise<Handover> =>
    handovers.releaseHandover(ctx, caller, await handoverOf(requestId), reason);
  const confirm = async (caller: Caller, requestId: string, code?: string | null): Promise<Handover> =>
    handovers.completeHandover(ctx, caller, await handoverOf(requestId), code);

  return {
    ...fixture,
    area,
    donor,
    settle,
    requestBody,
    ask,
    matched,
    reveal,
    handoverOf,
    release,
    confirm,
  };
}

/** The invariants of requests in the database; each row is a violation. */
export async function brokenRequestInvariants(pool: pg.Pool): Promise<BrokenInvariant[]> {
  const { rows } = await pool.query<BrokenInvariant>(
    `
    with match as (
      select match.*, handover.status, handover.conversation_id, handover.giver_id, handover.receiver_id,
        handover.completed_by, handover.receiver_confirmed_at
      from emergency_match as match join handover on handover.id = match.handover_id)
    select 'status matched does not match the open match' as invariant, request.id from emergency_request as request
      where (status = 'matched') <> exists (select from match
        where match.request_id = request.id and match.status = 'open')
    union all
    select 'status fulfilled does not match the completed handover', request.id from emergency_request as request
      where (status = 'fulfilled') <> exists (select from match
        where match.request_id = request.id and (match.completed_by is not null
          or (match.status = 'disputed' and match.receiver_confirmed_at is not null)))
    union all
    select 'a claim for a request without its match', claim.id from claim
      where claim.request_id is not null and not exists (
        select from match where match.request_id = claim.request_id
          and match.claim_id = claim.id and match.handover_id = claim.handover_id)
    union all
    select 'a match between others than its handover', match.id from match
      join emergency_request as request on request.id = match.request_id
      where match.helper_id <> match.giver_id or request.requester_id <> match.receiver_id
    union all
    select 'an open match whose conversation is closed', match.id from match
      join conversation on conversation.id = match.conversation_id
      where match.status = 'open' and conversation.closed_at is not null
    union all
    select 'a match without its first message', match.id from match
      where not exists (select from message
        where message.conversation_id = match.conversation_id and message.event = 'request_matched')
    union all
    select 'a request without its event', request.id from emergency_request as request
      where not exists (select from live_event
        where kind = 'request_changed' and payload->>'requestId' = request.id::text
          and payload->>'status' = request.status)
    union all
    select 'a visible address without a helper', held.subject_id from place_grant as held
      join emergency_request as request on request.id = held.subject_id
      where held.subject_type = 'request' and held.until = 'infinity' and request.status <> 'matched'
    union all
    select 'waves due after the end', request.id from emergency_request as request
      where next_wave_at is not null and public_status not in ('pending', 'matched')
    union all
    select 'others wait for what is so', request.id from emergency_request as request
      where shown_status = status or shown_status = 'matched' and status <> 'fulfilled'
    union all
    select 'more matches than allowed', helper_id from match join person on person.id = helper_id
      where not is_rejoin and vouched_at is null and known_at is null and not verified and status <> 'released'
      group by helper_id, date_trunc('day', match.created_at) having count(*) > 3`,
    [],
  );
  return rows;
}
