import { t } from '@lingui/core/macro';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';

/** Why a chosen file is rejected. */
export type PhotoRejection = 'not-a-photo' | 'too-big' | 'empty' | 'too-many';

/** Some browsers report no type for an iPhone's pictures, some file managers for any. */
const NO_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream']);
const PHOTO_NAME = /\.(heic|heif|avif|jpe?g|png|webp)$/i;
/** More than any phone makes, and than its browser has room for. What is sent is measured once it is smaller. */
const MAX_READ_BYTES = 100_000_000;

/** Why a file may not be uploaded as a photo; null if it may. `existingCount` photos exist already. */
export function photoRejection(
  file: Pick<File, 'name' | 'type' | 'size'>,
  existingCount: number,
): PhotoRejection | null {
  const isPicture = NO_TYPES.has(file.type) ? PHOTO_NAME.test(file.name) : file.type.startsWith('image/');
  // SVG may contain scripts, and the server rejects it.
  if (!isPicture || file.type === 'image/svg+xml') return 'not-a-photo';
  if (file.size === 0) return 'empty';
  if (file.size > MAX_READ_BYTES) return 'too-big';
  return existingCount >= MAX_PHOTOS_PER_LISTING ? 'too-many' : null;
}

export type PartitionedPhotos<F> = {
  readonly accepted: readonly F[];
  readonly rejected: readonly { readonly file: F; readonly why: PhotoRejection }[];
};

/** Splits chosen files into accepted ones, as many as fit besides `existingCount`, and rejected ones. */
export function partitionPhotos<F extends Pick<File, 'name' | 'type' | 'size'>>(
  files: readonly F[],
  existingCount: number,
): PartitionedPhotos<F> {
  const accepted: F[] = [];
  const rejected: { file: F; why: PhotoRejection }[] = [];
  for (const file of files) {
    const why = photoRejection(file, existingCount + accepted.length);
    if (why === null) accepted.push(file);
    else rejected.push({ file, why });
  }
  return { accepted, rejected };
}

/** What is said of a photo that cannot be sent. */
export const tooBigMessage = (name: string): string =>
  t`“${name}” is larger than 10 MB. Try a smaller copy or a screenshot.`;

export function rejectionMessages(rejected: PartitionedPhotos<File>['rejected']): string[] {
  const messages = rejected.map(({ file: { name }, why }) => {
    if (why === 'too-big') return tooBigMessage(name);
    if (why === 'empty') return t`“${name}” is empty. Please choose it again.`;
    if (why === 'not-a-photo') return t`“${name}” isn't a photo. Try a JPEG, PNG, or WebP.`;
    return t`You can add up to ${MAX_PHOTOS_PER_LISTING} photos. Remove one to add another.`;
  });
  return [...new Set(messages)];
}
