import type { Readable } from 'node:stream';
import { signedOut } from '@openlarder/domain/kernel/app-error.ts';
import { idParams } from '@openlarder/domain/kernel/ids.ts';
import { PHOTO_WIDTHS, requestUpload, storePhoto } from '@openlarder/domain/photos/photo-contract.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { answer, bindEndpoint } from '#server/platform/bind-endpoint.ts';
import type { Caller } from '#server/platform/sessions.ts';
import type { Photos } from './photos.service.ts';

const ONE_DAY_SECONDS = 86_400;

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
    files.put<{ Params: { id: string } }>(
      '/api/objects/uploads/:id',
      {
        schema: { hide: true },
        config: { slowBody: true },
        async onRequest(request) {
          if (!request.caller) throw signedOut();
        },
      },
      async (request, reply) => {
        await photos.receiveFile(request.caller as Caller, request.url, request.body as Readable);
        return reply.code(204).send();
      },
    );
  });
  app.get<{ Params: z.output<typeof idParams>; Querystring: z.output<typeof widthQuery> }>(
    '/objects/:id',
    {
      schema: { hide: true, params: idParams, querystring: widthQuery },
      async onRequest(request) {
        if (!request.caller) throw signedOut();
      },
    },
    async (request, reply) =>
      reply
        .headers({
          'content-type': 'image/webp',
          'content-disposition': 'inline',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': `private, max-age=${ONE_DAY_SECONDS}`,
        })
        .send(await photos.readPhoto(request.caller as Caller, request.params.id, request.query.w)),
  );
}
