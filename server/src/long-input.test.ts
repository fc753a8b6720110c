import { clientMessageSchema } from '@openlarder/domain/live/live-schemas.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import { declaredEndpoints, nameOf } from '#server/platform/http/openapi/contract-modules.ts';
import { exampleRequest } from '#server/test/declared-endpoints.ts';
import { createScene, personOf, PERSONAS, refusalOf, subjectOf } from '#server/test/factories/personas.ts';
import { inputSchemas, textPathsOf, withTextAt } from '#server/test/input-schemas.ts';
import { openLive } from '#server/test/live/live-client.ts';
import { sized } from '#server/test/long-run.ts';
import { testApp } from '#server/test/test-app.ts';

/** While a request is checked, the process answers no other. */
const LONGER_AT_MOST_MS = 20;
const LENGTH = 60_000;
/** In an address or a header; Node accepts 16 kB of them. */
const HEADER_LENGTH = 15_000;
const CHARACTERS = ['1', 'a', ' ', '-', '.', '+', '(', 'é', '\u0301', '\n'];
const PAIRS = CHARACTERS.flatMap((first) =>
  CHARACTERS.flatMap((second) => (first === second ? [] : [first + second])),
);
const SHORT = '1!';

/** The unit repeated, and a last character that keeps patterns of one kind of character from matching. */
const long = (unit: string, length = LENGTH): string => `${unit.repeat(length / unit.length)}!`;

/**
 * The first of these texts that takes too much longer than a short one, if any, and how much: in time of the processor,
 * which passes only while this process works, and the least of some tries.
 */
async function firstSlow(run: (text: string) => unknown, texts: readonly string[]): Promise<string[]> {
  const msOf = async (given: string): Promise<number> => {
    const before = process.cpuUsage();
    await run(given);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  for (const text of texts) {
    let extraMs = Infinity;
    for (let tries = 0; tries < 10 && extraMs >= LONGER_AT_MOST_MS; tries++) {
      const shortMs = await msOf(SHORT);
      extraMs = Math.min(extraMs, (await msOf(text)) - shortMs);
    }
    if (extraMs >= LONGER_AT_MOST_MS) return [`${text.slice(0, 2)}…: ${Math.round(extraMs)} ms`];
  }
  return [];
}

const [app, declared] = await Promise.all([testApp(), declaredEndpoints()]);
const scene = await createScene(app);

/** Everything that a client sends: the parts of each call, and the frames of the socket. */
const inputs: (readonly [name: string, schema: z.core.$ZodType])[] = [
  ...declared.flatMap((endpoint) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = endpoint[part];
      return schema ? [[`${nameOf(endpoint)} ${part}`, schema] as const] : [];
    }),
  ),
  ['socket', clientMessageSchema],
];
const met = inputs.flatMap(([name, schema]) =>
  inputSchemas(schema).map((one) => ({ name: [name, ...one.path].join(' '), schema: one.schema })),
);
/** Each schema once, by the first place it is met at. */
const distinct = [
  ...new Map(met.toReversed().map(({ name, schema }) => [schema, name] as const)),
].toReversed();

/** The checks of a schema, in their order. */
const checksOf = (schema: z.core.$ZodType) => {
  const own = schema._zod.traits.has('$ZodCheck') ? [schema as unknown as z.core.$ZodCheck] : [];
  return [...own, ...(schema._zod.def.checks ?? [])].map(
    ({ _zod: { def } }) => def as z.core.$ZodCheckDef & { readonly pattern?: RegExp },
  );
};

describe('the length', () => {
  const REWRITES = new Set(['overwrite', 'min_length']);

  it('ends the checks of every text, and only rewriting comes before it', () => {
    const isEndless = (schema: z.core.$ZodTypes): boolean => {
      const first = checksOf(schema).find(({ check }) => !REWRITES.has(check));
      return first?.check !== 'max_length' || first.abort !== true;
    };
    const endless = distinct
      .filter(([{ _zod }]) => _zod.def.type === 'string')
      .filter(([one]) => isEndless(one));
    expect(endless.map(([, name]) => name)).toEqual([]);
  });

  it('of every list is checked before its items', () => {
    const endless = distinct
      .filter(([{ _zod }]) => _zod.def.type === 'array')
      .filter(([one]) => checksOf(one).find(({ check }) => check !== 'min_length')?.check !== 'max_length');
    expect(endless.map(([, name]) => name)).toEqual([]);
  });
});

