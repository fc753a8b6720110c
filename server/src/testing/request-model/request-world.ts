import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import {
  modelState as modelStateOfFood,
  nextMoments as nextMomentsOfFood,
  perform as performOnFood,
  worldState as worldStateOfFood,
} from '#server/testing/claim-model/claim-world.ts';
import { brokenInvariants, MIDTOWN, type TestCaller } from '#server/testing/factories/claims-fixture.ts';
import {
  brokenRequestInvariants,
  type emergencyFixture,
} from '#server/testing/factories/emergency-fixture.ts';
import type { Act, RequestAct } from './request-acts.ts';
import { type Kind, type Model, expiresMs, openMatch, expiresAutomaticallyMs } from './request-model.ts';
import * as emergency from '#server/features/emergency/emergency.service.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';

/** The product under test; `people` are its sessions by person. */
export type World = {
  readonly fixture: Awaited<ReturnType<typeof emergencyFixture>>;
  readonly people: Map<string, TestCaller>;
};

/** The outcome of an act: `ok` or the refusal's code, and the ids of what it created. */
type Answer = { readonly answer: string; readonly id?: string; readonly claimId?: string | null };

/** A new person in the community. */
export async function newcomer(fixture: World['fixture'], kind: Kind): Promise<TestCaller> {
  if (kind === 'recipient') return fixture.person();
  return fixture.donor(kind === 'donor' ? MIDTOWN : pointAt(MIDTOWN, 60_000, 2));
}

/** Applies an act to the product. */
export async function perform(world: World, act: Act): Promise<Answer> {
  switch (act.do) {
    case 'ask':
    case 'match':
    case 'let go':
    case 'cancel':
    case 'say done':
    case 'enter code':
    case 'enter wrong code':
    case 'share home':
    case 'name place':
    case 'write':
      return answered(() => doIt(world, act));
    case 'jobs': {
      const answer = await performOnFood(world, act);
      await emergency.expireRequests(world.fixture.ctx);
      await emergency.sendDueWaves(world.fixture.ctx);
      return answer;
    }
    default:
      return performOnFood(world, act);
  }
}

type Made = { readonly id: string; readonly match?: { readonly claimId: string | null } | null };

async function answered(act: () => Promise<Made | null>): Promise<Answer> {
  try {
    const made = await act();
    return { answer: 'ok', ...(made && { id: made.id, claimId: made.match?.claimId ?? null }) };
  } catch (error) {
    if (error instanceof AppError) return { answer: error.code };
    throw error;
  }
}

async function doIt({ fixture, people }: World, act: RequestAct): Promise<Made | null> {
  const { ctx } = fixture;
  const caller = people.get(act.by);
  if (!caller) throw new Error('no session of this person');
  if (act.do === 'ask') return fixture.ask(caller, { householdSize: act.household });
  const { id } = act.request;
  switch (act.do) {
    case 'match':
      return emergency.matchRequest(ctx, caller, id, {
        listingId: act.listing?.id ?? null,
        servings: act.listing && act.servings,
      });
    case 'let go':
      return emergency.releaseRequest(ctx, caller, id, 'other');
    case 'cancel':
      return emergency.cancelRequest(ctx, caller, id);
    case 'say done':
      return emergency.fulfilRequest(ctx, caller, id);
    case 'enter code':
    case 'enter wrong code': {
      const { code } = await talkOf(fixture, id);
      const wrong = code === '0000' ? '0001' : '0000';
      return emergency.fulfilRequest(ctx, caller, id, act.do === 'enter code' ? code : wrong);
    }
    case 'share home':
      return emergency.revealRequestAddress(ctx, caller, id);
    case 'name place':
      return emergency.revealRequestAddress(ctx, caller, id, 'At the library');
    case 'write':
      await messaging.sendMessage(ctx, caller, (await talkOf(fixture, id)).conversationId, 'At eight?');
      return null;
    default:
      return act satisfies never;
  }
}

/**
 * The conversation of a request's two people, and the code on its ticket: the claim's, where one carries the handover.
 */
async function talkOf({ pool }: World['fixture'], requestId: string) {
  const { rows } = await pool.query<{ code: string; conversationId: string }>(
    `select coalesce(claim.code, match.code) as code, match.conversation_id as "conversationId"
      from emergency_match as match left join claim on claim.request_id = match.request_id
        and claim.conversation_id = match.conversation_id and claim.status = 'open'
      where match.request_id = $1 order by match.status = 'open' desc limit 1`,
    [requestId],
  );
  return rows[0] ?? { code: '1234', conversationId: '' };
}

