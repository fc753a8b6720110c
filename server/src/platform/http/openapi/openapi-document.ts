import type { Access } from '@openlarder/domain/kernel/endpoint.ts';
import { errorBodySchema } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as z from 'zod/mini';
import { GUIDE, LIVE_GUIDE } from './api-guide.ts';
import type { DeclaredEndpoint, SchemaModule } from './contract-modules.ts';
import { commentsIn, describe } from './contract-comments.ts';
import { ERROR_STATUS, type ErrorExample, errorExample, errorsOf, keysOf } from './documented-errors.ts';
import { type JsonSchema, makeSchemaCatalog } from './json-schemas.ts';

type Schema = z.core.$ZodType;
type Ref = { readonly $ref: string };

export type Parameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
};
type Content = Readonly<
  Record<string, { readonly schema: JsonSchema; readonly example?: unknown; readonly examples?: object }>
>;
export type ApiResponse = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref | object>>;
  readonly content?: Content;
};
export type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly [string];
  readonly security?: readonly [];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ApiResponse | Ref>>;
  readonly 'x-access': Access;
};
export type ApiDocument = {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, ApiResponse>>;
    readonly examples: Readonly<Record<string, ErrorExample>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly securitySchemes: object;
  };
  readonly 'x-live': {
    readonly path: '/ws';
    readonly description: string;
    readonly fromClient: JsonSchema;
    readonly fromServer: JsonSchema;
  };
};

export type DocumentParts = {
  readonly title: string;
  readonly version: string;
  /** The public address, without a slash at the end. */
  readonly url: string;
  readonly sessionCookie: string;
  readonly endpoints: readonly DeclaredEndpoint[];
  /** Their exported schemas become components. */
  readonly modules: readonly SchemaModule[];
  readonly live: { readonly fromClient: Schema; readonly fromServer: Schema };
  /** What groups of operations are about, in their order. */
  readonly features: readonly { readonly name: string; readonly description: string }[];
};

const SUCCESS: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; it happens soon.',
  204: 'Done; there is nothing to return.',
};
const RETRIED_LATER = new Set(['429', '503']);

/** Who may call, in words. */
function accessSentence(access: Access): string {
  if (access === 'anyone') return 'Public: needs no session.';
  if (access === 'person') return 'For everyone who is signed in.';
  if (access === 'donor') return 'For donors; other people get 403.';
  if (access === 'organization') return 'For businesses and organizations; other people get 403.';
  const [who = '', subject = ''] = access.split(' of ');
  const people: Readonly<Record<string, string>> = {
    viewer: `everyone who may see the ${subject}`,
    owner: subject === 'person' ? 'the person themselves' : `the one whose ${subject} it is`,
    party: `the two people of the ${subject}`,
    donor: `donors who may help with the ${subject}`,
    helper: `those who help with the ${subject}, or may`,
  };
  return `For ${people[who] ?? who}; for other people it does not exist (404).`;
}

/** `createListingBody` and `listingSchema` are the components `CreateListingBody` and `Listing`. */
const componentName = (exported: string): string =>
  exported.replace(/^./, (first) => first.toUpperCase()).replace(/(?<=.)(Schema|Out)$/, '');

const ref = (kind: string, name: string): Ref => ({ $ref: `#/components/${kind}/${name}` });

const pascal = (code: string): string =>
  code.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The media type of a success: calls whose path ends like a file return one. */
function mediaTypeOf(path: string): string {
  if (path.endsWith('.csv')) return 'text/csv';
  return path.endsWith('.ics') ? 'text/calendar' : 'application/json';
}

const HEADERS = {
  Link: {
    description: 'The address of the next page, `<…>; rel="next"`; absent on the last one.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
} as const;
const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes it safe to send the call again; 1 to 200 visible characters, unique for each attempt.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,200}$' },
};

