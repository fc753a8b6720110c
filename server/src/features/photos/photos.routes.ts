import { Readable } from 'node:stream';
import { signedOut } from '@openlarder/domain/kernel/app-error.ts';
import * as contract from '@openlarder/domain/photos/photo-contract.ts';
import * as schemas from '@openlarder/domain/photos/photo-schemas.ts';
import { idParams } from '@openlarder/domain/kernel/wire-schemas.ts';
import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { bindEndpoint, reply } from '#server/platform/http/bind-endpoint.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import type { Photos } from './photos.service.ts';

const ONE_DAY_SECONDS = 86_400;
const LAST_WORDS_MS = 2000;

const widthQuery = z.object({
  w: z._default(z.pipe(z.coerce.number(), z.literal(PHOTO_WIDTHS)), 640),
});

export async function bindPhotoRoutes(app: FastifyInstance, photos: Photos): Promise<void> {
  bindEndpoint(app, contract.requestUpload, schemas.requestUploadSpec, async ({ caller }) =>
    reply(200, await photos.requestUpload(caller)),
  );
  bindEndpoint(app, contract.storePhoto, schemas.storePhotoSpec, async ({ caller, body }) =>
    reply(200, await photos.storePhoto(caller, body.imageURL)),
  );

  // a file's bytes and a picture's bytes are no JSON: these two are bound by hand
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    files.put<{ Body: Readable | undefined }>(
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
          // a request without a body has none to parse: it is a file of no bytes
          const file = request.body ?? Readable.from([]);
          await photos.receiveFile(callerOf(request), request.url, file, announcedBytes(request));
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
      const { id } = request.params;
      const { w } = request.query;
      const { isForOne } = await photos.requireVisiblePhoto(callerOf(request), id);
      // pictures never change, so their name stands for their bytes; who may see what was sent to them is asked anew
      const tag = `"${id}-${w}"`;
      const kept = isForOne ? 'private, no-cache' : `private, max-age=${ONE_DAY_SECONDS}`;
      const caching = { 'cache-control': kept, etag: tag };
      if (isKnown(request, tag)) return reply.code(304).headers(caching).send();
      const bytes = await photos.readPhoto(id, w);
      return reply
        .headers({
          ...caching,
          'content-type': 'image/webp',
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(bytes);
    },
  );
}

/** Whether the browser has this already. */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === tag || one === '*') ?? false;
}

/** How long the body says it is; null when it comes in chunks. */
function announcedBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
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
