import { Readable } from 'node:stream';
import { signedOut } from '@openlarder/domain/kernel/app-error.ts';
import { idParams } from '@openlarder/domain/kernel/wire-schemas.ts';
import * as contract from '@openlarder/domain/photos/photo-contract.ts';
import { PHOTO_WIDTHS } from '@openlarder/domain/photos/photo-limits.ts';
import * as schemas from '@openlarder/domain/photos/photo-schemas.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { AppContext } from '#server/platform/app-context.ts';
import { leavePlace } from '#server/platform/http/admission.ts';
import { bindEndpoints } from '#server/platform/http/bind-endpoints.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { storePhoto } from './decode/decode-photo.ts';
import * as photos from './photos.service.ts';
import { receiveFile, requestUpload } from './upload/upload-photo.ts';

const ONE_DAY_SECONDS = 86_400;
const LINGER_MS = 2000;

const widthQuery = z.object({
  w: z._default(z.pipe(z.coerce.number(), z.literal(PHOTO_WIDTHS)), 640),
});

export async function bindPhotoRoutes(app: FastifyInstance, ctx: AppContext): Promise<void> {
  bindEndpoints(app, contract, schemas, {
    requestUpload: ({ caller, request }) =>
      requestUpload(ctx, caller, `${request.protocol}://${request.host}`),
    storePhoto: ({ caller, body }) => storePhoto(ctx, caller, body.imageURL),
  });

  // these two transfer bytes instead of JSON, so bindEndpoints does not fit
  await app.register(async (files) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    files.put<{ Body: Readable | undefined }>(
      '/api/objects/uploads/:id',
      {
        config: { slowBody: true },
        async onRequest(request) {
          callerOf(request);
        },
      },
      async (request, response) => {
        try {
          // a request without a body is an empty file
          const file = request.body ?? Readable.from([]);
          await receiveFile(ctx, callerOf(request), request.url, file, announcedBytes(request));
        } catch (error) {
          closeAfterReply(request, response);
          throw error;
        }
        return response.code(204).send();
      },
    );
  });
  app.get<{ Params: z.output<typeof idParams>; Querystring: z.output<typeof widthQuery> }>(
    '/objects/:id',
    {
      config: { importance: 'look' },
      schema: { params: idParams, querystring: widthQuery },
      async onRequest(request) {
        callerOf(request);
      },
    },
    async (request, response) => {
      const { id } = request.params;
      const { w } = request.query;
      const { isForOne, fileId } = await photos.requireVisiblePhoto(ctx, callerOf(request), id);
      // pictures never change, so the name is the ETag; private photos are revalidated, since access can end
      const tag = `"${id}-${w}"`;
      const kept = isForOne ? 'private, no-cache' : `private, max-age=${ONE_DAY_SECONDS}`;
      const caching = { 'cache-control': kept, etag: tag };
      if (isKnown(request, tag)) return response.code(304).headers(caching).send();
      // a slow store would hold the places of all who look
      leavePlace(request);
      const bytes = await photos.readPhoto(ctx, fileId, w);
      return response
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

/** True if the browser has this version already. */
function isKnown({ headers }: FastifyRequest, tag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known?.some((one) => one === tag || one === '*') ?? false;
}

/** The content-length; null for a chunked body. */
function announcedBytes({ headers }: FastifyRequest): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** The signed-in caller; others are refused with 401 before their body is read. */
function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw signedOut();
  return caller;
}

/**
 * Lets a refused sender read the reply, then closes the connection: the rest of the body is discarded, for two seconds
 * at most. Closing immediately could discard the reply with it.
 */
function closeAfterReply(request: FastifyRequest, response: FastifyReply): void {
  response.header('connection', 'close');
  response.raw.once('finish', () => {
    if (request.raw.complete) return;
    request.raw.resume();
    const hangUp = setTimeout(() => request.raw.destroy(), LINGER_MS);
    request.raw.once('close', () => {
      clearTimeout(hangUp);
    });
  });
}
