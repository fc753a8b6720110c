import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXAMPLE_NOW } from '@openlarder/domain/kernel/endpoint.ts';
import type { FastifyInstance } from 'fastify';
import { PRODUCT_VERSION } from '../../product-version.ts';
import { escapeHtml } from '../../texts/escape-html.ts';
import { GUIDE, LIVE_GUIDE } from './api-guide.ts';
import { declaredEndpoints, nameOf, schemaModules } from './contract-modules.ts';
import type { JsonSchema } from './json-schemas.ts';
import type { ApiDocument, ApiResponse, DocumentParts, Operation, Parameter } from './openapi-document.ts';
import type { ErrorExample } from './documented-errors.ts';

const code = (text: string): string => `<code>${escapeHtml(text)}</code>`;
/** Text with `code` in backticks. */
const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
const json = (value: unknown): string => JSON.stringify(value, null, 2);

type Ref = { readonly $ref: string };
const isRef = (value: object): value is Ref => '$ref' in value;
const nameOfRef = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);
const typeLink = (name: string): string => `<a href="#type-${name}">${escapeHtml(name)}</a>`;

const optionsOf = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [];
const isNull = (schema: JsonSchema): boolean => schema.type === 'null';

/** A plain value without quotes. */
const plain = (example: unknown): string =>
  typeof example === 'string' ? example : JSON.stringify(example ?? '').replaceAll('"', '');

/** Named types by name. */
type Known = Readonly<Record<string, JsonSchema>>;

/** A schema with what it refers to, unless that is a type with fields, which is linked to. */
function inlined(known: Known, schema: JsonSchema): JsonSchema {
  const referred = schema.$ref === undefined ? undefined : known[nameOfRef(schema.$ref)];
  if (!referred || objectIn(referred) || optionsOf(referred).length > 0) return schema;
  const { $ref: _, ...own } = schema;
  return { ...inlined(known, referred), ...own };
}

function typeOf(known: Known, given: JsonSchema): string {
  const schema = inlined(known, given);
  if (schema.$ref !== undefined) return typeLink(nameOfRef(schema.$ref));
  if (schema.const !== undefined) return code(plain(schema.const));
  if (schema.enum) return schema.enum.map((each) => code(plain(each))).join(', ');
  const options = optionsOf(schema);
  if (options.length > 0) return options.map((option) => typeOf(known, option)).join(' or ');
  if (schema.items) return `list of ${typeOf(known, schema.items)}`;
  if (schema.format !== undefined) return schema.format === 'uuid' ? 'UUID' : schema.format;
  return schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ');
}

