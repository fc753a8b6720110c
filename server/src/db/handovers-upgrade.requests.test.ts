import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, test } from 'vitest';
import { exportPerson as exportClaims } from '#server/features/claims/claims.queries.ts';
import { expireRequests } from '#server/features/emergency/requests/end-request.ts';
import {
  exportPerson,
  getRequest,
  listRequests,
} from '#server/features/emergency/requests/request-queries.ts';
import { getHandover } from '#server/features/handovers/handovers.queries.ts';
import { expireHandovers } from '#server/features/handovers/lifecycle/expire-handovers.ts';
import { callerOf, mayDo, upgrade } from '#server/testing/handovers-upgrade/after-upgrade.ts';
import {
  countRows,
  databaseBeforeHandovers,
  inHours,
  type OldClaim,
  writeAll,
} from '#server/testing/handovers-upgrade/old-database.ts';
import { OLD_REQUESTS } from '#server/testing/handovers-upgrade/old-requests.ts';
import {
  requestSeenBefore,
  requestSeenNow,
  writeOldRequest,
} from '#server/testing/handovers-upgrade/seen-requests.ts';

const old = await databaseBeforeHandovers();
const { pool } = old;

/** A request whose first helper has let it go, whose second was silent, and that the first helps with again. */
async function writeHelpedAgain(withListing: boolean) {
  const [requesterId, first, second] = [
    await old.person('Ruth'),
    await old.person('Hedy'),
    await old.person('Sila'),
  ];
  const { id: request_id } = await old.request(requesterId);
  const listing_id = await old.listing(first);
  const about = withListing ? { listing_id } : { request_id };
  const conversation_id = await old.conversation(about, first, requesterId);
  const silent_id = await old.conversation({ request_id }, second, requesterId);
  const by = { request_id, helper_id: first, conversation_id };
  const claimOf = { listing_id, donor_id: first, claimer_id: requesterId, conversation_id, request_id };
  const at = (hours: number) => ({ created_at: inHours(hours) });
  const over = { ended_at: inHours(-4.5), release_reason: 'no_answer' } as const;
  const made = [
    await old.match(by, { ...at(-5), ...over, status: 'released', ended_by: 'helper' }),
    await old.match(
      { request_id, helper_id: second, conversation_id: silent_id },
      { ...at(-4), ended_at: inHours(-2), status: 'silent' },
    ),
    await old.match(by, at(-1)),
  ];
  await old.message(conversation_id, first, -0.5);
  const given: OldClaim[] = [];
  if (withListing)
    given.push(
      await old.claim(claimOf, { ...at(-5), ended_at: inHours(-4.5), status: 'released', ended_by: 'donor' }),
      await old.claim(claimOf, at(-1)),
    );
  return { request_id, requesterId, first, second, conversation_id, made, given };
}

const requestsBefore = await writeAll(OLD_REQUESTS, (one) => writeOldRequest(old, one));
const withOther = await writeHelpedAgain(false);
const withListing = await writeHelpedAgain(true);

const count = (from: string) => countRows(pool, from);
const KEPT = ['claim', 'emergency_match', 'emergency_request', 'conversation', 'message', 'place_grant'];
const countKept = () => Promise.all(KEPT.map(count));
const keptBefore = await countKept();

const { ctx, clock } = await upgrade(old);

const written = (state: string) => {
  const found = requestsBefore.find(([name]) => name === state);
  if (!found) throw new Error(state);
  return found[2];
};

/** What a person sees of a request; null for 404. */
async function lookAt(personId: string, requestId: string) {
  const request = await getRequest(ctx, callerOf(personId), requestId).catch((error: { code?: string }) =>
    error.code === 'not-found' ? null : Promise.reject(error),
  );
  return request && requestSeenNow(request);
}

test('keeps every row, with one handover for each match and its claim', async () => {
  expect(await countKept()).toEqual(keptBefore);
  expect(await count('handover')).toBe(await count('emergency_match'));
  expect(await count('claim where handover_id = id')).toBe(await count('claim'));
  expect(await count('emergency_match where claim_id is not null')).toBe(await count('claim'));
});

