import { t } from '@lingui/core/macro';
import { MAX_PHOTOS_PER_LISTING } from '@openlarder/domain/photos/photo-contract.ts';
import type { Sorted } from './photo-checks.ts';

/** What a person is told about files that were not taken: one sentence each, the last one for all beyond five. */
export function refusalSentences(refused: Sorted<File>['refused']): string[] {
  const said = refused.map(({ file: { name }, why }) => {
    if (why === 'too-big')
      return t`“${name}” is larger than 10 MB. A smaller copy or a screenshot of it works.`;
    if (why === 'empty') return t`“${name}” is empty. Please choose it again.`;
    if (why === 'not-a-photo') return t`“${name}” is not a photo. JPEG, PNG and WebP work everywhere.`;
    return t`There is room for ${MAX_PHOTOS_PER_LISTING} photos. Remove one to add another.`;
  });
  return [...new Set(said)];
}
