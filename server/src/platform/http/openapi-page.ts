import type { FastifyInstance } from 'fastify';

type Operation = {
  readonly summary?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly parameters?: unknown;
  readonly requestBody?: unknown;
  readonly responses?: object | undefined;
};
type ApiDocument = {
  readonly info?: { readonly title?: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>> | undefined>>;
};

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

const section = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;

function renderOperation(method: string, path: string, operation: Operation): string {
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>${[
    section('Parameters', operation.parameters),
    section('Body', operation.requestBody),
    section('Answers', operation.responses),
  ].join('')}</details>`;
}

/** Renders the API as a page without scripts, so that the page policy needs no exception. */
function renderApiPage(document: ApiDocument): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths ?? {}))
    for (const [method, operation] of Object.entries(operations ?? {})) {
      const tag = operation.tags?.[0] ?? 'other';
      byTag.set(tag, [...(byTag.get(tag) ?? []), renderOperation(method, path, operation)]);
    }
  const title = escapeHtml(document.info?.title ?? 'API');
  const body = [...byTag].map(([tag, parts]) => `<h2>${escapeHtml(tag)}</h2>${parts.join('')}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} API</title></head><body><main><h1>${title} API</h1><p>The same as <a href="/api/openapi.json">openapi.json</a>.</p>${body}</main></body></html>`;
}

/** `/api/openapi.json` and its readable page at `/api/docs`. */
export function bindOpenApiPage(app: FastifyInstance): void {
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    const document: ApiDocument = JSON.parse(JSON.stringify(app.swagger()));
    return reply.type('text/html; charset=utf-8').send(renderApiPage(document));
  });
}
