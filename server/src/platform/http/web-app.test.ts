import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setErrorReplies } from './http-errors.ts';
import { decorateWithPage, serveWebApp } from './web-app.ts';

const webDir = mkdtempSync(path.join(os.tmpdir(), 'openlarder-page-'));
const app = fastify();
const NAME = `Ann & Bo's "larder" </title><script>`;

beforeAll(async () => {
  writeFileSync(
    path.join(webDir, 'index.html'),
    '<html lang="en"><link href="/favicon.svg"><title>__TITLE__</title><meta content="__APP_NAME__"><b>__STYLE_NONCE__</b><em>__TIME_ZONE__</em><i>__SESSION__</i><q>__LIVE_POSITION__</q>' +
      '<if session><u>behind the door</u></if><if session first-page><u>the feed</u></if>' +
      '<if no-session first-page><u>landing</u></if><if in-es><u>es</u></if><if in-pt-BR><u>pt-BR</u></if>' +
      '<!--ABOUT--><if waiting><s>waiting</s></if><!--SCREEN-->',
  );
  mkdirSync(path.join(webDir, '.vite'));
  const invitation = (words: string, html: string) => ({ title: words, description: `“${words}”`, html });
  writeFileSync(
    path.join(webDir, '.vite/prerendered-pages.json'),
    JSON.stringify({
      en: {
        landing: invitation('Care', '<p>__APP_NAME__ cares</p>'),
        volunteer: invitation('Help', '<p>help</p>'),
      },
      es: { landing: invitation('Cuidar', '<p>cuida</p>'), volunteer: invitation('Ayudar', '<p>ayuda</p>') },
    }),
  );
  decorateWithPage(app, {
    webDir,
    sources: { images: [] },
    paymentPath: '/donate',
    sessionCookie: 'sid',
    livePosition: () => 'sealed',
    settings: {
      appName: NAME,
      publicUrl: 'https://food.example',
      timeZone: 'America/New_York',
      country: 'US',
      currency: null,
      language: 'es',
    },
    async previewOf({ url }, language) {
      if (url.includes('away')) throw new Error('the database is away');
      const title = `Soup "hot" & <b> __STYLE_NONCE__ ${language}`;
      return url === '/?listing=1' ? { title, description: 'Free', address: '/?listing=1' } : null;
    },
  });
  writeFileSync(path.join(webDir, 'apple-touch-icon.png'), 'PNG');
  setErrorReplies(app);
  await serveWebApp(app, webDir);
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true });
});

const pageFor = (cookie: string, url = '/', language = 'en-GB') =>
  app.inject({ url, headers: { cookie, 'accept-language': language } });
const COMMUNITY = 'Ann &amp; Bo&#39;s &quot;larder&quot; &lt;/title&gt;&lt;script&gt;';

describe('a link to shared food', () => {
  const about = (body: string) => /<meta name="description".*twitter:image[^>]*>/.exec(body)?.[0] ?? '';

  it('shows its title on other sites, escaped, and is not for search engines', async () => {
    const { body } = await pageFor('', '/?listing=1');
    expect(about(body)).toContain(
      '<meta property="og:title" content="Soup &quot;hot&quot; &amp; &lt;b&gt; __STYLE_NONCE__ en ·',
    );
    expect(about(body)).toContain('<meta property="og:url" content="https://food.example/?listing=1">');
    expect(about(body)).toContain('<meta name="robots" content="noindex">');
    expect(about(body)).toContain('content="https://food.example/share.png"');
  });

  it('shows it to programs that ask for the head alone, for a part, or for nothing in particular', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/?listing=1' });
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ]);
    const part = await app.inject({ url: '/?listing=1', headers: { range: 'bytes=0-99', accept: '*/*' } });
    expect([part.statusCode, about(part.body)]).toEqual([
      200,
      expect.stringContaining('og:title" content="Soup'),
    ]);
  });

  it('shows what the landing page does, where there is none, or none can be read', async () => {
    for (const url of ['/?listing=2', '/?listing=away'])
      expect(about((await pageFor('', url)).body)).toContain('og:title" content="Care');
  });
});

describe('what other programs ask for', () => {
  it('leads password managers to where a password is changed', async () => {
    const reply = await app.inject('/.well-known/change-password');
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/?tab=profile&room=settings']);
  });

  it.each(['/sw.js', '/old/worker.js?v=3', '/assets/worker.js', '/api/worker.js'])(
    'ends the service worker of another app, whose script was at %s',
    async (url) => {
      const reply = await app.inject({ url, headers: { 'service-worker': 'script' } });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/javascript']);
      expect(reply.body).toContain('registration.unregister()');
    },
  );

  it('has an icon for the screen of a phone', async () => {
    expect((await app.inject('/apple-touch-icon.png')).headers['content-type']).toBe('image/png');
    expect((await app.inject('/apple-touch-icon-precomposed.png')).headers.location).toBe(
      '/apple-touch-icon.png',
    );
  });

  it.each([
    [416, { range: 'bytes=99999999-' }],
    [412, { 'if-match': '"another"' }],
  ])('answers %i for a range or a condition that a file does not meet', async (status, headers) => {
    const reply = await app.inject({ url: '/apple-touch-icon.png', headers });
    expect([reply.statusCode, Object.keys(reply.json())]).toEqual([status, ['code', 'message']]);
  });
});

