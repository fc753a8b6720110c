import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { Language } from '@openlarder/domain/kernel/languages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PRODUCT_VERSION } from '../product-version.ts';
import { regionOf } from '../settings/region.ts';
import type { Settings } from '../settings/settings.ts';
import { escapeHtml } from '../texts/escape-html.ts';
import { sendErrorReply } from './http-errors.ts';
import { askedLanguage } from './request-language.ts';
import { PAYMENT_PERMISSIONS, type PageSources, pagePolicy } from './security-headers.ts';
import {
  openGraphTags,
  type PrerenderedPage,
  readPrerenderedPages,
  type PrerenderedPages,
} from './prerendered-pages.ts';

declare module 'fastify' {
  interface FastifyReply {
    sendPage(): Promise<FastifyReply>;
    /**
     * Sends the page; without a session, redirects from a page that is not for visitors to the sign-in page, which
     * leads back.
     */
    sendPageAtDoor(): Promise<FastifyReply>;
  }
}

export type PageOptions = {
  readonly webDir: string;
  readonly sources: PageSources;
  /** The address of the page that takes payments; null if no page does. */
  readonly paymentPath: string | null;
  readonly sessionCookie: string;
  /** The position in the live events before everything that the page fetches; null if unknown. */
  readonly livePosition: () => string | null;
  /** Read for each reply: the browser shows all times in the time zone, and the language where it asks for none of ours. */
  readonly settings: Pick<
    Settings,
    'appName' | 'publicUrl' | 'timeZone' | 'country' | 'currency' | 'language'
  >;
  /** What a link to something of ours shows on other sites; null for the landing page's. */
  readonly previewOf?: (request: FastifyRequest, language: Language) => Promise<PagePreview | null>;
};

/** `address` begins with `/?`. */
export type PagePreview = Pick<PrerenderedPage, 'title' | 'description'> & { readonly address: string };

/**
 * Placeholders in the page for the style nonce, the session flag, the place in the live events, the name, time zone and
 * region of the community and the title.
 */
const NONCE_MARK = '__STYLE_NONCE__';
const SESSION_MARK = '__SESSION__';
const POSITION_MARK = '__LIVE_POSITION__';
const NAME_MARK = '__APP_NAME__';
const ZONE_MARK = '__TIME_ZONE__';
const VERSION_MARK = '__VERSION__';
const REGION_MARK = '__REGION__';
const TITLE_MARK = '__TITLE__';
/** Where the tags about the page go, for other sites, and a screen that is there before any script runs. */
const ABOUT_MARK = '<!--ABOUT-->';
const SCREEN_MARK = '<!--SCREEN-->';
/** Where the sentences go that the page shows if the app cannot start. */
const PROBLEMS_MARK = '<!--START-PROBLEMS-->';
const INLINE_SCRIPT = /<script>([^]*?)<\/script>/g;
/** The screens of visitors that are in the page, by address. */
const SCREENS: Readonly<Record<string, string>> = {
  '/': 'landing',
  '/landing': 'landing',
  '/volunteer': 'volunteer',
};
const OPEN_PAGES = new Set(['/', '/landing', '/volunteer', '/donate']);
/** The cookie by which the web app remembers discreet mode on a device. */
const DISCREET_COOKIE = 'discreet=1';
const [ICON, DISCREET_ICON] = ['/favicon.svg', '/plain.svg'];
/** The settings, where the password is changed. */
const CHANGE_PASSWORD_PATH = '/?tab=profile&room=settings';
/** In every language, until the web app sets its own. */
const DISCREET_TITLE = '…';
/** A part of the page for replies that meet all of its conditions. */
const IF_MARK = /<if ([a-zA-Z -]+)>([^]*?)<\/if>/g;

/** The title as the web app will set it. */
const titleOf = (screen: { readonly title: string } | undefined): string =>
  screen ? `${escapeHtml(screen.title)} · ${NAME_MARK}` : NAME_MARK;

