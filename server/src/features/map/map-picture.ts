import type { ListingOnMap, MapPage } from '#server/features/listings/on-the-map.ts';
import type { LogEvent } from '#server/platform/event-log-queries.ts';
import type { Follower } from '#server/platform/event-log-reader.ts';
import { isDatabaseAway } from '#server/platform/http-errors.ts';
import { makeShownThings, type ShownThings } from './shown-things.ts';

/** How many listings are read at a time. */
const PAGE = 1000;
/** Where more than so many have changed since anybody looked, reading all there is costs as little. */
const MOST_CHANGED = 10_000;

export type MapPicture = Follower & {
  /** What is on the map, with every event that was told before the question. Throws where it cannot be read now. */
  shown(): Promise<ShownThings>;
  /** Makes it before anybody asks. */
  begin(): void;
  /** Ends a reading under way. */
  stop(): Promise<void>;
};

/**
 * What is on the map, in the memory of this process: made from the database, then kept by following the event log. An
 * event only says which listing is another now, and costs nothing more; how it is, is read at the next question,
 * together with all that changed meanwhile. So events may come twice or late, all processes have the same picture
 * after the last one, and it costs nothing while nobody looks. Where events were missed or a reading fails, the picture
 * is made anew, and the one before is kept until it is whole.
 */
export function makeMapPicture(parts: {
  readonly listingsOnMap: (page: MapPage) => Promise<ListingOnMap[]>;
  /** The listing that an event is about; null for an event about something else. */
  readonly listingOf: (event: LogEvent) => string | null;
  readonly warn: (error: unknown) => void;
}): MapPicture {
  const { listingsOnMap, listingOf, warn } = parts;
  let made: ShownThings | null = null;
  /** Whether `made`, or what is being made, is right but for `changed`. */
  let isFollowed = false;
  let changed = new Set<string>();
  let reading: Promise<ShownThings> | null = null;
  /** The reading behind the one under way, for who asks about what that one may have read too early. */
  let nextReading: Promise<ShownThings> | null = null;
  let isStopped = false;

  async function readPage(page: MapPage): Promise<ListingOnMap[]> {
    if (isStopped) throw new Error('the app is ending');
    return listingsOnMap(page);
  }

  async function readAll(): Promise<ShownThings> {
    isFollowed = true;
    changed = new Set();
    try {
      const whole = makeShownThings();
      for (let after: string | null = null; ; ) {
        const page: ListingOnMap[] = await readPage({ after, limit: PAGE });
        for (const listing of page) whole.set(listing.id, listing);
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

  async function readChanged(things: ShownThings): Promise<ShownThings> {
    const ids = [...changed];
    changed = new Set();
    try {
      for (let from = 0; from < ids.length; from += PAGE) {
        const some = ids.slice(from, from + PAGE);
        const now = new Map((await readPage({ ids: some })).map((listing) => [listing.id, listing]));
        for (const id of some) things.set(id, now.get(id));
      }
      return things;
    } catch (error) {
      for (const id of ids) changed.add(id);
      if (isStopped || isDatabaseAway(error)) throw error;
      warn(error);
      return readAll();
    }
  }

  function read(): Promise<ShownThings> {
    reading = (made && isFollowed ? readChanged(made) : readAll()).finally(() => (reading = null));
    return reading;
  }

  function shown(): Promise<ShownThings> {
    const isNews = !isFollowed || changed.size > 0;
    if (!reading) return made && !isNews ? Promise.resolve(made) : read();
    if (!isNews) return reading;
    const begin = (): Promise<ShownThings> => {
      nextReading = null;
      return reading ?? read();
    };
    nextReading ??= reading.then(begin, begin);
    return nextReading;
  }

  function missed(): void {
    isFollowed = false;
    changed = new Set();
  }

  function note(event: LogEvent): void {
    if (!isFollowed) return;
    try {
      const id = listingOf(event);
      if (id !== null) changed.add(id);
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
