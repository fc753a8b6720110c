import { t } from '@lingui/core/macro';
import { isNetworkError } from './http-error.ts';

/** Of a call that can be sent again: what is known of it. */
export const failureTitle = (error: unknown): string =>
  isNetworkError(error)
    ? t`We don't know if that went through. It's safe to try again.`
    : t`That didn't go through.`;
