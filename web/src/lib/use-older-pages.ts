import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** A part of a long list, newest first. */
export type Page<Item> = {
  readonly items: readonly Item[];
  /** Where the older ones begin; null when these are the oldest. */
  readonly olderCursor: string | null;
};

type Parts<Item> = {
  /** Where the first page ends, which something else on screen has asked for; null when it holds all. */
  readonly cursor: string | null;
  /** Begins as the first page's does, so that both become old together. */
  readonly queryKey: QueryKey;
  readonly fetchPage: (cursor: string, signal: AbortSignal) => Promise<Page<Item>>;
};

export type Older<Item> = {
  readonly items: readonly Item[];
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Fetches the next page; after a failure, the one that failed. */
  readonly showMore: () => void;
};

/** What lies behind the first page of a list, fetched page by page once somebody asks for it. */
export function useOlderPages<Item>({ cursor, queryKey, fetchPage }: Parts<Item>): Older<Item> {
  const [isWanted, setWanted] = useState(false);
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, cursor],
    enabled: isWanted && cursor !== null,
    initialPageParam: cursor,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam ?? '', signal),
    getNextPageParam: (page: Page<Item>) => page.olderCursor,
    // A newcomer moves where the first page ends: what is in sight stays until it is here again.
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

/** Both parts as one list, each item once, as the first page has it. */
export function mergeOlder<Item extends { readonly id: string }>(
  first: readonly Item[],
  older: readonly Item[],
): readonly Item[] {
  const seen = new Set(first.map(({ id }) => id));
  return [...first, ...older.filter(({ id }) => !seen.has(id))];
}
