import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { errorBodySchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { brokenInvariants, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import { brokenRequestInvariants, emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { withChangedQueries, withFirstConditionOnly } from '#server/test/changed-queries.ts';
import { sized } from '#server/test/long-run.ts';
import * as claims from '#server/features/claims/claims.queries.ts';
import { matchRequest } from './matching/match-request.ts';
import { getRequest, listRequests } from './requests/request-queries.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';

const fixture = await emergencyFixture();
const { ctx, pool, person, donor, ask, requestBody, listing } = fixture;
const address = await fixture.listen();

/** Rounds of two acts that race; each round can find the race. */
const ROUNDS = sized(8, 30);
/** Of one request. */
const DONORS = sized(30, 100);

type Answer = { readonly status: number; readonly code: string | undefined };

/** A request on a socket of its own, so that many run concurrently. */
async function post(who: TestCaller, path: string, body: unknown = {}): Promise<Answer> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { cookie: who.cookie, origin: fixture.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const code = text ? errorBodySchema.safeParse(JSON.parse(text)).data?.code : undefined;
  return { status: response.status, code };
}
const matchPath = (id: string): string => `/api/emergency-requests/${id}/match`;
const broken = async (): Promise<unknown[]> => [
  ...(await brokenInvariants(pool)),
  ...(await brokenRequestInvariants(pool)),
];
const many = <One>(count: number, make: () => Promise<One>): Promise<One[]> =>
  Promise.all(Array.from({ length: count }, make));
const counted = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

async function matchesOf(requestId: string): Promise<number> {
  const { rows } = await pool.query('select from emergency_match where request_id = $1', [requestId]);
  return rows.length;
}

/** Many donors match one request concurrently. */
async function rush(match: (who: TestCaller, id: string) => Promise<Answer>) {
  const { id } = await ask(await person('Ruth'));
  const donors = await many(DONORS, () => donor());
  const answers = await Promise.all(donors.map((who) => match(who, id)));
  return { answers, matches: await matchesOf(id), conversations: await conversationsOf(id) };
}
async function conversationsOf(requestId: string): Promise<number> {
  const { rows } = await pool.query('select from conversation where request_id = $1', [requestId]);
  return rows.length;
}

describe(`${DONORS} donors match one request concurrently`, () => {
  test('one becomes its helper, the others are refused, and all invariants hold', async () => {
    for (let round = 0; round < sized(1, 3); round++) {
      const { answers, matches, conversations } = await rush((who, id) => post(who, matchPath(id)));
      expect([counted(answers, 201), counted(answers, 409)]).toEqual([1, DONORS - 1]);
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'not-pending']));
      expect([matches, conversations]).toEqual([1, 1]);
      expect(await broken()).toEqual([]);
    }
  });

  test('mutant: checking first and writing afterwards is detected', async () => {
    // the mutant: a match of a request that was pending takes it in any state
    const mutant = withChangedQueries(ctx, withFirstConditionOnly('emergency_request', 'matched'));
    const { answers, matches } = await rush(async (who, id) => {
      const refused = await matchRequest(mutant, who, id).then(
        () => null,
        (error: unknown) => error,
      );
      if (refused === null) return { status: 201, code: undefined };
      return { status: refused instanceof AppError ? refused.status : 500, code: undefined };
    });
    expect(counted(answers, 201)).toBeGreaterThan(1);
    expect(matches).toBeGreaterThan(1);
    await pool.query('delete from handover');
    await pool.query('delete from emergency_request');
  });
});

describe('while a match is being refused', () => {
  /** The attempts that are stored of a donor whose request changes between finding them fit to help and taking it. */
  async function attemptsBeside(
    change: string,
    meanwhile = async (_rosa: TestCaller, _late: TestCaller) => {},
  ) {
    const [rosa, late] = [await person('Rosa'), await donor()];
    const { id } = await ask(rosa);
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query(`${change} where id = $1`, [id]);
      const match = matchRequest(ctx, late, id).catch((error: unknown) => error);
      await expect
        .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount)
        .toBe(1);
      await meanwhile(rosa, late);
      await holder.query('commit');
      expect(await match).toMatchObject({ key: 'not-pending.matched' });
    } finally {
      // ends its transaction, too
      holder.release(true);
    }
    const { rows } = await pool.query('select is_blocked from match_attempt where request_id = $1', [id]);
    await pool.query('delete from emergency_request where id = $1', [id]);
    return rows;
  }

  test('a block that is set is not part of it', async () => {
    const attempts = await attemptsBeside(
      `update emergency_request set status = 'cancelled', ended_at = created_at`,
      async (rosa, late) => {
        await pool.query('insert into block (blocker_id, blocked_id, created_at) values ($1, $2, now())', [
          rosa.userId,
          late.userId,
        ]);
      },
    );
    expect(attempts).toEqual([{ is_blocked: false }]);
  });

  test('nothing is stored about a request that is deleted', async () => {
    expect(await attemptsBeside('delete from emergency_request')).toEqual([]);
  });
});

