import { randomBytes } from 'node:crypto';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import { errorBody } from '#server/platform/http/http-errors.ts';
import { pagePolicy } from '#server/platform/http/security-headers.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { setTopicsByLink, type UnsubscribeState, unsubscribeState } from './unsubscribe.ts';
import { askPage, brokenLinkPage, offPage, onPage, type Page, tooManyPage } from './unsubscribe-page.ts';

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