const span = (least: number | undefined, most: number | undefined, unit: string): string[] => {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`at most ${most}${unit}`];
  return [most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`];
};

function limitsOf(schema: JsonSchema): string {
  const limits = [
    ...span(schema.minimum, schema.maximum, ''),
    ...(schema.exclusiveMinimum === undefined ? [] : [`more than ${schema.exclusiveMinimum}`]),
    ...span(schema.minLength, schema.maxLength, ' characters'),
    ...span(schema.minItems, schema.maxItems, ' items'),
  ];
  const standard = schema.default === undefined ? [] : [`default ${code(json(schema.default))}`];
  return [...limits.map(escapeHtml), ...standard].join(', ');
}

type Row = {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly text: string;
};

const fieldTable = (known: Known, title: string, rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : `<table><caption>${title}</caption><thead><tr><th scope="col">Name<th scope="col">Type<th scope="col">Meaning</thead><tbody>${rows
        .map(({ name, schema, isRequired, text }) => {
          const whole = inlined(known, schema);
          const limits = limitsOf(whole);
          return `<tr><th scope="row">${code(name)}${isRequired ? '' : ' <small>optional</small>'}<td>${typeOf(known, schema)}${limits && `<br><small>${limits}</small>`}<td>${prose(text || (whole.description ?? ''))}`;
        })
        .join('')}</tbody></table>`;

/** The object inside a schema that may also be null or a list; null if there is none. */
function objectIn(schema: JsonSchema): JsonSchema | null {
  if (schema.properties) return schema;
  if (schema.items) return objectIn(schema.items);
  const options = optionsOf(schema).filter((option) => !isNull(option));
  return options.length === 1 && options[0] ? objectIn(options[0]) : null;
}

/** A row for each field, those of objects inside following their own. */
function rowsOf(schema: JsonSchema, prefix = ''): Row[] {
  const object = objectIn(schema);
  const required = object?.required ?? [];
  return Object.entries(object?.properties ?? {}).flatMap(([name, field]) => [
    {
      name: `${prefix}${name}`,
      schema: field,
      isRequired: required.includes(name),
      text: field.description ?? '',
    },
    ...rowsOf(field, `${prefix}${name}${field.type === 'array' ? '[]' : ''}.`),
  ]);
}

/** A schema as a table; of a union, one for each variant. */
function schemaTables(known: Known, title: string, schema: JsonSchema): string {
  const rows = rowsOf(schema);
  if (rows.length > 0) return fieldTable(known, title, rows);
  const variants = optionsOf(schema).filter((option) => objectIn(option));
  if (variants.length === 0)
    return `<p>${title}: ${typeOf(known, schema)} <small>${limitsOf(schema)}</small></p>`;
  return variants
    .map((variant) => {
      const type = variant.properties?.['type']?.const;
      const name = type === undefined ? title : code(JSON.stringify(type));
      return `${variant.description === undefined ? '' : `<p class="lead">${prose(variant.description)}</p>`}${fieldTable(known, name, rowsOf(variant))}`;
    })
    .join('');
}

function renderResponse(known: Known, status: string, response: ApiResponse): string {
  const media = Object.entries(response.content ?? {})[0];
  const headers = Object.keys(response.headers ?? {});
  const type = media
    ? `${typeOf(known, media[1].schema)}${media[0] === 'application/json' ? '' : ` (${media[0]})`}`
    : 'no body';
  const sample = media?.[1].example;
  const isInline = media && (media[1].schema.properties ?? media[1].schema.anyOf);
  return `<p><b class="status">${status}</b> ${escapeHtml(response.description)} ${type === 'object' ? '' : `Returns ${type}.`}${headers.length > 0 ? ` Headers: ${headers.map(code).join(', ')}.` : ''}</p>${isInline && media ? schemaTables(known, 'Response', media[1].schema) : ''}${sample === undefined ? '' : `<details><summary>Example answer</summary><pre>${escapeHtml(typeof sample === 'string' ? sample : json(sample))}</pre></details>`}`;
}

/** The parts of an address that the reader fills in, and where they go. */
const inputOf = (id: string, { name, in: where, required, schema, example }: Parameter): string =>
  `<label>${code(name)}${required ? '' : ' <small>optional</small>'}<input name="${escapeHtml(name)}" data-in="${where}"${required ? ' required' : ''} value="${escapeHtml(plain(example))}" autocomplete="off" spellcheck="false" aria-describedby="${id}-try"${schema.type === 'integer' ? ' inputmode="numeric"' : ''}></label>`;

function renderDocsPage(document: ApiDocument): string {
  const { components } = document;
  const [server] = document.servers;

  function resolve<Value extends object>(known: Readonly<Record<string, Value>>, value: Value | Ref): Value {
    if (!isRef(value)) return value;
    const found = known[nameOfRef(value.$ref)];
    if (!found) throw new Error(`Nothing is at ${value.$ref}`);
    return found;
  }

  function renderErrors(operation: Operation): string {
    const rows = Object.entries(operation.responses)
      .filter(([status]) => Number(status) >= 400)
      .flatMap(([status, response]) =>
        Object.keys(
          resolve(components.responses, response).content?.['application/json']?.examples ?? {},
        ).map((key) => {
          const example: ErrorExample | undefined = components.examples[key];
          return `<tr><td><b class="status">${status}</b><th scope="row">${code(key)}<td>${escapeHtml(example?.summary ?? '')}`;
        }),
      );
    return `<details class="errors"><summary>${rows.length} errors</summary><table><caption class="unseen">Errors</caption><thead><tr><th scope="col">Status<th scope="col">Code<th scope="col">Sentence</thead><tbody>${rows.join('')}</tbody></table></details>`;
  }

  function renderTry(
    method: string,
    path: string,
    operation: Operation,
    parameters: readonly Parameter[],
  ): string {
    const body = operation.requestBody?.content['application/json'];
    const id = operation.operationId;
    const inputs = parameters.map((parameter) => inputOf(id, parameter)).join('');
    const area = body
      ? `<label>Body<textarea name="body" rows="${Math.min(14, json(body.example ?? {}).split('\n').length + 1)}" spellcheck="false">${escapeHtml(json(body.example ?? {}))}</textarea></label>`
      : '';
    return `<form class="try" data-method="${method}" data-path="${escapeHtml(path)}"><h3 id="${id}-try">Try it</h3>${inputs}${area}<p class="curl"><code></code></p><p class="acts"><button type="submit">Send with my session</button><button type="button" class="copy">Copy curl</button></p><output aria-live="polite"></output></form>`;
  }

  function renderOperation(method: string, path: string, operation: Operation): string {
    const parameters = (operation.parameters ?? []).map((each) => resolve(components.parameters, each));
    const body = operation.requestBody?.content['application/json'];
    const bodySchema = body && (components.schemas[nameOfRef(body.schema.$ref ?? '')] ?? body.schema);
    const success = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
    return `<details class="operation" id="${operation.operationId}"><summary><b class="method ${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code> <span>${escapeHtml(operation.summary)}</span></summary><div class="inside"><p>${escapeHtml(operation.description)} <small>operation ${code(operation.operationId)}</small></p>${fieldTable(
      components.schemas,
      'Parameters',
      parameters.map(({ name, schema, required, description }) => ({
        name,
        schema,
        isRequired: required,
        text: description ?? '',
      })),
    )}${bodySchema ? schemaTables(components.schemas, operation.requestBody?.required ? 'Body' : 'Body (optional)', bodySchema) : ''}${success
      .map(([status, response]) =>
        renderResponse(components.schemas, status, resolve(components.responses, response)),
      )
      .join('')}${renderErrors(operation)}${renderTry(method, path, operation, parameters)}</div></details>`;
  }

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const title = escapeHtml(document.info.title);
  const guide = GUIDE.map(
    ({ title: heading, text }) => `<section><h3>${heading}</h3><p>${prose(text)}</p></section>`,
  ).join('');
  const groups = document.tags
    .map(
      ({ name, description }) =>
        `<section class="group" id="tag-${name}"><h2>${escapeHtml(name)}</h2><p class="lead">${prose(description)}</p>${operations
          .filter(({ operation }) => operation.tags[0] === name)
          .map(({ method, path, operation }) => renderOperation(method, path, operation))
          .join('')}</section>`,
    )
    .join('');
  const types = Object.entries(components.schemas)
    .map(
      ([name, schema]) =>
        `<details class="type" id="type-${name}"><summary><code>${escapeHtml(name)}</code></summary><div class="inside">${schema.description === undefined ? '' : `<p>${prose(schema.description)}</p>`}${schemaTables(components.schemas, 'Fields', schema)}</div></details>`,
    )
    .join('');
  const live = document['x-live'];
  const menu = [
    ['guide', 'Guide'],
    ...document.tags.map(({ name }) => [`tag-${name}`, name]),
    ['live', 'live connection'],
    ['types', 'types'],
  ]
    .map(([id = '', text = '']) => `<li><a href="#${id}">${escapeHtml(text)}</a>`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title}</title><link rel="stylesheet" href="docs.css"><script type="module" src="docs.js"></script></head><body data-server="${escapeHtml(server?.url ?? '')}" data-example-now="${EXAMPLE_NOW}"><a class="skip" href="#guide">Skip to content</a><header><h1>${title} <small>${escapeHtml(document.info.version)}</small></h1><label class="search"><span class="unseen">Search calls</span><input type="search" placeholder="Search calls ( / )" autocomplete="off"></label><a href="openapi.json">openapi.json</a></header><nav aria-label="Groups"><ul>${menu}</ul></nav><main><section id="guide" class="guide"><h2>Guide</h2><p class="lead">Whatever the app does, it does by these ${operations.length} calls, and so can other clients. Open one to read it and to try it.</p><div>${guide}</div></section>${groups}<p id="none" hidden>No call matches.</p><section id="live"><h2>live connection</h2><p class="lead">${prose(LIVE_GUIDE)}</p><details><summary>From the client</summary><div class="inside">${schemaTables(components.schemas, 'Frame', live.fromClient)}</div></details><details><summary>From the server</summary><div class="inside">${schemaTables(components.schemas, 'Frame', live.fromServer)}</div></details></section><section id="types"><h2>types</h2>${types}</section></main></body></html>`;
}