/** The OpenAPI 3.1 description of these endpoints. */
export function makeApiDocument(parts: DocumentParts): ApiDocument {
  const { endpoints } = parts;
  const { fromClient, fromServer } = parts.live;
  // parameters are listed one by one, and frames stand beside the operations
  const isLive = (schemas: ReadonlyMap<string, Schema>): boolean =>
    [...schemas.values()].includes(fromServer);
  const unnamed = new Set(endpoints.flatMap(({ params, query }) => [params, query]));
  const named = new Map(
    parts.modules
      .flatMap(({ schemas }) => (isLive(schemas) ? [] : [...schemas]))
      .filter(([, schema]) => !unnamed.has(schema))
      .map(([name, schema]) => [componentName(name), schema]),
  );
  const isSchema = (schema: Schema | null | undefined): schema is Schema => Boolean(schema);
  const catalog = makeSchemaCatalog(named, {
    input: [...endpoints.flatMap(({ params, query, body }) => [params, query, body]), fromClient].filter(
      isSchema,
    ),
    output: [
      ...endpoints.flatMap(({ responses }) => Object.values(responses)),
      fromServer,
      errorBodySchema,
    ].filter(isSchema),
  });

  /** The schema of a part of an endpoint's spec, described by its comments. */
  const commentsOf = new Map(
    parts.modules.flatMap(({ text }) => {
      const comments = commentsIn(text);
      return [...comments.keys()].map((name) => [name, comments] as const);
    }),
  );
  const described = (schema: JsonSchema, constant: string, ...path: string[]): JsonSchema =>
    describe(commentsOf.get(constant) ?? new Map(), schema, constant, path);
  const exportOf = new Map(
    parts.modules.flatMap(({ schemas }) =>
      [...schemas].map(([name]) => [componentName(name), name] as const),
    ),
  );
  const components = Object.entries(catalog.components).map(([name, schema]) => [
    name,
    described(schema, exportOf.get(name) ?? exportOf.get(name.replace(/Input$/, '')) ?? ''),
  ]);

  const responses = new Map<string, ApiResponse>();
  const examples = new Map<string, ErrorExample>();

  function errorResponse(status: string, codes: readonly string[]): ApiResponse {
    const keys = codes.flatMap(keysOf);
    for (const key of keys) examples.set(key, errorExample(key));
    return {
      description: `${ERROR_STATUS[status] ?? ''} ${codes.map((code) => `\`${code}\``).join(', ')}`.trim(),
      ...(RETRIED_LATER.has(status) && { headers: { 'Retry-After': ref('headers', 'Retry-After') } }),
      content: {
        'application/json': {
          schema: {
            allOf: [
              catalog.of(errorBodySchema, 'output'),
              { type: 'object', properties: { code: { enum: codes } } },
            ],
          },
          examples: Object.fromEntries(keys.map((key) => [key, ref('examples', key)])),
        },
      },
    };
  }

  /** The value that a query parameter's text stands for. */
  function typedValue(schema: JsonSchema, text: string): unknown {
    const { type } = { ...catalog.components[schema.$ref?.split('/').at(-1) ?? ''], ...schema };
    if (type === 'array') return [text];
    return type === 'number' || type === 'integer' ? Number(text) : text;
  }

  /** The fields of an example that this body has: two calls may share one. */
  function fieldsOf(body: Schema, example: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const whole = catalog.whole(body, 'input');
    const properties = whole.properties ?? whole.anyOf?.find((option) => option.properties)?.properties;
    return Object.fromEntries(Object.entries(example).filter(([name]) => !properties || name in properties));
  }

  function parametersOf(where: 'path' | 'query', endpoint: DeclaredEndpoint): Parameter[] {
    const part = where === 'path' ? 'params' : 'query';
    const schema = endpoint[part];
    if (!schema) return [];
    const { properties = {}, required = [] } = described(
      catalog.whole(schema, 'input'),
      `${endpoint.name}Spec`,
      part,
    );
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...rest } = property;
      const sample = where === 'query' ? endpoint.example?.query?.[name] : undefined;
      return {
        name,
        in: where,
        required: where === 'path' || required.includes(name),
        ...(description !== undefined && { description }),
        schema: rest,
        ...(sample !== undefined && { example: typedValue(property, sample) }),
      };
    });
  }

  function operationOf(endpoint: DeclaredEndpoint): Operation {
    const { access, body, example, answer } = endpoint;
    const spec = `${endpoint.name}Spec`;
    const parameters = [
      ...parametersOf('path', endpoint),
      ...parametersOf('query', endpoint),
      ...(endpoint.idempotent ? [ref('parameters', 'IdempotencyKey')] : []),
    ];
    const isPaged = parameters.some((parameter) => 'name' in parameter && parameter.name === 'cursor');
    const headers = {
      ...(isPaged && { Link: ref('headers', 'Link') }),
      ...Object.fromEntries(
        Object.entries(endpoint.headers ?? {}).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
    };
    const successes = Object.entries(endpoint.responses).map(([status, schema]): [string, ApiResponse] => [
      status,
      {
        description: SUCCESS[status] ?? 'Done.',
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(schema && {
          content: {
            [mediaTypeOf(endpoint.path)]: {
              schema: described(catalog.of(schema, 'output'), spec, 'responses', status),
              // of several successes, the one that was answered
              ...(answer !== undefined && z.core.safeParse(schema, answer).success && { example: answer }),
            },
          },
        }),
      },
    ]);
    const errors = [...errorsOf(endpoint)].map(([status, { codes, own }]): [string, ApiResponse | Ref] => {
      if (own) return [status, errorResponse(status, codes)];
      const name = codes.map(pascal).join('Or');
      if (!responses.has(name)) responses.set(name, errorResponse(status, codes));
      return [status, ref('responses', name)];
    });
    return {
      operationId: endpoint.name,
      summary: endpoint.summary,
      description: accessSentence(access),
      tags: [endpoint.feature],
      ...(access === 'anyone' && { security: [] }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && {
        requestBody: {
          required: body._zod.optin !== 'optional',
          content: {
            'application/json': {
              schema: described(catalog.of(body, 'input'), spec, 'body'),
              ...(example?.body && { example: fieldsOf(body, example.body) }),
            },
          },
        },
      }),
      responses: Object.fromEntries([...successes, ...errors]),
      'x-access': access,
    };
  }

  const features = parts.features.filter(({ name }) => endpoints.some(({ feature }) => feature === name));
  const placeOf = ({ feature }: DeclaredEndpoint): number =>
    features.findIndex(({ name }) => name === feature);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints.toSorted((one, other) => placeOf(one) - placeOf(other)))
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint);

  return {
    openapi: '3.1.0',
    info: {
      title: `${parts.title} API`,
      version: parts.version,
      description: GUIDE.map(({ title, text }) => `## ${title}\n\n${text}`).join('\n\n'),
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: parts.url }],
    security: [{ session: [] }],
    tags: features,
    paths,
    components: {
      schemas: Object.fromEntries(components),
      responses: Object.fromEntries(responses),
      examples: Object.fromEntries(examples),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      headers: HEADERS,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: parts.sessionCookie,
          description: 'The cookie that signing up or signing in sets.',
        },
      },
    },
    'x-live': {
      path: '/ws',
      description: LIVE_GUIDE,
      fromClient: described(catalog.whole(fromClient, 'input'), 'clientMessageSchema'),
      fromServer: described(catalog.whole(fromServer, 'output'), 'serverMessageSchema'),
    },
  };
}
