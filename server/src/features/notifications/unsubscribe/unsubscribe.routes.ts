import { randomBytes } from 'node:crypto';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/platform/app-context.ts';
import { pagePolicy } from '#server/platform/http/security-headers.ts';
import { setTopicsByLink, unsubscribeState } from './unsubscribe.ts';
import { askPage, offPage, onPage, sorryPage } from './unsubscribe-page.ts';

const ADDRESS = '/api/mail/unsubscribe';
const INVALID_LINK =
  'It may have been cut off on its way. Sign in to choose which mails you get; we are sorry for the detour.';
const MAX_BODY_BYTES = 8192;

/**
 * The page behind a mail's unsubscribe link, and the one-click POST of mail programs (RFC 8058): a form without session
 * and origin. No other endpoint accepts such a request.
 */
export async function bindUnsubscribeRoutes(http: FastifyInstance, ctx: AppContext): Promise<void> {
  const { appName } = ctx.settings;

  async function answerWith(
    request: FastifyRequest,
    reply: FastifyReply,
    page: (token: string, parts: Parameters<typeof sorryPage>[0]) => Promise<string | null>,
  ): Promise<FastifyReply> {
    const token = tokenIn(request.query);
    const nonce = randomBytes(16).toString('base64');
    const parts = { appName, nonce, path: `${ADDRESS}?token=${encodeURIComponent(token)}` };
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy({ images: [] }, nonce))
      .header('cache-control', 'no-store');
    try {
      await ctx.rateLimits.spend('address-unsubscribe', request.ip);
    } catch (refused) {
      if (!(refused instanceof AppError)) throw refused;
      reply.header('retry-after', String(refused.retryAfterSeconds ?? 1));
      return reply.code(refused.status).send(sorryPage(parts, refused.message));
    }
    const html = await page(token, parts);
    return html === null ? reply.code(404).send(sorryPage(parts, INVALID_LINK)) : reply.send(html);
  }

  http.get(ADDRESS, { schema: { hide: true } }, async (request, reply) =>
    answerWith(request, reply, async (token, parts) => {
      const state = await unsubscribeState(ctx, token);
      return state && askPage(parts, state);
    }),
  );

  await http.register(async (forms) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      forms.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    forms.post(
      ADDRESS,
      { schema: { hide: true }, config: { fromAnywhere: true }, bodyLimit: MAX_BODY_BYTES },
      async (request, reply) =>
        answerWith(request, reply, async (token, parts) => {
          // any form of a mail program means "stop": only our own form can switch on
          const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
          const on = fields.get('action') === 'on';
          const again = fields.get('topics')?.split(',') ?? [];
          const state = await setTopicsByLink(ctx, token, { on, again });
          if (!state) return null;
          return on ? onPage(parts, state) : offPage(parts, state);
        }),
    );
  });
}

function tokenIn(query: unknown): string {
  const token = typeof query === 'object' && query !== null && 'token' in query ? query.token : null;
  return typeof token === 'string' ? token : '';
}