/** How the policy names a script that is in the page. */
const hashSource = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

/**
 * Gives every reply `sendPage`. The page says whether the request carries a session cookie, so that the browser does
 * not request the user in vain, and begins to load the data of a signed-in person. Only the presence of the cookie
 * counts for that. With a session the page names the last live event before it: the browser's first connection resumes
 * there, so that nothing it has fetched is fetched again. The page holds nothing else of a person, and it is not cached
 * for others. A device in discreet mode gets a neutral title and icon before any script runs. The screens of visitors
 * are in it as the build has rendered them.
 */
export function decorateWithPage(app: FastifyInstance, options: PageOptions): void {
  const { webDir, sources, paymentPath, sessionCookie, settings } = options;
  const { publicUrl } = settings;
  let page: string | undefined;
  let scripts: readonly string[] = [];
  let screens: PrerenderedPages | undefined;
  const variants = new Map<string, string>();
  const variantOf = (conditions: readonly string[], address: string, shownIn: Language): string => {
    const { appName, timeZone } = settings;
    const region = escapeHtml(JSON.stringify(regionOf(settings)));
    const key = [...conditions, address, shownIn, timeZone, region, appName].join(' ');
    const known = variants.get(key);
    if (known !== undefined) return known;
    const name = escapeHtml(appName);
    if (page === undefined) {
      page = readFileSync(path.join(webDir, 'index.html'), 'utf8');
      scripts = [...page.matchAll(INLINE_SCRIPT)].map(([, script = '']) => hashSource(script));
    }
    screens ??= readPrerenderedPages(webDir);
    const inLanguage = screens[shownIn];
    const screen = conditions.includes('session') ? undefined : inLanguage?.[SCREENS[address] ?? ''];
    const isWaiting = screen === undefined;
    const holding = [...conditions, `in-${shownIn}`, isWaiting ? 'waiting' : 'screen'];
    const isDiscreet = conditions.includes('discreet');
    const about = screen ?? inLanguage?.['landing'];
    let variant = page.replaceAll(IF_MARK, (_, needed: string, inside: string) =>
      needed.split(' ').every((one) => holding.includes(one)) ? inside : '',
    );
    variant = variant
      .replace(ABOUT_MARK, () =>
        about && !isDiscreet && !conditions.includes('preview')
          ? openGraphTags(about, { publicUrl, address, language: shownIn, isFound: !isWaiting })
          : conditions.includes('preview')
            ? ABOUT_MARK
            : '',
      )
      .replace(SCREEN_MARK, () => screen?.html ?? '')
      .replace(PROBLEMS_MARK, () => inLanguage?.['start-problems']?.html ?? '')
      .replace(TITLE_MARK, () => (isDiscreet ? DISCREET_TITLE : titleOf(screen)))
      .replace(ZONE_MARK, () => escapeHtml(timeZone))
      .replace(VERSION_MARK, () => PRODUCT_VERSION)
      .replace(REGION_MARK, () => region)
      .replaceAll(NAME_MARK, () => name);
    if (screen) variant = variant.replace('<html lang="en"', `<html lang="${shownIn}"`);
    if (isDiscreet) variant = variant.replace(ICON, DISCREET_ICON);
    variants.set(key, variant);
    return variant;
  };
  /** Filled in last: a title that someone wrote may contain a placeholder. */
  const withPreview = (html: string, preview: PagePreview, shownIn: Language): string =>
    html.replace(ABOUT_MARK, () =>
      openGraphTags(
        { ...preview, html: '' },
        { publicUrl, address: preview.address, language: shownIn, isFound: false },
      ).replaceAll(NAME_MARK, () => escapeHtml(settings.appName)),
    );
  const sessionOf = ({ headers }: FastifyRequest): 'maybe' | 'none' =>
    headers.cookie?.includes(`${sessionCookie}=`) ? 'maybe' : 'none';
  app.decorateReply('sendPageAtDoor', async function sendPageAtDoor(this: FastifyReply) {
    const { url } = this.request;
    const [address = ''] = url.split('?', 1);
    if (sessionOf(this.request) === 'maybe' || OPEN_PAGES.has(address.replace(/(.)\/$/, '$1')))
      return this.sendPage();
    return this.header('cache-control', 'private, no-cache')
      .header('vary', 'Cookie')
      .redirect(`/api/login?returnTo=${encodeURIComponent(url)}`);
  });
  app.decorateReply('sendPage', async function sendPage(this: FastifyReply) {
    const { url, headers } = this.request;
    const session = sessionOf(this.request);
    const isDiscreet = session === 'maybe' && headers.cookie?.split('; ').includes(DISCREET_COOKIE);
    const takesPayments = paymentPath !== null && url.split('?', 1)[0]?.replace(/\/$/, '') === paymentPath;
    if (takesPayments) this.header('permissions-policy', PAYMENT_PERMISSIONS);
    const shownIn = askedLanguage(this.request) ?? settings.language;
    const preview =
      session === 'none' ? await options.previewOf?.(this.request, shownIn).catch(() => null) : null;
    const conditions = [
      session === 'maybe' ? 'session' : 'no-session',
      ...(preview ? ['preview'] : []),
      ...(isDiscreet ? ['discreet'] : []),
      ...(url === '/' ? ['first-page'] : []),
    ];
    const position = session === 'maybe' ? (options.livePosition() ?? '') : '';
    const nonce = randomBytes(16).toString('base64');
    const variant = variantOf(
      conditions,
      // any other address gets the same page, so that the cache does not grow with the requested URLs
      url in SCREENS ? url : '',
      shownIn,
    );
    const filled = variant
      .replaceAll(NONCE_MARK, nonce)
      .replaceAll(SESSION_MARK, session)
      .replaceAll(POSITION_MARK, position);
    return (
      this.type('text/html; charset=utf-8')
        // must be revalidated: signing in and out changes it
        .header('cache-control', 'private, no-cache')
        .header('vary', 'Cookie,Accept-Language')
        .header(
          'content-security-policy',
          pagePolicy({ ...sources, scripts, payments: takesPayments }, nonce),
        )
        .send(preview ? withPreview(filled, preview, shownIn) : filled)
    );
  });
}