describe(`a text of ${LENGTH} characters is checked in linear time`, () => {
  const characters = CHARACTERS.map((unit) => long(unit));
  const pairs = PAIRS.map((unit) => long(unit));
  let pairsGiven = 0;
  /** Every character, and in turn pairs of them, so that the schemas together meet each pair. */
  const texts = (): string[] => [
    ...characters,
    ...Array.from({ length: sized(9, PAIRS.length) }, () => pairs[pairsGiven++ % PAIRS.length] ?? ''),
  ];
  const leaves = distinct.filter(([{ _zod }]) => ['string', 'enum', 'number'].includes(_zod.def.type));

  it.each(leaves.map(([schema, name]) => [name, schema] as const))('%s', async (_name, schema) => {
    const parse = (text: string) => z.core.safeParse(schema, text, { reportInput: true });
    expect(await firstSlow(parse, texts())).toEqual([]);
  });

  const patterns = new Map(
    leaves.flatMap(([schema]) =>
      checksOf(schema).flatMap(({ pattern }) => (pattern ? [[pattern.source, pattern] as const] : [])),
    ),
  );
  it.each([...patterns])('%s, even without a maximum length', async (_source, pattern) => {
    expect(await firstSlow((text) => text.search(pattern), texts())).toEqual([]);
  });
});

/** The example request of an endpoint, and a person who may make it. */
function requestTo(endpoint: (typeof declared)[number]) {
  const { access } = endpoint;
  const persona =
    PERSONAS.find((each) => each !== 'anonymous' && refusalOf(access, each) === null) ?? 'owner';
  return {
    who: personOf(scene, persona),
    given: (id = subjectOf(access, scene)) => exampleRequest(endpoint, id),
  };
}

/** Others for each field, so that many fields meet all of them. */
let textsGiven = 0;
const someTexts = (length: number): string[] => {
  const units = [...CHARACTERS, ...PAIRS];
  return Array.from({ length: sized(1, 20) }, () => long(units[textsGiven++ % units.length] ?? '', length));
};

/** A call that is slow, and those that fail; there is no card provider here (503). */
async function faultsOf(
  who: Parameters<typeof app.as>[0],
  requestOf: (text: string) => Parameters<typeof app.as>[1],
  texts: readonly string[],
): Promise<string[]> {
  const failed: string[] = [];
  const call = async (text: string): Promise<void> => {
    const { statusCode } = await app.as(who, requestOf(text));
    if (statusCode >= 500 && statusCode !== 503) failed.push(`${text.slice(0, 2)}…: ${statusCode}`);
  };
  return [...(await firstSlow(call, texts)), ...failed];
}

describe('the answer to a long text takes no longer than to a short one', () => {
  const withInput = declared.filter(({ params, query, body }) => params || query || body);

  it.each(withInput.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      const { who, given } = requestTo(endpoint);
      const faults: Record<string, string[]> = {};
      if (endpoint.params)
        faults['params'] = await faultsOf(
          who,
          (text) => given(encodeURIComponent(text)),
          someTexts(HEADER_LENGTH),
        );
      for (const at of endpoint.body ? textPathsOf(endpoint.body) : [])
        faults[at.join('.')] = await faultsOf(
          who,
          (text) => ({ ...given(), body: withTextAt(given().body, at, () => text) }),
          someTexts(LENGTH),
        );
      const parameters = endpoint.query
        ? inputSchemas(endpoint.query).flatMap(({ path: [at] }) => at ?? [])
        : [];
      for (const at of new Set(parameters))
        faults[at] = await faultsOf(
          who,
          (text) => ({ ...given(), query: { ...given().query, [at]: text } }),
          someTexts(HEADER_LENGTH),
        );
      expect(Object.values(faults).flat(), JSON.stringify(faults)).toEqual([]);
    },
  );

  it.each([
    'accept-encoding',
    'accept-language',
    'authorization',
    'content-type',
    'cookie',
    'if-none-match',
    'idempotency-key',
    'origin',
    'user-agent',
    'x-forwarded-for',
  ])('in the header %s', async (header) => {
    const requestOf = (text: string) => ({
      method: 'POST' as const,
      url: '/api/auth/request-password-reset',
      headers: { 'content-type': 'application/json', [header]: text },
      body: JSON.stringify({ email: 'nobody@example.org' }),
    });
    const units = ['1', 'a', ' ', 'é', ',', ';', '=', ', ', '; ', 'a,', 'a;', 'a='];
    const texts = units.map((unit) => long(unit, HEADER_LENGTH));
    expect(await faultsOf(null, requestOf, texts)).toEqual([]);
  });
});