describe('the page', () => {
  it('escapes the name of the app', async () => {
    const { body } = await pageFor('');
    expect(body).toContain(`<title>Care · ${COMMUNITY}</title><meta content="${COMMUNITY}">`);
  });

  it.each([
    ['/', `<p>${COMMUNITY} cares</p>`],
    ['/landing', `<p>${COMMUNITY} cares</p>`],
    ['/volunteer', '<p>help</p>'],
  ])('contains the screen of visitors at %s before any script runs', async (url, html) => {
    const { body } = await pageFor('', url);
    expect(body).toContain(html);
    expect(body).not.toContain('waiting');
  });

  it('is in the language that the visitor or else the browser asks for, else in that of the community', async () => {
    const chosen = await pageFor('theme=dark; language=en', '/volunteer', 'es');
    expect(chosen.body).toContain('<p>help</p>');
    const asked = await pageFor('', '/volunteer', 'fr, en;q=0.5');
    expect(asked.body).toContain('<html lang="en">');
    expect(asked.body).toContain('<p>help</p>');
    const other = await pageFor('', '/volunteer', 'fr');
    expect(other.body).toContain('<html lang="es">');
    expect(other.body).toContain('<p>ayuda</p>');
  });

  it('waits for the script if a person may be signed in, and on every other page', async () => {
    for (const { body } of [
      await pageFor('sid=abc'),
      await pageFor('sid=abc', '/volunteer'),
      await pageFor('', '/donate'),
      await pageFor('', '/?closed'),
    ])
      expect(body).toMatch(/waiting<\/s>$/);
  });

  it('has the tags that other sites show for a link, with absolute URLs', async () => {
    const { body } = await pageFor('', '/volunteer');
    for (const tag of [
      '<meta name="description" content="“Help”">',
      '<link rel="canonical" href="https://food.example/volunteer">',
      `<meta property="og:title" content="Help · ${COMMUNITY}">`,
      '<meta property="og:description" content="“Help”">',
      '<meta property="og:image" content="https://food.example/share.png">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<meta name="robots" content="index, follow">',
    ])
      expect(body).toContain(tag);
    expect((await pageFor('', '/landing')).body).toContain(
      '<link rel="canonical" href="https://food.example/">',
    );
    expect((await pageFor('', '/donate')).body).toContain('<meta name="robots" content="noindex">');
    const picture = readFileSync(new URL('../../../../web/public/share.png', import.meta.url));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1200, 630]);
  });

  it('names the time zone of the community', async () => {
    expect((await pageFor('')).body).toContain('<em>America/New_York</em>');
  });

  it('says whether the request carries a session cookie', async () => {
    expect((await pageFor('other=1')).body).toContain('<i>none</i>');
    expect((await pageFor('other=1; sid=abc')).body).toContain('<i>maybe</i>');
  });

  it('contains the position in the live events before anything is fetched, if a person may be signed in', async () => {
    const placeFor = async (cookie: string) => /<q>(.*)<\/q>/.exec((await pageFor(cookie)).body)?.[1];
    expect(await placeFor('sid=abc')).toBe('sealed');
    expect(await placeFor('')).toBe('');
  });

  it('has a neutral title and icon for a signed-in device in discreet mode', async () => {
    const discreet = (await pageFor('sid=abc; discreet=1')).body;
    expect(discreet).toContain('<link href="/plain.svg"><title>…</title><meta content="Ann');
    const named = '<link href="/favicon.svg"><title>Ann';
    expect((await pageFor('sid=abc')).body).toContain(named);
    expect((await pageFor('sid=abc; discreet=10')).body).toContain(named);
    expect((await pageFor('sid=abc; indiscreet=1')).body).toContain(named);
    // signed out, no person's setting applies
    expect((await pageFor('discreet=1')).body).toContain('<link href="/favicon.svg"><title>Care · Ann');
  });

  it('finds the title and the icon where the web app has them', () => {
    const html = readFileSync(new URL('../../../../web/index.html', import.meta.url), 'utf8');
    expect(html).toContain('<title>__TITLE__</title>');
    expect(html).toContain('<link rel="icon" href="/favicon.svg"');
    const tokens = readFileSync(new URL('../../../../web/src/styles/tokens.css', import.meta.url), 'utf8');
    const waiting = /<style[^]*<\/style>/.exec(html)?.[0] ?? '';
    expect(waiting.match(/#[0-9a-f]{6}/g)).toHaveLength(6);
    for (const color of waiting.match(/#[0-9a-f]{6}/g) ?? []) expect(tokens).toContain(color);
    for (const mark of ['<html lang="en"', '<!--ABOUT-->', '<if waiting>', '<!--SCREEN-->'])
      expect(html).toContain(mark);
    expect(existsSync(new URL('../../../../web/public/plain.svg', import.meta.url))).toBe(true);
  });

  it('contains the parts for its session state, page and language', async () => {
    const next = async (url: string, cookie: string, asked = 'en') => {
      const { body } = await app.inject({ url, headers: { cookie, 'accept-language': asked } });
      expect(body).not.toMatch(/<\/?if/);
      return [...body.matchAll(/<u>(.*?)<\/u>/g)].map(([, text]) => text);
    };
    expect(await next('/', 'sid=abc')).toEqual(['behind the door', 'the feed']);
    expect(await next('/?tab=messages', 'sid=abc')).toEqual(['behind the door']);
    expect(await next('/volunteer', 'sid=abc')).toEqual(['behind the door']);
    expect(await next('/', 'other=1')).toEqual(['landing']);
    expect(await next('/volunteer', '')).toEqual([]);
    expect(await next('/volunteer', '', 'es-MX')).toEqual(['es']);
  });

  it('is private to one browser and varies by cookie', async () => {
    const { headers } = await pageFor('sid=abc');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['vary']).toBe('Cookie,Accept-Language');
    const [one, another] = await Promise.all([pageFor('sid=abc'), pageFor('sid=of someone else')]);
    const common = (body: string) => body.replace(/<b>.+?<\/b>/, '').replace(/<q>.*?<\/q>/, '');
    expect(common(one.body)).toBe(common(another.body));
    expect(common(one.body)).not.toContain('abc');
  });

  it.each(['/index.html', '/index%2ehtml', '/index.html?tab=profile'])(
    'is filled in at the address of its file: %s',
    async (url) => {
      const { statusCode, body } = await app.inject({ url, headers: { cookie: 'sid=abc' } });
      expect(statusCode).toBe(200);
      expect(body).toContain('<i>maybe</i><q>sealed</q><u>behind the door</u>');
      expect(body).not.toMatch(/__|<if/);
    },
  );

  it('has a unique nonce, the one in its policy', async () => {
    const [one, two] = await Promise.all([pageFor(''), pageFor('')]);
    const nonceOf = (body: string) => /<b>(.+)<\/b>/.exec(body)?.[1] ?? '';
    expect(nonceOf(one.body)).not.toBe(nonceOf(two.body));
    expect(one.headers['content-security-policy']).toContain(`'nonce-${nonceOf(one.body)}'`);
  });

  it.each([
    ['/volunteers', '%2Fvolunteers'],
    ['/pantry?shelf=2&row=a%20b', '%2Fpantry%3Fshelf%3D2%26row%3Da%2520b'],
    ['/landing/team', '%2Flanding%2Fteam'],
    ['//evil.example', '%2F%2Fevil.example'],
    ['/index.html', '%2Findex.html'],
  ])(
    'redirects a request without a session to the sign-in page, which leads back: %s',
    async (url, returnTo) => {
      const { statusCode, headers } = await app.inject({ url, headers: { cookie: 'other=1' } });
      expect([statusCode, headers.location]).toEqual([302, `/api/login?returnTo=${returnTo}`]);
      expect([headers['cache-control'], headers['vary']]).toEqual(['private, no-cache', 'Cookie']);
      // the browser knows whether the session is still good, and shows "404 Page Not Found" if it is
      expect((await app.inject({ url, headers: { cookie: 'sid=abc' } })).statusCode).toBe(200);
    },
  );

  it.each(['/', '/?closed', '/landing', '/volunteer', '/volunteer/', '/donate', '/donate?from=mail'])(
    'needs no session at %s',
    async (url) => {
      for (const cookie of ['', 'sid=abc'])
        expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
    },
  );

  it('may load the card provider’s script only on the page where people pay', async () => {
    const [paying, slashed] = [
      await pageFor('sid=abc', '/donate?step=checkout'),
      await pageFor('', '/donate/'),
    ];
    expect(slashed.headers['content-security-policy']).toContain('js.stripe.com');
    const policy = String(paying.headers['content-security-policy']);
    for (const directive of [
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com;",
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com;',
      "connect-src 'self' https://api.stripe.com;",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(directive);
    expect(paying.headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")');
    for (const [cookie, url] of [
      ['sid=abc', '/'],
      ['sid=abc', '/donated'],
      ['', '/?to=/donate'],
    ] as const) {
      const { headers } = await pageFor(cookie, url);
      expect(JSON.stringify(headers)).not.toContain('stripe');
    }
  });
});