const byId = (a: { id: string }, b: { id: string }): number => a.id.localeCompare(b.id);
const ms = (at: Date | null): number | null => at?.getTime() ?? null;

/** The part of the model that is visible in the database. */
export function modelState(m: Model) {
  return {
    ...modelStateOfFood(m.food),
    requests: m.requests
      .map(({ household: _household, createdMs: _created, matches, ...request }) => ({
        ...request,
        matches: matches.map(({ hasSpoken: _spoken, claim: _claim, ...match }) => match),
      }))
      .toSorted(byId),
  };
}

/** The same, read from the database. */
export async function worldState({ fixture }: World): Promise<ReturnType<typeof modelState>> {
  const [food, requests, matches] = await Promise.all([
    worldStateOfFood({ fixture, people: new Map() }),
    fixture.db.selectFrom('emergency_request').selectAll().execute(),
    fixture.db.selectFrom('emergency_match').selectAll().orderBy('created_at').execute(),
  ]);
  return {
    ...food,
    requests: requests
      .map((row) => ({
        id: row.id,
        requester: row.requester_id,
        status: row.status,
        round: row.round,
        endedMs: ms(row.ended_at),
        matches: matches
          .filter((match) => match.request_id === row.id)
          .map((match) => ({
            helper: match.helper_id,
            createdMs: match.created_at.getTime(),
            status: match.status,
            endedMs: ms(match.ended_at),
            endedBy: match.ended_by,
            saidMs: { requester: ms(match.requester_confirmed_at), helper: ms(match.helper_confirmed_at) },
            wrongCodes: match.code_tries,
          })),
      }))
      .toSorted(byId),
  };
}

/** What must hold for requests and listings, independent of the model; each row is a violated invariant. */
export async function broken({ fixture: { pool } }: World): Promise<unknown[]> {
  const { rows } = await pool.query(`
    select 'two people are matched' as invariant, request_id as id from emergency_match
      where status in ('open', 'fulfilled') group by request_id having count(*) > 1
    union all
    select 'matched after its time', match.id from emergency_match as match
      join emergency_request as request on request.id = match.request_id
      where match.created_at >= request.expires_at
    union all
    select 'two open requests of one person', requester_id from emergency_request
      where status in ('pending', 'matched') group by requester_id having count(*) > 1
    union all
    select 'helper is the requester', match.id from emergency_match as match
      join emergency_request as request on request.id = match.request_id
      where match.helper_id = request.requester_id
    union all
    select 'an open match across a block', match.id from emergency_match as match
      join emergency_request as request on request.id = match.request_id
      join block on (block.blocker_id, block.blocked_id) in
        ((match.helper_id, request.requester_id), (request.requester_id, match.helper_id))
      where match.status = 'open'
    union all
    select 'a claim and its match differ', claim.id from claim
      where claim.request_id is not null and (claim.status = 'open') <> exists (
        select from emergency_match as match where match.request_id = claim.request_id
          and match.conversation_id = claim.conversation_id and match.status = 'open'
          and match.created_at = claim.created_at)
    union all
    select 'an address visible to someone who is no helper', held.subject_id from place_grant as held
      where held.subject_type = 'request' and held.until = 'infinity' and not exists (
        select from emergency_match as match where match.request_id = held.subject_id
          and match.helper_id = held.viewer_id and match.status = 'open')
    union all
    select 'ended without a time', id from emergency_request
      where (status in ('fulfilled', 'expired', 'cancelled')) <> (ended_at is not null)`);
  return [...rows, ...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))];
}

/** The future moments at which something becomes possible or happens by itself, in order. */
export function nextMoments(m: Model): number[] {
  const moments = m.requests.flatMap((request) => {
    const match = openMatch(request);
    if (match) return [expiresAutomaticallyMs(request, match) ?? 0, expiresMs(request)];
    return request.status === 'pending' ? [expiresMs(request)] : [];
  });
  const later = [...moments, ...nextMomentsOfFood(m.food)].filter((at) => at > m.food.nowMs);
  return [...new Set(later)].toSorted((a, b) => a - b);
}
