import { type AppError, errorText, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';

/** The `Link` header for the next page of the list at `url`; empty after the last page. */
export function nextPageLink(url: string, cursor: string | null): Readonly<Record<string, string>> {
  if (cursor === null) return {};
  const [path = '', query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('cursor', cursor);
  return { link: `<${path}?${params.toString()}>; rel="next"` };
}

/** A page of a long list: its maximum length, and the cursor from the `Link` header of the page before. */
export type Page = { readonly limit: number; readonly cursor: string | null };

/** The page size without a `limit`. */
export const FIRST_PAGE: Page = { limit: 200, cursor: null };

/** The position of a list by time: the last item of the page. */
export type TimeCursor = { readonly at: Date; readonly id: string };

export const formatTimeCursor = ({ at, id }: TimeCursor): string => `${at.getTime()}.${id}`;

/** The refusal of an invalid `cursor`. */
export const pageGone = (): AppError => unprocessable({ cursor: errorText('page-gone') });

/** Parses a cursor; null without one. Throws 422 on `cursor` if it is malformed. */
export function parseTimeCursor(cursor: string | null): TimeCursor | null {
  if (cursor === null) return null;
  const [ms = '', id = ''] = cursor.split('.');
  if (!/^\d{1,15}$/.test(ms) || !idSchema.safeParse(id).success) throw pageGone();
  return { at: new Date(Number(ms)), id };
}

/** Splits off the row after `limit`; `last` is the last row of the page if there are more. */
export function splitPage<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}
