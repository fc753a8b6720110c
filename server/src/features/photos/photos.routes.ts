import type { Readable } from 'node:stream';
import { signedOut } from '@openlarder/domain/kernel/app-error.ts';
import { idParams } from '@openlarder/domain/kernel/ids.ts';
import { PHOTO_WIDTHS, requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Caller } from '#server/platform/sessions.ts';
import type { Photos } from './photos.service.ts';

const ONE_DAY_SECONDS = 86_400;
const LAST_WORDS_MS = 2000;

const widthQuery = z.object({
  w: z._default(z.pipe(z.coerce.number(), z.literal(PHOTO_WIDTHS)), 640),
});

export async function bindPhotoRoutes(app: FastifyInstance, photos: Photos): Promise<void> {
  bindEndpoint(app, requestUpload, async ({ caller }) => answer(200, await photos.requestUpload(caller)));
  bindEndpoint(app, storePhoto, async ({ caller, body }) =>
    answer(200, await photos.storePhoto(caller, body.imageURL)),
  );

  // a file's bytes and a picture's bytes are no JSON: these two are bound by hand
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    files.put<{ Body: Readable }>(
      '/api/objects/uploads/:id',
      {
        schema: { hide: true },
        config: { slowBody: true },
        async onRequest(request) {
          callerOf(request);
        },
      },
      async (request, reply) => {
        try {
          await photos.receiveFile(callerOf(request), request.url, request.body);
        } catch (error) {
          endAfterAnswer(request, reply);
          throw error;
        }
        return reply.code(204).send();
      },
    );
  });
  app.get<{ Params: z.output<typeof idParams>; Querystring: z.output<typeof widthQuery> }>(
    '/objects/:id',
    {
      schema: { hide: true, params: idParams, querystring: widthQuery },
      async onRequest(request) {
        callerOf(request);
      },
    },
    async (request, reply) => {
      const bytes = await photos.readPhoto(callerOf(request), request.params.id, request.query.w);
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': `private, max-age=${ONE_DAY_SECONDS}`,
        })
        .send(bytes);
    },
  );
}

/** Whoever asks, if they are signed in; strangers are refused before anything of theirs is read. */
function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw signedOut();
  return caller;
}

/**
 * Lets a refused sender read the answer, then hangs up: what else they send is thrown away unread, for two seconds
 * at most, because a line that is cut at once takes the answer with it.
 */
function endAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('connection', 'close');
  reply.raw.once('finish', () => {
    if (request.raw.complete) return;
    request.raw.resume();
    const hangUp = setTimeout(() => request.raw.socket.destroy(), LAST_WORDS_MS);
    request.raw.once('close', () => {
      clearTimeout(hangUp);
    });
  });
}