describe('many values take no longer than one', () => {
  const { owner } = scene.people;

  it.each(
    declared.flatMap((endpoint) =>
      endpoint.body
        ? inputSchemas(endpoint.body)
            .filter(({ schema }) => schema._zod.def.type === 'array')
            .map(({ path }) => [`${nameOf(endpoint)} ${path.join('.')}`, endpoint, path] as const)
        : [],
    ),
  )('in the list %s', async (_name, endpoint, path) => {
    const { who, given } = requestTo(endpoint);
    for (const item of [1, '1', null, {}]) {
      const [few, many] = [1, 40_000].map((length) => {
        const items = Array.from({ length }, () => item);
        return { ...given(), body: withTextAt(given().body, path, () => items) };
      });
      expect(await faultsOf(who, (text) => (text === SHORT ? few : many) ?? {}, ['many'])).toEqual([]);
    }
  });

  const listings = '/api/food-listings';
  const json = (body: string) => ({
    method: 'POST' as const,
    url: listings,
    headers: { 'content-type': 'application/json' },
    body,
  });
  it.each([
    ['a parameter many times', (count: number) => ({ url: `${listings}?${'diets=x&'.repeat(count / 8)}` })],
    ['many parameters', (count: number) => ({ url: `${listings}?${'a&'.repeat(count / 2)}` })],
    ['many words', (count: number) => ({ url: `${listings}?q=${'a+'.repeat(count / 2)}` })],
    ['deep lists', (count: number) => json(`${'['.repeat(count)}${']'.repeat(count)}`)],
    ['deep objects', (count: number) => json(`${'{"constructor":'.repeat(count)}1${'}'.repeat(count)}`)],
    [
      'many fields',
      (count: number) =>
        json(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, nth) => [`f${nth}`, 1])))),
    ],
  ] as const)('%s', async (_name, requestOf) => {
    const [few, many] = [requestOf(8), requestOf(HEADER_LENGTH)];
    const faults = await faultsOf(owner, (text) => (text === SHORT ? few : many), ['many']);
    expect(faults).toEqual([]);
  });
});

describe('a frame with a long text is answered as fast as one with a short text', async () => {
  const { host } = new URL(await app.listen());

  it.each(
    clientMessageSchema._zod.def.options.flatMap((option) => {
      const [type = ''] = option.shape.type._zod.def.values;
      return textPathsOf(option).map((path) => [`${type} ${path.join('.')}`, type, path] as const);
    }),
  )('%s', async (_name, type, path) => {
    const { cookie } = scene.people.owner;
    const client = await openLive(`ws://${host}/ws`, { cookie, origin: app.origin });
    onTestFinished(() => client.leave());
    const answered = async (text: string): Promise<void> => {
      const before = client.received.length;
      client.send(withTextAt({ type }, path, () => text));
      // its refusal comes after whatever answers the frame
      client.send('no frame');
      await client.waitFor(
        (message) => client.received.indexOf(message) >= before && message.code === 'malformed',
      );
    };
    // a frame has 64 kB at most
    expect(
      await firstSlow(
        answered,
        CHARACTERS.map((unit) => long(unit, LENGTH / 2)),
      ),
    ).toEqual([]);
  });
});
