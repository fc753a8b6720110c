import { setTimeout as sleep } from 'node:timers/promises';
import type { MapPage } from '#server/features/listings/map-source.ts';
import type { LogRow } from '#server/platform/events/event-log-queries.ts';
import type { Follower } from '#server/platform/events/event-log-reader.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { type IndexedItems, makeIndexedItems, type MapSourceItem } from './indexed-items.ts';

/** How many items one statement reads. */
const PAGE = 1000;
/** With more changes than this, reading everything costs no more. */
const MAX_CHANGED = 10_000;
/** Between attempts to read everything at the start. */
const RETRY_MS = 500;

/** One kind of items on the map. */
export type MapSource = {
  readonly readItems: (page: MapPage) => Promise<MapSourceItem[]>;
  /** The id of the item that an event is about; null for other events. */
  readonly idOf: (event: LogRow) => string | null;
};

export type MapIndex = Follower & {
  /** The items with every event appended before this call. Throws if the database cannot be read now. */
  current(): Promise<IndexedItems>;
  /** Reads everything in the background, before the first query; a read that fails is tried again until one succeeds. */
  start(): void;
  /** Whether everything has been read once. */
  isRead(): boolean;
  /** Waits for a running read and prevents further ones. */
  stop(): Promise<void>;
};

/**
 * The items on the map in the memory of this process: read from the database once, then kept up to date by following
 * the event log. An event only marks an item as changed; the next query reads all changed items together, so events
 * may arrive twice or late, and cost nothing without queries. After missed events or a failed read everything is read
 * again, and the previous state is kept until then.
 */
export function makeMapIndex(parts: {
  readonly sources: readonly MapSource[];
  readonly warn: (error: unknown) => void;
}): MapIndex {
  const { sources, warn } = parts;
  let complete: IndexedItems | null = null;
  /** True if `complete`, or the running read of everything, misses only the items in `changed`. */
  let isFollowed = false;
  let changed = new Map<string, MapSource>();
  let reading: Promise<IndexedItems> | null = null;
  /** The read after the running one, for changes that the running one may have read too early. */
  let nextReading: Promise<IndexedItems> | null = null;
  let isStopped = false;

  async function readPage({ readItems }: MapSource, page: MapPage): Promise<MapSourceItem[]> {
    if (isStopped) throw new Error('the app is ending');
    return readItems(page);
  }

  async function readAll(): Promise<IndexedItems> {
    isFollowed = true;
    changed = new Map();
    try {
      const items = makeIndexedItems();
      for (const source of sources)
        for (let after: string | null = null; ; ) {
          const page: MapSourceItem[] = await readPage(source, { after, limit: PAGE });
          for (const item of page) items.set(item.id, item);
          after = page.at(-1)?.id ?? null;
          if (page.length < PAGE) break;
        }
      complete = items;
      return items;
    } catch (error) {
      missed();
      throw error;
    }
  }

  async function readChanged(items: IndexedItems): Promise<IndexedItems> {
    const before = changed;
    changed = new Map();
    try {
      for (const source of sources) {
        const ids = [...before].flatMap(([id, from]) => (from === source ? id : []));
        for (let from = 0; from < ids.length; from += PAGE) {
          const batch = ids.slice(from, from + PAGE);
          const now = new Map((await readPage(source, { ids: batch })).map((item) => [item.id, item]));
          for (const id of batch) items.set(id, now.get(id));
        }
      }
      return items;
    } catch (error) {
      for (const [id, source] of before) changed.set(id, source);
      if (isStopped || isDatabaseUnavailable(error)) throw error;
      warn(error);
      return readAll();
    }
  }

  function read(): Promise<IndexedItems> {
    reading = (complete && isFollowed ? readChanged(complete) : readAll()).finally(() => (reading = null));
    return reading;
  }

  function current(): Promise<IndexedItems> {
    const isStale = !isFollowed || changed.size > 0;
    if (!reading) return complete && !isStale ? Promise.resolve(complete) : read();
    if (!isStale) return reading;
    const readNext = (): Promise<IndexedItems> => {
      nextReading = null;
      return reading ?? read();
    };
    nextReading ??= reading.then(readNext, readNext);
    return nextReading;
  }

  /** Nothing may ask for the map until it is read, so a failed read is tried again here. */
  async function readFirst(): Promise<void> {
    try {
      await current();
    } catch (error) {
      if (isStopped) return;
      warn(error);
      await sleep(RETRY_MS, undefined, { ref: false });
      if (!isStopped) await readFirst();
    }
  }

  function missed(): void {
    isFollowed = false;
    changed = new Map();
  }

  function note(event: LogRow): void {
    if (!isFollowed) return;
    try {
      for (const source of sources) {
        const id = source.idOf(event);
        if (id !== null) changed.set(id, source);
      }
      if (changed.size > MAX_CHANGED && !reading) missed();
    } catch (error) {
      warn(error);
      missed();
    }
  }

  return {
    current,
    start: () => void readFirst(),
    isRead: () => complete !== null,
    async stop() {
      isStopped = true;
      await reading?.catch(() => {});
    },
    prepare: async (event) => () => note(event),
    missed,
  };
}
