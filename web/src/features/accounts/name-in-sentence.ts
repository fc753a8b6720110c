import { t } from '@lingui/core/macro';

/**
 * A person's name inside a sentence. An anonymous requester is "A neighbor" where a sentence begins
 * and "a neighbor" within it; every other name stays as it is.
 */
export const nameInSentence = (displayName: string): string =>
  displayName === t`A neighbor` ? t`a neighbor` : displayName;
