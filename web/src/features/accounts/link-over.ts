import { HttpError } from '#web/lib/http-error.ts';

/** Whether a mailed link is used, too old, or not ours. */
export const isLinkOver = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 409 && error.code === 'link-over';
