import * as z from 'zod/mini';
import { errorText } from '../kernel/app-error.ts';
import { EXAMPLE_ID, type EndpointSpec } from '../kernel/endpoint.ts';
import { matching, maxLength, optionalText } from '../kernel/wire-schemas.ts';
import { MAX_CAPTION_LENGTH } from './photo-limits.ts';

/** A stored image's path on this server, such as `/objects/0198…`. */
export const objectPathSchema = z
  .string({ error: errorText('not-your-photo') })
  .check(
    ...matching(
      45,
      /^\/objects\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
      errorText('not-your-photo'),
    ),
  );

/** The alternative text; may be empty. */
export const captionSchema = optionalText(MAX_CAPTION_LENGTH);

/** An image to display: path, placeholder (thumbhash, base64), size in pixels, caption. */
export const photoSchema = z.object({
  objectPath: z.string(),
  thumbhash: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  caption: z.string(),
});

export const requestUploadSpec = {
  summary: 'A signed address for one picture of at most 10 MB, good for 15 minutes',
  responses: { 200: z.object({ uploadURL: z.string() }) },
  errors: { 429: ['photo-share-used'], 403: ['account-paused'] },
} as const satisfies EndpointSpec;

export const storePhotoSpec = {
  summary: 'Turn an uploaded file into a picture that can be shown',
  body: z.object({
    imageURL: z.string({ error: errorText('not-an-upload') }).check(maxLength(2000, errorText('invalid'))),
  }),
  responses: { 200: photoSchema },
  errors: { 503: ['photos-busy', 'photos-away'] },
  example: {
    body: {
      imageURL: `/api/objects/uploads/${EXAMPLE_ID}?expires=1&signature=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa`,
    },
  },
} as const satisfies EndpointSpec;