describe.each(requestsBefore)('a request: %s', (_, one, row) => {
  const { request, match, claim } = row;
  const people = [
    [match.helper_id, one.giverMay],
    [request.requester_id, one.receiverMay],
  ] as const;

  test('looks the same to both people', async () => {
    for (const [viewerId] of people)
      expect(await lookAt(viewerId, request.id)).toEqual(requestSeenBefore(row, one, viewerId));
  });

  test('is listed for both as before', async () => {
    const mine = await listRequests(ctx, callerOf(request.requester_id), 'mine');
    expect(mine.map(({ id }) => id)).toEqual([request.id]);
    const helping = await listRequests(ctx, callerOf(match.helper_id), 'helping');
    const isShown = match.status === 'open' || match.status === 'fulfilled';
    expect(helping.map(({ id }) => id)).toEqual(isShown ? [request.id] : []);
  });

  test('has a handover that says how the match went', async () => {
    for (const [viewerId, actions] of people) {
      const handover = await getHandover(ctx, callerOf(viewerId), claim?.id ?? match.id);
      // a complaint is for the admins
      const isComplaint = one.becomes.releaseReason === 'not_genuine' && handover.side === 'receiver';
      expect(handover).toMatchObject({
        ...one.becomes,
        ...(isComplaint && { releaseReason: null }),
        side: viewerId === match.helper_id ? 'giver' : 'receiver',
        conversationId: match.conversation_id,
        createdAt: match.created_at.toISOString(),
        endedAt: match.ended_at?.toISOString() ?? null,
        claimId: claim?.id ?? null,
        emergencyRequestId: request.id,
      });
      expect(mayDo(handover)).toEqual(actions);
    }
  });

  test('is in the exports of both', async () => {
    const { asked } = await exportPerson(ctx, request.requester_id);
    expect(asked).toMatchObject([{ id: request.id, status: request.status }]);
    const { helpedWith } = await exportPerson(ctx, match.helper_id);
    expect(helpedWith).toMatchObject([
      {
        requestId: request.id,
        matchedAt: match.created_at.toISOString(),
        endedAt: match.ended_at?.toISOString() ?? null,
        ...(match.ended_by === 'helper' && { endedBy: 'giver', releaseReason: match.release_reason }),
      },
    ]);
    const taken = await exportClaims(ctx, request.requester_id);
    expect(taken.map(({ id }) => id)).toEqual(claim ? [claim.id] : []);
    expect(JSON.stringify(taken)).not.toContain('not_genuine');
  });
});

test.each([
  ['something else', withOther],
  ['a listing', withListing],
])('distinguishes matches that were made one after the other, with %s', async (_, again) => {
  const [firstMatch, silent, open] = again.made;
  const [firstClaim, openClaim] = again.given;
  const seen = await lookAt(again.requesterId, again.request_id);
  expect(seen?.match).toMatchObject({
    helperId: again.first,
    matchedAt: inHours(-1).toISOString(),
    claimId: openClaim?.id ?? null,
  });
  expect(await lookAt(again.second, again.request_id)).toBeNull();
  expect(await listRequests(ctx, callerOf(again.second), 'helping')).toEqual([]);
  const ids = [firstClaim?.id ?? firstMatch?.id, silent?.id, openClaim?.id ?? open?.id];
  const { rows } = await pool.query(
    `select handover.id, status, release_reason from emergency_match as match join handover on handover.id = handover_id
     where request_id = $1 order by match.created_at`,
    [again.request_id],
  );
  expect(rows).toEqual([
    { id: ids[0], status: 'released', release_reason: 'no_answer' },
    { id: ids[1], status: 'lapsed', release_reason: 'silent' },
    { id: ids[2], status: 'open', release_reason: null },
  ]);
});

describe('the times after the upgrade', () => {
  const statuses = async () => {
    const { rows } = await pool.query<{ id: string; status: string }>(
      'select match.id, status from emergency_match as match join handover on handover.id = handover_id',
    );
    return new Map(rows.map(({ id, status }) => [id, status]));
  };

  test('end exactly the due handovers', async () => {
    const before = await statuses();
    expect(await expireHandovers(ctx)).toBe(2);
    expect(await expireRequests(ctx)).toBe(2);
    const changed = [...(await statuses())].filter(([id, status]) => before.get(id) !== status);
    expect(new Map(changed)).toEqual(
      new Map([
        [written('open past its time by two days').match.id, 'lapsed'],
        [written('open, confirmed by the helper two days ago').match.id, 'completed'],
        [written('open, silent').match.id, 'lapsed'],
        [written('given a listing, silent').match.id, 'lapsed'],
      ]),
    );
  });

  test('end the others when they are due', async () => {
    clock.forward(200 * HOUR_MS);
    await expireHandovers(ctx);
    expect(await count("handover where status = 'open'")).toBe(0);
    expect(await count("emergency_request where status = 'matched'")).toBe(0);
  });
});

describe('deleting', () => {
  test('a helper deletes the handover, and leaves the request', async () => {
    const { match, claim, request } = written('given a listing');
    const all = await count('handover');
    await pool.query('delete from person where id = $1', [match.helper_id]);
    expect(await count(`claim where id = '${claim?.id}'`)).toBe(0);
    expect(await count(`emergency_match where id = '${match.id}'`)).toBe(0);
    expect(await count(`emergency_request where id = '${request.id}'`)).toBe(1);
    expect(await count('handover')).toBe(all - 1);
  });

  test('a request deletes its match, and leaves the claim', async () => {
    const { request, match, claim } = written('given a listing, lapsed');
    await pool.query('delete from emergency_request where id = $1', [request.id]);
    expect(await count(`emergency_match where id = '${match.id}'`)).toBe(0);
    expect(await count(`claim where id = '${claim?.id}' and request_id is null`)).toBe(1);
  });

  test('all people deletes all requests, matches and handovers', async () => {
    await pool.query('delete from person');
    for (const table of ['handover', 'claim', 'emergency_match', 'emergency_request'])
      expect(await count(table)).toBe(0);
  });
});
