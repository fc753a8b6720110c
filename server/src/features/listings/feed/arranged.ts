import { arrange } from '@openlarder/domain/listings/arranged-list.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import type { AppContext } from '#server/platform/app-context.ts';

export async function newAmong(ctx: AppContext, personIds: readonly string[]): Promise<Set<string>> {
  const trust = await trustOf(ctx, [...new Set(personIds)]);
  return new Set([...trust].flatMap(([id, level]) => (level === 'new' ? [id] : [])));
}

/** The first `limit` of a list of food as `arrange` has them. */
export async function arranged<Entry>(
  ctx: AppContext,
  entries: readonly Entry[],
  { limit, giverOf }: { readonly limit: number; readonly giverOf: (entry: Entry) => string },
): Promise<readonly Entry[]> {
  const newGivers = await newAmong(ctx, entries.map(giverOf));
  return arrange(entries, { limit, giverOf, isNew: (id) => newGivers.has(id) }).shown;
}
