import { AppError, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { PictureRefusal } from './image-decoder.ts';

export const notOurs = (): AppError => unprocessable({ imageURL: 'This is not an upload address of ours' });

export const photoShareUsed = (retryAfterSeconds: number): AppError =>
  new AppError(
    429,
    'photo-share-used',
    'That is all the photos one person can add in a day. You can share food without one, or add more tomorrow.',
    { retryAfterSeconds },
  );

/** The line broke while the photo was coming in. */
export const brokenOff = (): AppError =>
  new AppError(400, 'photo-broken-off', 'This photo did not arrive whole. Please send it again.');

/** So many photos are being decoded that this one would wait for longer than a person does. */
export const tooBusy = (): AppError =>
  new AppError(503, 'photos-busy', 'Many photos are coming in right now. Please try again in a moment.', {
    retryAfterSeconds: 5,
  });

/** What a person is told about a file that becomes no picture: what it is, and what works instead. */
const SENTENCES: Record<PictureRefusal, string> = {
  empty: 'This photo is empty. Please choose it again.',
  'no-picture': 'This is not a photo. Please choose a JPEG, PNG or WebP picture.',
  'other-format': 'We cannot show pictures of this format. Please choose a JPEG, PNG or WebP picture.',
  heic: 'We cannot open HEIC photos here. Please save it as JPEG, or choose a screenshot of it.',
  'too-many-pixels':
    'This picture has more than 40 million pixels. A smaller copy or a screenshot of it works.',
  damaged: 'We could not read this photo: it is damaged or did not arrive whole. Please choose it again.',
};

export const noPicture = (why: PictureRefusal): AppError => unprocessable({ imageURL: SENTENCES[why] });
