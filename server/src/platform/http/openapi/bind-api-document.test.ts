import { createConfig, lintFromString } from '@redocly/openapi-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { declaredEndpoints, nameOf, schemaModules } from './contract-modules.ts';
import { testApp, type TestApp } from '#server/test/test-app.ts';
import { commentsIn } from './contract-comments.ts';
import type { ApiDocument } from './openapi-document.ts';

let app: TestApp;
let source: string;
let document: ApiDocument;
beforeAll(async () => {
  app = await testApp();
  source = (await app.http.inject('/api/openapi.json')).body;
  document = JSON.parse(source);
});

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...operation,
    })),
  );
const operationOf = (operationId: string) => operations().find((each) => each.operationId === operationId);

/** Every description in a JSON value. */
function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'description' in value && typeof value.description === 'string' ? [value.description] : [];
  return [...own, ...Object.values(value).flatMap(descriptionsIn)];
}

describe('the API document', () => {
  it('follows the recommended rules of Redocly, warnings included', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('describes each endpoint once, under the name of its export', async () => {
    const declared = await declaredEndpoints();
    const described = operations().map(({ name, operationId }) => `${name} ${operationId}`);
    const wanted = declared.map((endpoint) => `${nameOf(endpoint)} ${endpoint.name}`);
    expect(described.toSorted()).toEqual(wanted.toSorted());
    expect(new Set(declared.map(({ name }) => name)).size).toBe(declared.length);
  });

  it('names who may call, what a call takes and every error that it may answer', () => {
    expect(operationOf('getCommunity')?.security).toEqual([]);
    const claim = operationOf('claimListing');
    expect(claim?.security).toBeUndefined();
    expect(claim?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(Object.keys(claim?.responses ?? {})).toEqual(
      expect.arrayContaining([
        '201',
        '400',
        '401',
        '403',
        '404',
        '409',
        '413',
        '415',
        '422',
        '429',
        '500',
        '503',
      ]),
    );
    expect(operationOf('listListings')?.responses['200']).toMatchObject({
      headers: { Link: expect.anything(), 'X-Total-Count': expect.anything() },
    });
    expect(document.components.responses['TooMany']?.headers).toHaveProperty('Retry-After');
  });

  it('describes the sockets’ frames by the schemas that read and write them', () => {
    const types = ({ oneOf }: { oneOf?: readonly { properties?: object }[] }) =>
      oneOf?.map(({ properties }) => properties);
    const { fromClient, fromServer } = document['x-live'];
    expect(types(fromClient)).toContainEqual(
      expect.objectContaining({ type: { type: 'string', const: 'subscribe_heat_map_updates' } }),
    );
    expect(types(fromServer)).toContainEqual(
      expect.objectContaining({ type: { type: 'string', const: 'new_message' } }),
    );
  });

  it('has the comment of every field', async () => {
    const said = new Set(descriptionsIn(document));
    type Commented = NonNullable<ReturnType<ReturnType<typeof commentsIn>['get']>>;
    const textsIn = ({ fields }: Commented): string[] =>
      [...fields.values()].flatMap((field) => [
        ...(field.text === undefined ? [] : [field.text]),
        ...textsIn(field),
      ]);
    const texts = (await schemaModules()).flatMap(({ text }) =>
      // `newAdSchema` is read by the admin command
      [...commentsIn(text)].flatMap(([name, constant]) => (name === 'newAdSchema' ? [] : textsIn(constant))),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter((text) => !said.has(text))).toEqual([]);
  });
});

describe('the page of the API', () => {
  it('shows each call under the policy of all pages, with its script and styles beside it', async () => {
    const page = await app.http.inject('/api/docs');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { operationId } of operations()) expect(page.body).toContain(`id="${operationId}"`);
    expect(page.body).not.toMatch(/<script(?! type="module" src="docs.js")|<style| style=| on\w+="/);
    for (const [file, type] of [
      ['docs.js', 'text/javascript; charset=utf-8'],
      ['docs.css', 'text/css; charset=utf-8'],
    ])
      expect((await app.http.inject(`/api/${file}`)).headers['content-type']).toBe(type);
  });

  it('has no link to nothing', async () => {
    const { body } = await app.http.inject('/api/docs');
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const links = [...body.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });
});
