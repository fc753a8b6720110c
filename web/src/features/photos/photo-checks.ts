import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-limits.ts';
import { t } from '@lingui/core/macro';

/** Why a chosen file is not taken. */
export type PhotoRejection = 'not-a-photo' | 'too-big' | 'empty' | 'too-many';

/** Some browsers do not know the type of an iPhone's pictures and leave it empty. */
const PHONE_PHOTO = /\.(heic|heif)$/i;

/** Whether a file may be sent as a photo; null when it may. `takenCount` photos are there already. */
export function photoRejection(
  file: Pick<File, 'name' | 'type' | 'size'>,
  takenCount: number,
): PhotoRejection | null {
  const isPicture = file.type === '' ? PHONE_PHOTO.test(file.name) : file.type.startsWith('image/');
  // A drawing with scripts inside is no photo of food, and the server takes none.
  if (!isPicture || file.type === 'image/svg+xml') return 'not-a-photo';
  if (file.size === 0) return 'empty';
  if (file.size > MAX_PHOTO_BYTES) return 'too-big';
  return takenCount >= MAX_PHOTOS_PER_LISTING ? 'too-many' : null;
}

export type Sorted<F> = {
  readonly taken: readonly F[];
  readonly refused: readonly { readonly file: F; readonly why: PhotoRejection }[];
};

/** Sorts chosen files into those that are taken, as many as fit beside `takenCount`, and those that are not. */
export function partitionPhotos<F extends Pick<File, 'name' | 'type' | 'size'>>(
  files: readonly F[],
  takenCount: number,
): Sorted<F> {
  const taken: F[] = [];
  const refused: { file: F; why: PhotoRejection }[] = [];
  for (const file of files) {
    const why = photoRejection(file, takenCount + taken.length);
    if (why === null) taken.push(file);
    else refused.push({ file, why });
  }
  return { taken, refused };
}

/** What a person is told about files that were not taken: one sentence each, the last one for all beyond five. */
export function rejectionMessages(refused: Sorted<File>['refused']): string[] {
  const said = refused.map(({ file: { name }, why }) => {
    if (why === 'too-big')
      return t`“${name}” is larger than 10 MB. A smaller copy or a screenshot of it works.`;
    if (why === 'empty') return t`“${name}” is empty. Please choose it again.`;
    if (why === 'not-a-photo') return t`“${name}” is not a photo. JPEG, PNG and WebP work everywhere.`;
    return t`There is room for ${MAX_PHOTOS_PER_LISTING} photos. Remove one to add another.`;
  });
  return [...new Set(said)];
}
