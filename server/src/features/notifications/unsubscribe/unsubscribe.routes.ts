import { randomBytes } from 'node:crypto';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import { errorBody } from '#server/platform/http/http-errors.ts';
import { pagePolicy } from '#server/platform/http/security-headers.ts';
import { PAGE_STYLESHEET } from '#server/platform/mail/mail-page.ts';
import { escapeHtml } from '#server/platform/texts/escape-html.ts';
import { type Translate, translateInto } from '#server/platform/texts/translate.ts';
import { topicsInWords } from '../mail/notification-mail.ts';
import { unsubscribeTexts as texts } from '../notifications-texts.ts';
import { setTopicsByLink, type UnsubscribeState, unsubscribeState } from './unsubscribe.ts';

const ADDRESS = '/api/mail/unsubscribe';
const MAX_BODY_BYTES = 8192;

/**
 * The page behind a mail's unsubscribe link, and the one-click POST of mail programs (RFC 8058): a form without session
 * and origin. No other endpoint accepts such a request.
 */
export async function bindUnsubscribeRoutes(http: FastifyInstance, ctx: AppContext): Promise<void> {
  async function answerWith(
    request: FastifyRequest,
    reply: FastifyReply,
    open: (token: string) => Promise<{ state: UnsubscribeState; page: typeof askPage } | null>,
  ): Promise<FastifyReply> {
    const { appName, language } = ctx.settings;
    const token = tokenIn(request.query);
    const nonce = randomBytes(16).toString('base64');
    // without a valid link its owner is not known, so such pages are in the community's language
    const page: Page = {
      translate: translateInto(language),
      appName,
      isDiscreet: false,
      nonce,
      path: `${ADDRESS}?token=${encodeURIComponent(token)}`,
    };
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy({ images: [] }, nonce))
      .header('cache-control', 'no-store');
    try {
      await ctx.rateLimits.spend('address-unsubscribe', request.ip);
    } catch (refused) {
      if (!(refused instanceof AppError)) throw refused;
      reply.header('retry-after', String(refused.retryAfterSeconds ?? 1));
      return reply.code(refused.status).send(tooManyPage(page, errorBody(refused, language).message));
    }
    const opened = await open(token);
    if (!opened) return reply.code(404).send(brokenLinkPage(page));
    const { state } = opened;
    const { isDiscreet, language: itsLanguage } = state.reader;
    return reply.send(opened.page({ ...page, translate: translateInto(itsLanguage), isDiscreet }, state));
  }

  http.get(ADDRESS, async (request, reply) =>
    answerWith(request, reply, async (token) => {
      const state = await unsubscribeState(ctx, token);
      return state && { state, page: askPage };
    }),
  );

  await http.register(async (forms) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      forms.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    forms.post(
      ADDRESS,
      { config: { fromAnywhere: true }, bodyLimit: MAX_BODY_BYTES },
      async (request, reply) =>
        answerWith(request, reply, async (token) => {
          // any form of a mail program means "stop": only our own form can switch on
          const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
          const on = fields.get('action') === 'on';
          const again = fields.get('topics')?.split(',') ?? [];
          const state = await setTopicsByLink(ctx, token, { on, again });
          return state && { state, page: on ? onPage : offPage };
        }),
    );
  });
}

function tokenIn(query: unknown): string {
  const token = typeof query === 'object' && query !== null && 'token' in query ? query.token : null;
  return typeof token === 'string' ? token : '';
}

/**
 * `path` is the link's path on this server; `translate` translates into the reader's language. A discreet page does not
 * say what the mails are about, nor the name of the community.
 */
type Page = {
  readonly translate: Translate;
  readonly appName: string;
  readonly isDiscreet: boolean;
  readonly nonce: string;
  readonly path: string;
};

type State = Omit<UnsubscribeState, 'reader'>;

/** The title of the page, which names the link's mails. */
const titleOf = ({ translate, isDiscreet }: Page, act: 'ask' | 'off' | 'on', { topics }: State): string =>
  isDiscreet
    ? translate(texts, `${act}.discreet`)
    : translate(texts, act, { topics: topicsInWords(translate, topics) });

/** Asks for confirmation: link scanners of mail programs must not switch anything off. */
function askPage(page: Page, state: State): string {
  if (state.on.length === 0) return offPage(page, state);
  return frame(page, titleOf(page, 'ask', state), [
    stillTold(page),
    form(page, page.translate(texts, 'stop'), { action: 'off' }),
  ]);
}

/**
 * Confirms that they are off and offers to undo: the topics just switched, or all topics of the link if they were off
 * before (a page reload, a faster mail program).
 */
function offPage(page: Page, state: State): string {
  const { topics, switched } = state;
  const again = switched.length > 0 ? switched : topics;
  return frame(page, titleOf(page, 'off', state), [
    stillTold(page),
    form(page, page.translate(texts, 'resume'), { action: 'on', topics: again.join(',') }, 'second'),
  ]);
}

function onPage(page: Page, state: State): string {
  return frame(page, titleOf(page, 'on', state), [
    paragraph(page.translate(texts, 'stop-later')),
    form(page, page.translate(texts, 'stop'), { action: 'off' }, 'second'),
  ]);
}

const brokenLinkPage = (page: Page): string =>
  frame(page, page.translate(texts, 'broken'), [paragraph(page.translate(texts, 'broken.text'))]);

/** The page after too many attempts; `sentence` says when to try again. */
const tooManyPage = (page: Page, sentence: string): string =>
  frame(page, page.translate(texts, 'too-many'), [paragraph(sentence)]);

const stillTold = ({ translate, appName, isDiscreet }: Page): string =>
  paragraph(
    isDiscreet ? translate(texts, 'still-told.discreet') : translate(texts, 'still-told', { app: appName }),
  );
const paragraph = (text: string): string => `<p class="muted">${escapeHtml(text)}</p>`;

function form(
  { path }: Page,
  label: string,
  fields: Readonly<Record<string, string>>,
  look: 'first' | 'second' = 'first',
): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return `<form method="post" action="${escapeHtml(path)}">${inputs.join('')}<button class="${look}">${escapeHtml(label)}</button></form>`;
}

function frame(
  { translate, appName, isDiscreet, nonce }: Page,
  title: string,
  content: readonly string[],
): string {
  const name = escapeHtml(appName);
  return [
    `<!doctype html><html lang="${translate.language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">',
    `<link rel="icon" href="${isDiscreet ? '/plain.svg' : '/favicon.svg'}" type="image/svg+xml">`,
    `<title>${escapeHtml(title)}${isDiscreet ? '' : ` · ${name}`}</title><style nonce="${nonce}">${PAGE_STYLESHEET}</style></head>`,
    `<body><main>${isDiscreet ? '' : `<p class="name"><a href="/">${name}</a></p>`}<div class="card"><h1>${escapeHtml(title)}</h1>`,
    ...content,
    `<p><a href="/?tab=profile&amp;room=settings">${escapeHtml(translate(texts, 'settings'))}</a></p>`,
    '</div></main></body></html>',
  ].join('\n');
}
