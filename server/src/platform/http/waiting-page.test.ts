import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { makeWaitingPage } from './waiting-page.ts';

test('a browser gets a page that looks again, a call the answer of a database that is away', async () => {
  const server = makeWaitingPage({
    title: 'Soup & <Bread>',
    sentence: 'It opens again soon.',
    language: 'en',
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const at = `http://127.0.0.1:${port}/profile`;
  const page = await fetch(at, { headers: { accept: 'text/html,*/*' } });
  expect(page.status).toBe(503);
  const html = await page.text();
  expect(html).toContain('<h1>Soup &amp; &lt;Bread&gt;</h1>');
  expect(html).toContain('http-equiv="refresh"');
  const call = await fetch(at, { method: 'POST', body: 'x'.repeat(100_000) });
  expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([
    503,
    '3',
    { code: 'database-away', message: 'It opens again soon.' },
  ]);
});
