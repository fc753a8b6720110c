import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PRODUCT_VERSION } from '../../product-version.ts';
import { declaredEndpoints, nameOf, schemaModules } from './contract-modules.ts';
import { renderDocsPage } from './docs-page.ts';
import { type ApiDocument, type DocumentParts, makeApiDocument } from './openapi-document.ts';

const readHere = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');

async function describeApi(
  app: FastifyInstance,
  options: Pick<DocumentParts, 'title' | 'url' | 'sessionCookie' | 'live' | 'features'>,
): Promise<ApiDocument> {
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
