import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  type DeclaredEndpoint,
  declaredEndpoints,
  nameOf,
} from '#server/platform/http/openapi/contract-modules.ts';
import { exampleRequest, isDeclared, UNKNOWN_ID } from '#server/test/declared-endpoints.ts';
import { errorBody } from '#server/platform/http/http-errors.ts';
import {
  createScene,
  isBesideScene,
  personOf,
  PERSONAS,
  refusalOf,
  subjectOf,
  writerOf,
} from '#server/test/factories/personas.ts';
import { textPathsOf, withTextAt } from '#server/test/input-schemas.ts';
import { testApp } from '#server/test/test-app.ts';

const [app, declared] = await Promise.all([testApp(), declaredEndpoints()]);

const named = declared.map((endpoint) => [nameOf(endpoint), endpoint] as const);
/** Who may call it; the owner where it takes more than the scene has. */
const callerOf = ({ access }: DeclaredEndpoint) =>
  PERSONAS.find((each) => each !== 'anonymous' && refusalOf(access, each) === null) ?? 'owner';

/** One scene for all calls that only read, are refused, or change nothing of it. */
let shared: ReturnType<typeof createScene> | undefined;
const sharedScene = () => (shared ??= createScene(app));

describe('a malformed address', () => {
  it.each([
    ['half an escape', '/%'],
    ['an escape that is no text', '/api/%ff'],
    ['an id without end', `/api/food-listings/${'a'.repeat(500)}`],
  ])('is 404: %s', async (_what, url) => {
    const answered = await app.as(null, { url });
    expect([answered.statusCode, answered.json()]).toEqual([404, errorBody(notFound(), 'en')]);
  });
});

describe('fields beyond the schema', () => {
  const writes = named.filter(([, { example }]) => example?.body !== undefined);
  const MARK = 'smuggled';
  const EXTRA = {
    id: UNKNOWN_ID,
    userId: UNKNOWN_ID,
    donorId: UNKNOWN_ID,
    status: 'completed',
    verified: true,
    isAdmin: true,
    points: 9999,
    email: `${MARK}@example.org`,
    note: MARK,
  };

  it.each(writes)('is not kept: %s', async (_name, endpoint) => {
    const { access } = endpoint;
    const scene = await (isBesideScene(access) ? sharedScene() : createScene(app));
    const who = await writerOf(app, scene, access, callerOf(endpoint));
    const request = exampleRequest(endpoint, subjectOf(access, scene));
    const poisoned = `{"__proto__":{"isAdmin":true},${JSON.stringify(request.body).slice(1)}`;
    const poisonedAnswer = await app.as(who, {
      ...request,
      headers: { 'content-type': 'application/json' },
      body: poisoned,
    });
    expect(poisonedAnswer.statusCode).toBe(400);
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();

    const answered = await app.as(who, {
      ...request,
      body: { ...EXTRA, ...request.body },
    });
    const told = [answered.statusCode, answered.body];
    expect([answered.statusCode !== 400 && isDeclared(endpoint, answered), ...told]).toEqual([true, ...told]);
    expect(answered.body).not.toContain(MARK);
    const raised = app.db
      .selectFrom('person')
      .select('id')
      .where((eb) => eb.or([eb('is_admin', '=', true), eb('verified', '=', true)]));
    expect(await raised.execute()).toEqual([]);
    expect(await rowsContaining(MARK)).toEqual([]);
  });

  it('do not change the person’s profile', async () => {
    const { claimer } = (await createScene(app)).people;
    const before = await app.db.selectFrom('person').selectAll().where('id', '=', claimer.id).execute();
    const body = {
      ...EXTRA,
      is_admin: true,
      place_id: UNKNOWN_ID,
      closed_at: '2000-01-01T00:00:00Z',
      created_at: '2000-01-01T00:00:00Z',
    };
    const answered = await app.as(claimer, { method: 'PUT', url: '/api/users/profile', body });
    expect(answered.statusCode).toBe(200);
    expect(await app.db.selectFrom('person').selectAll().where('id', '=', claimer.id).execute()).toEqual(
      before,
    );
  });
});

describe('characters that cannot be stored', () => {
  const BAD = [
    ['NUL', String.fromCharCode(0)],
    ['a lone surrogate', String.fromCharCode(0xd800)],
  ] as const;
  /** An unknown user type counts as a recipient. */
  const TAKEN_AS_UNKNOWN = new Set([
    'POST /api/auth/sign-up/email userType',
    'PUT /api/users/profile userType',
    'GET /api/ads userType',
    'GET /api/leaderboard/monthly userType',
    'GET /api/leaderboard/all-time userType',
    // and an unknown language as the community's
    'POST /api/places/addresses language',
    // and an unknown place as none
    'GET /api/ads location',
  ]);
  const cases = named.flatMap(([name, endpoint]) =>
    BAD.map(([what, bad]) => [what, name, bad, endpoint] as const),
  );

  it.each(cases)('%s is refused in every text of %s', async (_what, name, bad, endpoint) => {
    const isTaken = [...TAKEN_AS_UNKNOWN].some((field) => field.startsWith(`${name} `));
    const scene = await sharedScene();
    const persona = callerOf(endpoint);
    const who = isTaken ? await writerOf(app, scene, endpoint.access, persona) : personOf(scene, persona);
    const id = subjectOf(endpoint.access, scene);
    const given = () => exampleRequest(endpoint, id);

    for (const at of endpoint.body ? textPathsOf(endpoint.body) : []) {
      const answered = await app.as(who, {
        ...given(),
        body: withTextAt(given().body, at, (text) => text + bad),
      });
      const field = `${name} ${at.join('.')}`;
      const [least, most] = TAKEN_AS_UNKNOWN.has(field) ? [200, 200] : [400, 499];
      expect(answered.statusCode, field).toBeGreaterThanOrEqual(least);
      expect(answered.statusCode, field).toBeLessThanOrEqual(most);
    }
    // an example has every parameter but the cursor, which only an answer knows
    const { properties = {} } = endpoint.query ? z.toJSONSchema(endpoint.query, { io: 'input' }) : {};
    const query = { ...given().query };
    const fields = Object.keys(properties);
    expect(fields.filter((field) => field !== 'cursor').toSorted()).toEqual(Object.keys(query).toSorted());
    for (const field of fields) {
      if (bad !== BAD[0][1]) continue;
      const spoiled = { ...query, [field]: `${query[field] ?? ''}${bad}` };
      const answered = await app.as(who, { ...given(), query: spoiled });
      const taken = TAKEN_AS_UNKNOWN.has(`${name} ${field}`) ? [200] : [400, 422];
      expect([field, taken.includes(answered.statusCode)]).toEqual([field, true]);
    }
    if (endpoint.params) {
      const answered = await app.as(who, exampleRequest(endpoint, `${id}%00`));
      expect(answered.statusCode).toBe(404);
    }
  });
});

/** The tables with a row that contains this text in any column. */
async function rowsContaining(text: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(await searchOfTables(), [`%${text}%`]);
  return rows.map(({ name }) => name);
}

/** One query over all tables. */
const searchOfTables = async (): Promise<string> =>
  (searched ??= app.pool
    .query<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'")
    .then(({ rows }) =>
      rows
        .map(({ name }) => `select '${name}' as name from "${name}" as one where one::text like $1`)
        .join(' union '),
    ));
let searched: Promise<string> | undefined;