/**
 * Ends the service worker of another app that was at this address before. It may answer all calls from its cache, so that
 * nothing of ours arrives; but browsers ask the network whether its script has changed.
 */
const LAST_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const page of await self.clients.matchAll({ type: 'window' })) await page.navigate(page.url);
})()));
`;

/**
 * Serves the built web app: assets with a year of caching, and the page for every path that is not a call.
 */
export async function serveWebApp(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.resolve(webDir),
    index: false,
    wildcard: false,
    // the page's placeholders are filled in
    globIgnore: ['**/index.html*'],
    preCompressed: true,
    // only assets and archives of maps, whose addresses change with them, may be cached for a year
    setHeaders(reply, file) {
      const named = file.includes(`${path.sep}assets${path.sep}`) || file.endsWith('.pmtiles');
      reply.header('cache-control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/', async (_request, reply) => reply.sendPage());
  // https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect(CHANGE_PASSWORD_PATH, 303),
  );
  // older devices ask without a link; without a name of their own they would get the page
  app.get('/apple-touch-icon-precomposed.png', async (_request, reply) =>
    reply.redirect('/apple-touch-icon.png', 301),
  );
  app.setNotFoundHandler(async (request, reply) => {
    // set by browsers alone, and only for such a script
    if (request.headers['service-worker'] === 'script')
      return reply.type('text/javascript').header('cache-control', 'no-store').send(LAST_WORKER);
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(api|objects|assets|ws)(\/|$|\?)/.test(request.url);
    return isPage ? reply.sendPageAtDoor() : sendErrorReply(reply, notFound());
  });
}