const readHere = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');

async function describeApi(
  app: FastifyInstance,
  options: Pick<DocumentParts, 'title' | 'url' | 'sessionCookie' | 'live' | 'features'>,
): Promise<ApiDocument> {
  const { makeApiDocument } = await import('./openapi-document.ts');
  const [declared, modules] = await Promise.all([declaredEndpoints(), schemaModules()]);
  const bound = new Set(app.boundEndpoints.map(nameOf));
  const endpoints = declared.filter((endpoint) => bound.delete(nameOf(endpoint)));
  if (bound.size > 0) throw new Error(`In no *-contract.ts: ${[...bound].join(', ')}`);
  return makeApiDocument({ ...options, version: PRODUCT_VERSION, endpoints, modules });
}

/**
 * `/api/openapi.json`, and `/api/docs` to read and try it. Both are made at the first request, because hardly anyone
 * asks.
 */
export function bindApiDocument(app: FastifyInstance, options: Parameters<typeof describeApi>[1]): void {
  let made: Promise<{ readonly json: string; readonly page: string }> | null = null;
  const make = async () => {
    const document = await describeApi(app, options);
    return { json: JSON.stringify(document), page: renderDocsPage(document) };
  };
  const files = () =>
    (made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    }));
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((await files()).json),
  );
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((await files()).page),
  );
  for (const [file, type] of [
    ['docs.css', 'text/css; charset=utf-8'],
    ['docs.js', 'text/javascript; charset=utf-8'],
  ] as const)
    app.get(`/api/${file}`, async (_request, reply) => reply.type(type).send(readHere(file)));
}
