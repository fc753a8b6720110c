import { createServer, type Server } from 'node:http';
import { escapeHtml } from '../texts/escape-html.ts';

const RETRY_AFTER_SECONDS = 3;

const pageOf = (title: string, sentence: string, language: string): string => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(sentence)}
`;

/**
 * Answers in place of the app while it is closed for some seconds: browsers get a page that looks again by itself, calls
 * the answer of an app whose database is away.
 */
export function makeWaitingPage({
  title,
  sentence,
  language,
}: {
  readonly title: string;
  readonly sentence: string;
  readonly language: string;
}): Server {
  const page = pageOf(title, sentence, language);
  const refusal = JSON.stringify({ code: 'database-away', message: sentence });
  return createServer((request, response) => {
    const isPage = request.headers.accept?.includes('text/html') ?? false;
    response.writeHead(503, {
      'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
      'retry-after': String(RETRY_AFTER_SECONDS),
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      connection: 'close',
    });
    response.end(isPage ? page : refusal);
  });
}
