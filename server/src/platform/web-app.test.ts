import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSendPage } from './web-app.ts';

const webDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-page-'));
const app = fastify();
const NAME = `Ann & Bo's "larder" </title><script>`;

beforeAll(() => {
  writeFileSync(
    path.join(webDir, 'index.html'),
    '<title>__APP_NAME__</title><meta content="__APP_NAME__"><b>__STYLE_NONCE__</b><i>__SESSION__</i>',
  );
  const sendPage = makeSendPage(webDir, { images: [] }, 'sid', NAME);
  app.get('/', (_request, reply) => sendPage(reply));
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true });
});

const pageFor = (cookie: string) => app.inject({ url: '/', headers: { cookie } });

describe('the page', () => {
  it('carries the name as text, whatever characters it has', async () => {
    const { body } = await pageFor('');
    const name = 'Ann &#38; Bo&#39;s &#34;larder&#34; &#60;/title&#62;&#60;script&#62;';
    expect(body).toContain(`<title>${name}</title><meta content="${name}">`);
  });

  it('says whether there may be a session', async () => {
    expect((await pageFor('other=1')).body).toContain('<i>none</i>');
    expect((await pageFor('other=1; sid=abc')).body).toContain('<i>maybe</i>');
  });

  it('has a nonce of its own, the one its policy names', async () => {
    const [one, two] = await Promise.all([pageFor(''), pageFor('')]);
    const nonceOf = (body: string) => /<b>(.+)<\/b>/.exec(body)?.[1] ?? '';
    expect(nonceOf(one.body)).not.toBe(nonceOf(two.body));
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonceOf(one.body)}'`);
  });
});
