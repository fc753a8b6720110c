import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** A page of a long list, newest first. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /** The cursor of older items; null if these are the oldest. */
  readonly olderCursor: string | null;
};

type Parts<Item> = {
  /** The cursor behind the first page, which another query fetches; null if that page holds everything. */
  readonly cursor: string | null;
  /** Starts with the first page's key, so that both are invalidated together. */
  readonly queryKey: QueryKey;
  readonly fetchPage: (cursor: string, signal: AbortSignal) => Promise<Page<Item>>;
};

export type Older<Item> = {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly showMore: () => void;
};

/** The pages of a list behind its first page, fetched one by one on request. */
export function useOlderPages<Item>({ cursor, queryKey, fetchPage }: Parts<Item>): Older<Item> {
  const [isWanted, setWanted] = useState(false);
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, cursor],
    enabled: isWanted && cursor !== null,
    initialPageParam: cursor,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ?? '', signal),
    getNextPageParam: (page: Page<Item>) => page.olderCursor,
    // A new item shifts the end of the first page: the visible items stay until the new pages are loaded.
    placeholderData: (before) => before,
  });
  return {
    items: cursor === null ? [] : (pages.data?.pages.flatMap(({ items }) => items) ?? []),
    hasMore: cursor !== null && (!pages.data || pages.hasNextPage),
    isLoading: pages.isFetching,
    error: pages.isFetching ? null : pages.error,
    showMore: () => {
      setWanted(true);
      if (!isWanted || pages.isFetching) return;
      void (pages.data ? pages.fetchNextPage() : pages.refetch());
    },
  };
}

/** Both parts as one list without duplicates; items of the first page take precedence. */
export function mergeOlder<Item extends { readonly id: string }>(
  first: readonly Item[],
  older: readonly Item[],
): readonly Item[] {
  const seen = new Set(first.map(({ id }) => id));
  return [...first, ...older.filter(({ id }) => !seen.has(id))];
}
