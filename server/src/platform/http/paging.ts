import { unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import { idSchema } from '@openlarder/domain/kernel/wire-schemas.ts';

/** The `Link` header to the next page of the list at `url`; no header behind the last page. */
export function nextPageLink(url: string, cursor: string | null): Readonly<Record<string, string>> {
  if (cursor === null) return {};
  const [path = '', query = ''] = url.split('?');
  const params = new URLSearchParams(query);
  params.set('cursor', cursor);
  return { link: `<${path}?${params.toString()}>; rel="next"` };
}

/** A part of a long list: how many at most, and where the part before ended, as its `Link` header gave it. */
export type Page = { readonly limit: number; readonly cursor: string | null };

/** As much of a list as is shown without asking for less. */
export const FIRST_PAGE: Page = { limit: 200, cursor: null };

/** Where a list by time ended: the last thing that was on the page. */
export type TimeCursor = { readonly at: Date; readonly id: string };

export const formatTimeCursor = ({ at, id }: TimeCursor): string => `${at.getTime()}.${id}`;

/** The position a cursor stands for, null without one; refuses with 422 on `cursor` what is none of ours. */
export function parseTimeCursor(cursor: string | null): TimeCursor | null {
  if (cursor === null) return null;
  const [ms = '', id = ''] = cursor.split('.');
  if (!/^\d{1,15}$/.test(ms) || !idSchema.safeParse(id).success)
    throw unprocessable({ cursor: 'This page is no longer there. Please start again.' });
  return { at: new Date(Number(ms)), id };
}

/** The first `limit` of one row more than that, and the last of them when there are more behind it. */
export function splitPage<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly last: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, last: rows.length > limit ? page.at(-1) : undefined };
}