describe('concurrently', () => {
  afterEach(async () => {
    expect(await broken()).toEqual([]);
  });

  test('a listing is given to a requester or claimed by another person, never both, and all invariants hold', async () => {
    let given = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const [requester, helper, claimer] = [await person('Ruth'), await donor(), await person('Clara')];
      const [soup, { id }] = [await listing(helper, { estimatedServings: 3 }), await ask(requester)];
      const both = [
        () => post(helper, matchPath(id), { listingId: soup.id }),
        () => post(claimer, `/api/food-listings/${soup.id}/claim`, { servings: 3 }),
      ] as const;
      // the first has a head start that grows each round, until either has won once
      const headStartMs = round < ROUNDS - 2 ? round : 1000;
      const answers = await Promise.all(
        (round % 2 === 0 ? both : both.toReversed()).map(async (go, nth) => {
          if (nth > 0) await sleep(headStartMs);
          return go();
        }),
      );
      expect([counted(answers, 201), counted(answers, 409)]).toEqual([1, 1]);
      const { status } = await getRequest(ctx, requester, id);
      const mine = (await claims.listClaims(ctx, requester, 'mine')).claims;
      const theirs = (await claims.listClaims(ctx, claimer, 'mine')).claims;
      expect([status, mine.length, theirs.length]).toEqual(
        status === 'matched' ? ['matched', 1, 0] : ['pending', 0, 1],
      );
      if (status === 'matched') given++;
    }
    // proves that each of the two has been faster once
    expect(given).toBeGreaterThan(0);
    expect(given).toBeLessThan(ROUNDS);
  });

  test('four identical calls of one helper all succeed, and make one match', async () => {
    const [{ id }, helper] = [await ask(await person()), await donor()];
    const answers = await many(4, () => post(helper, matchPath(id)));
    expect(counted(answers, 201)).toBe(4);
    expect(await matchesOf(id)).toBe(1);
  });

  test('one helper of six requests gets three', async () => {
    const helper = await donor();
    const asked = await many(6, async () => ask(await person()));
    const answers = await Promise.all(asked.map(({ id }) => post(helper, matchPath(id))));
    expect([counted(answers, 201), counted(answers, 409)]).toEqual([3, 3]);
    expect(answers.filter(({ status }) => status === 409).map(({ code }) => code)).toEqual(
      Array.from({ length: 3 }, () => 'match-limit'),
    );
  });

  test('eight calls of one person create one request', async () => {
    const requester = await person();
    const answers = await many(8, () => post(requester, '/api/emergency-requests', requestBody()));
    expect([counted(answers, 201), counted(answers, 409)]).toEqual([1, 7]);
    expect(await listRequests(ctx, requester, 'mine')).toHaveLength(1);
  });

  test('a match and a cancellation leave it cancelled, or refuse one of the two', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      const [requester, helper] = [await person(), await donor()];
      const { id } = await ask(requester);
      await Promise.all([
        post(helper, matchPath(id)),
        post(requester, `/api/emergency-requests/${id}/cancel`),
      ]);
      expect((await getRequest(ctx, requester, id)).status).toBe('cancelled');
    }
  });

  // a block by a helper who does not know them by name has no effect here: it would reveal the requester
  test('a block by the requester leaves no match between the two', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [requester, helper] = [await person(), await donor()];
      const [{ id }, soup] = [await ask(requester), await listing(helper)];
      await Promise.all([
        post(helper, matchPath(id), round % 3 === 0 ? { listingId: soup.id } : {}),
        moderation.blockPerson(ctx, requester, helper.userId),
      ]);
      expect((await getRequest(ctx, requester, id)).status).toBe('pending');
    }
  });

  test('closing an account leaves nothing open', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [requester, helper] = [await person(), await donor()];
      const [{ id }, soup] = [await ask(requester), await listing(helper)];
      const leaver = round % 2 === 0 ? requester : helper;
      await Promise.all([
        post(helper, matchPath(id), round % 3 === 0 ? { listingId: soup.id } : {}),
        post(requester, `/api/emergency-requests`, requestBody()),
        post(leaver, '/api/users/close-account'),
      ]);
      const { rows } = await pool.query(
        `select status from emergency_request where requester_id = $1 and status in ('pending', 'matched')
         union all select 'handover' from handover where status = 'open' and $1 in (giver_id, receiver_id)`,
        [leaver.userId],
      );
      expect(rows).toEqual([]);
    }
  });

  test('both sides’ acts on a handover and on its request agree on one outcome', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [requester, helper] = [await person(), await donor()];
      const [{ id }, soup] = [await ask(requester), await listing(helper)];
      const help = round % 2 === 0 ? { listingId: soup.id, servings: null } : undefined;
      const { match } = await matchRequest(ctx, helper, id, help);
      const of = (move: string): string => `/api/handovers/${match?.handover.id}/${move}`;
      const answers = await Promise.all([
        post(helper, of('complete')),
        post(requester, of('complete')),
        post(helper, of('release')),
        post(requester, `/api/emergency-requests/${id}/cancel`),
      ]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    }
  });
});
