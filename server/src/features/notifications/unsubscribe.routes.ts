import { randomBytes } from 'node:crypto';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimits } from '#server/platform/http/rate-limits.ts';
import { pagePolicy } from '#server/platform/http/security-headers.ts';
import type { Notifications } from './notifications.service.ts';
import { askPage, offPage, onPage, sorryPage } from './unsubscribe/unsubscribe-page.ts';

const ADDRESS = '/api/mail/unsubscribe';
const NOT_OURS =
  'It may have been cut off on its way. Sign in to choose which mails you get; we are sorry for the detour.';
const LONGEST_BODY_BYTES = 8192;

type Parts = {
  readonly notifications: Pick<Notifications, 'unsubscribeState' | 'setTopicsByLink'>;
  readonly rateLimits: RateLimits;
  readonly appName: string;
};

/**
 * The page behind the link of a mail, and what mail programs post by themselves (RFC 8058): they have no session, come
 * from nowhere and send a form. Nothing else in the product takes such a request.
 */
export async function bindUnsubscribeRoutes(
  app: FastifyInstance,
  { notifications, rateLimits, appName }: Parts,
): Promise<void> {
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
      await rateLimits.spend('address-unsubscribe', request.ip);
    } catch (refused) {
      if (!(refused instanceof AppError)) throw refused;
      reply.header('retry-after', String(refused.retryAfterSeconds ?? 1));
      return reply.code(refused.status).send(sorryPage(parts, refused.message));
    }
    const html = await page(token, parts);
    return html === null ? reply.code(404).send(sorryPage(parts, NOT_OURS)) : reply.send(html);
  }

  app.get(ADDRESS, { schema: { hide: true } }, async (request, reply) =>
    answerWith(request, reply, async (token, parts) => {
      const state = await notifications.unsubscribeState(token);
      return state && askPage(parts, state);
    }),
  );

  await app.register(async (forms) => {
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
      forms.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) => done(null, body));
    forms.post(
      ADDRESS,
      { schema: { hide: true }, config: { fromAnywhere: true }, bodyLimit: LONGEST_BODY_BYTES },
      async (request, reply) =>
        answerWith(request, reply, async (token, parts) => {
          // whatever a mail program sends, it means "stop": only our own form asks for the opposite
          const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
          const on = fields.get('action') === 'on';
          const again = fields.get('topics')?.split(',') ?? [];
          const state = await notifications.setTopicsByLink(token, { on, again });
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
