import { setTimeout as sleep } from 'node:timers/promises';
import type { ListingOnMap, MapPage } from '#server/features/listings/on-the-map.ts';
import type { LogEvent } from '#server/platform/event-log-queries.ts';
import type { Follower } from '#server/platform/event-log-reader.ts';
import { makeShownThings, type ShownThings } from './shown-things.ts';

/** How many listings are read at a time while the picture is made. */
const PAGE = 1000;
const AGAIN_AFTER_MS = 1000;

export type MapPicture = Follower & {
  /** What is on the map; waits for the picture to be made once. */
  shown(): Promise<ShownThings>;
};

/**
 * What is on the map, in the memory of this process: made from the database, then kept by following the event log. An
 * event only says which listing is another now; how it is, is read anew, so that events may come twice or late and all
 * processes have the same picture after the last one. Where events were missed it is made anew, beside the old one.
 */
export function makeMapPicture(parts: {
  readonly listingsOnMap: (page: MapPage) => Promise<ListingOnMap[]>;
  /** The listing that an event is about; null for an event about something else. */
  readonly listingOf: (event: LogEvent) => string | null;
  readonly warn: (error: unknown) => void;
}): MapPicture {
  const { listingsOnMap, listingOf, warn } = parts;
  let shown: ShownThings | null = null;
  /** What has changed since the making began; null while none is under way. */
  let changed: Set<string> | null = null;
  let making: Promise<ShownThings> | null = null;

  async function read(): Promise<ShownThings> {
    const since = new Set<string>();
    changed = since;
    const made = makeShownThings();
    for (let after: string | null = null; ; ) {
      const page: ListingOnMap[] = await listingsOnMap({ after, limit: PAGE });
      for (const listing of page) made.set(listing.id, listing);
      after = page.at(-1)?.id ?? null;
      if (page.length < PAGE) break;
    }
    // those may have been read before they changed
    while (since.size > 0) {
      const ids = [...since].slice(0, PAGE);
      for (const id of ids) since.delete(id);
      const now = new Map((await listingsOnMap({ ids })).map((listing) => [listing.id, listing]));
      for (const id of ids) made.set(id, now.get(id));
    }
    changed = null;
    shown = made;
    return made;
  }

  async function make(): Promise<ShownThings> {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        warn(error);
        await sleep(AGAIN_AFTER_MS, undefined, { ref: false });
      }
    }
  }

  function makeAnew(): Promise<ShownThings> {
    // a making that is under way began before what was missed now
    making = (making ?? Promise.resolve()).then(make);
    return making;
  }

  return {
    shown: async () => shown ?? making ?? makeAnew(),
    async prepare(event) {
      const id = listingOf(event);
      if (id === null || (shown === null && changed === null)) return () => {};
      const [listing] = await listingsOnMap({ ids: [id] });
      return () => {
        changed?.add(id);
        shown?.set(id, listing);
      };
    },
    missed() {
      if (shown !== null || making !== null) void makeAnew();
    },
  };
}
