import type { DbOrTx } from '#server/db/database.ts';
import { selectListings } from '../listings.store.ts';
import type { ListingRow } from '../listings.tables.ts';
import {
  countBehind,
  type FeedEntry,
  type FeedPageQuery,
  type FeedPosition,
  type FeedRow,
  selectFeed,
  selectFeedEntries,
} from './feed.store.ts';

/** The maximum number of cards of one giver in a page of the feed. */
const CARDS_OF_GIVER = 3;
/**
 * How often a page reads on to find other givers, and how far each time. It bounds the cost of many listings of one
 * giver: the page is shorter then.
 */
const MAX_ROUNDS = 3;
const ENTRIES_OF_ROUND = 1000;

type Cards = {
  readonly rows: readonly ListingRow[];
  readonly total: number;
  readonly critical: number;
  readonly expiringSoon: number;
  /** Where the next page begins; null if nothing follows. */
  readonly end: FeedPosition | null;
  /** How many more listings the giver offers after this one; set at their third card. */
  readonly moreFromGiver: ReadonlyMap<string, number>;
};

/**
 * A page of the feed; an arranged one has at most three cards of one giver, unless only that giver is asked for. Their
 * further listings are counted at the third card; those that the page skips are not on later pages. At most
 * six statements, regardless of the number of listings.
 */
export async function selectCards(
  db: DbOrTx,
  { isArranged, ...query }: FeedPageQuery & { readonly isArranged: boolean },
): Promise<Cards> {
  const first = await selectFeed(db, query);
  const page = cardsOf(query.limit, isArranged && query.donorId === null ? CARDS_OF_GIVER : Infinity);
  const entries = first.rows.map(entryOf);
  for (const entry of entries) page.add(entry);
  let end = entries.at(-1);
  let { hasMore } = first;
  for (let round = 0; round < MAX_ROUNDS && hasMore && end && !page.isFull(); round++) {
    const more = await selectFeedEntries(db, {
      ...query,
      after: positionOf(end, query.asOf),
      exceptGivers: page.fullGivers(),
      limit: ENTRIES_OF_ROUND,
    });
    const seen = more.findIndex((entry) => page.add(entry) && page.isFull()) + 1 || more.length;
    end = more[seen - 1] ?? end;
    hasMore = seen < more.length || more.length === ENTRIES_OF_ROUND;
  }
  return {
    rows: await rowsOf(db, page.entries, first.rows),
    total: first.total,
    critical: first.critical,
    expiringSoon: first.expiringSoon,
    end: hasMore && end ? positionOf(end, query.asOf) : null,
    moreFromGiver: await countMore(db, query, page.entries, page.fullGivers()),
  };
}

/** Collects the cards of a page. `add` returns false for a giver who has the maximum. */
function cardsOf(limit: number, maxOfGiver: number) {
  const entries: FeedEntry[] = [];
  const cardsOfGiver = new Map<string, number>();
  return {
    entries,
    add(entry: FeedEntry): boolean {
      const cards = cardsOfGiver.get(entry.donor_id) ?? 0;
      if (cards === maxOfGiver) return false;
      cardsOfGiver.set(entry.donor_id, cards + 1);
      entries.push(entry);
      return true;
    },
    isFull: () => entries.length === limit,
    fullGivers: () =>
      [...cardsOfGiver].flatMap(([giverId, cards]) => (cards === maxOfGiver ? [giverId] : [])),
  };
}

const entryOf = ({ id, donor_id, is_titled, public_point, feed_end_at, created_at }: FeedRow): FeedEntry => ({
  listing_id: id,
  donor_id,
  is_titled,
  is_placeless: public_point === null,
  feed_end_at,
  created_at,
});

const positionOf = (entry: FeedEntry, asOf: Date): FeedPosition => ({
  asOfMs: asOf.getTime(),
  isTitled: entry.is_titled,
  isPlaceless: entry.is_placeless,
  isOver: entry.feed_end_at <= asOf,
  feedEndMs: entry.feed_end_at.getTime(),
  createdAtMs: entry.created_at.getTime(),
  id: entry.listing_id,
});

/** The rows of the entries, in their order. Entries that ended between two statements are left out. */
async function rowsOf(
  db: DbOrTx,
  entries: readonly FeedEntry[],
  known: readonly ListingRow[],
): Promise<ListingRow[]> {
  const knownIds = new Set(known.map(({ id }) => id));
  const others = entries.map(({ listing_id }) => listing_id).filter((id) => !knownIds.has(id));
  const read = (await selectListings(db, others)).filter(({ status }) => status === 'posted');
  const byId = new Map([...known, ...read].map((row) => [row.id, row]));
  return entries.flatMap(({ listing_id }) => byId.get(listing_id) ?? []);
}

async function countMore(
  db: DbOrTx,
  query: FeedPageQuery,
  entries: readonly FeedEntry[],
  giverIds: readonly string[],
): Promise<Map<string, number>> {
  if (giverIds.length === 0) return new Map();
  const lastOf = giverIds.flatMap(
    (giverId) => entries.findLast(({ donor_id }) => donor_id === giverId) ?? [],
  );
  const counts = await countBehind(db, query, lastOf);
  return new Map(
    lastOf.flatMap(({ listing_id, donor_id }) => {
      const count = counts.get(donor_id) ?? 0;
      return count > 0 ? [[listing_id, count] as const] : [];
    }),
  );
}
