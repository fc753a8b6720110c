import type { MapPage } from '#server/features/listings/listings.service.ts';
import type { LogEvent } from '#server/platform/events/event-log-queries.ts';
import type { Follower } from '#server/platform/events/event-log-reader.ts';
import { isDatabaseUnavailable } from '#server/platform/http/http-errors.ts';
import { makeIndexedItems, type IndexedItems } from './indexed-items.ts';
import type { MapSourceItem } from './map-item.ts';

/** How many things are read at a time. */
const PAGE = 1000;
/** Where more than so many have changed since anybody looked, reading all there is costs as little. */
const MOST_CHANGED = 10_000;

/** One kind of what is on the map. */
export type MapSource = {
  readonly readItems: (page: MapPage) => Promise<MapSourceItem[]>;
  /** Which of them an event is about; null for an event about something else. */
  readonly idOf: (event: LogEvent) => string | null;
};

export type MapIndex = Follower & {
  /** What is on the map, with every event that was told before the question. Throws where it cannot be read now. */
  shown(): Promise<IndexedItems>;
  /** Makes it before anybody asks. */
  begin(): void;
  /** Ends a reading under way. */
  stop(): Promise<void>;
};

/**
 * What is on the map, in the memory of this process: made from the database, then kept by following the event log. An
 * event only says which thing is another now, and costs nothing more; how it is, is read at the next question,
 * together with all that changed meanwhile. So events may come twice or late, all processes have the same picture
 * after the last one, and it costs nothing while nobody looks. Where events were missed or a reading fails, the picture
 * is made anew, and the one before is kept until it is whole.
 */
export function makeMapIndex(parts: {
  readonly sources: readonly MapSource[];
  readonly warn: (error: unknown) => void;
}): MapIndex {
  const { sources, warn } = parts;
  let made: IndexedItems | null = null;
  /** Whether `made`, or what is being made, is right but for `changed`. */
  let isFollowed = false;
  let changed = new Map<string, MapSource>();
  let reading: Promise<IndexedItems> | null = null;
  /** The reading behind the one under way, for who asks about what that one may have read too early. */
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
      const whole = makeIndexedItems();
      for (const source of sources)
        for (let after: string | null = null; ; ) {
          const page: MapSourceItem[] = await readPage(source, { after, limit: PAGE });
          for (const thing of page) whole.set(thing.id, thing);
          after = page.at(-1)?.id ?? null;
          if (page.length < PAGE) break;
        }
      made = whole;
      return whole;
    } catch (error) {
      missed();
      throw error;
    }
  }

  async function readChanged(things: IndexedItems): Promise<IndexedItems> {
    const before = changed;
    changed = new Map();
    try {
      for (const source of sources) {
        const ids = [...before].flatMap(([id, from]) => (from === source ? id : []));
        for (let from = 0; from < ids.length; from += PAGE) {
          const some = ids.slice(from, from + PAGE);
          const now = new Map((await readPage(source, { ids: some })).map((thing) => [thing.id, thing]));
          for (const id of some) things.set(id, now.get(id));
        }
      }
      return things;
    } catch (error) {
      for (const [id, source] of before) changed.set(id, source);
      if (isStopped || isDatabaseUnavailable(error)) throw error;
      warn(error);
      return readAll();
    }
  }

  function read(): Promise<IndexedItems> {
    reading = (made && isFollowed ? readChanged(made) : readAll()).finally(() => (reading = null));
    return reading;
  }

  function shown(): Promise<IndexedItems> {
    const isNews = !isFollowed || changed.size > 0;
    if (!reading) return made && !isNews ? Promise.resolve(made) : read();
    if (!isNews) return reading;
    const begin = (): Promise<IndexedItems> => {
      nextReading = null;
      return reading ?? read();
    };
    nextReading ??= reading.then(begin, begin);
    return nextReading;
  }

  function missed(): void {
    isFollowed = false;
    changed = new Map();
  }

  function note(event: LogEvent): void {
    if (!isFollowed) return;
    try {
      for (const source of sources) {
        const id = source.idOf(event);
        if (id !== null) changed.set(id, source);
      }
      if (changed.size > MOST_CHANGED && !reading) missed();
    } catch (error) {
      warn(error);
      missed();
    }
  }

  return {
    shown,
    begin() {
      shown().catch((error: unknown) => !isStopped && warn(error));
    },
    async stop() {
      isStopped = true;
      await reading?.catch(() => {});
    },
    prepare: async (event) => () => note(event),
    missed,
  };
}
