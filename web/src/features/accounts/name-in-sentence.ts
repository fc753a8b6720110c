import { t } from '@lingui/core/macro';

/** An anonymous requester is "A neighbor" where a sentence begins, and "a neighbor" within it. */
export const nameInSentence = (displayName: string): string =>
  displayName === t`A neighbor` ? t`a neighbor` : displayName;
