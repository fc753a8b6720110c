import { type ArrangedList, arrange, CARDS_OF_GIVER } from '@openlarder/domain/listings/arranged-list.ts';
import type { DbOrTx } from '#server/db/database.ts';
import { trustOf } from '#server/features/accounts/trust/trust.ts';
import type { AppContext } from '#server/platform/app-context.ts';
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

/**
 * How often a page reads on to find other givers, and how far each time. It bounds the cost of many listings of one
 * giver: the page is shorter then.
 */
const MAX_ROUNDS = 3;
const ENTRIES_OF_ROUND = 1000;

/** Where the next page begins: `held` is where it begins for new givers, if that is before. */
export type FeedCursor = { readonly end: FeedPosition; readonly held: FeedPosition | null };

type Cards = {
  readonly rows: readonly ListingRow[];
  readonly total: number;
  readonly critical: number;
  readonly expiringSoon: number;
  /** Null if nothing follows. */
  readonly next: FeedCursor | null;
  /** How many more listings the giver offers after this one; set at their third card. */
  readonly moreFromGiver: ReadonlyMap<string, number>;
};

/**
 * A page of the feed. An arranged one (`arrange`) has at most three cards of one giver, unless only that giver is asked
 * for: their further listings are counted at the third card, and those that the page skips are not on later pages. What
 * makes room for others because its giver is new comes on later pages. At most nine statements, regardless of the number
 * of listings.
 */
export async function selectCards(
  ctx: AppContext,
  { isArranged, after, ...rest }: CardsQuery,
): Promise<Cards> {
  const { db } = ctx;
  const query: FeedPageQuery = { ...rest, after: after?.held ?? after?.end ?? null };
  const page = collect(ctx, query, isArranged && query.donorId === null);
  const first = await selectFeed(db, query);
  await page.add(first.rows.map(entryOf), after);
  let last = first.rows.map(entryOf).at(-1);
  let { hasMore } = first;
  for (let round = 0; round < MAX_ROUNDS && hasMore && last && !page.list().isFinal; round++) {
    const more = await selectFeedEntries(db, {
      ...query,
      after: positionOf(last, query.asOf),
      exceptGivers: page.giversLeftOut(),
      limit: ENTRIES_OF_ROUND,
    });
    await page.add(more, after);
    last = more.at(-1) ?? last;
    hasMore = more.length === ENTRIES_OF_ROUND;
  }
  const { shown, held } = page.list();
  const isFull = shown.length === query.limit;
  const end = (isFull ? shown.at(-1) : last) ?? null;
  const follows =
    hasMore || held.length > 0 || page.hasLeftOutNew() || (isFull && end !== null && page.isBehind(end));
  return {
    rows: await rowsOf(db, shown, first.rows),
    total: first.total,
    critical: first.critical,
    expiringSoon: first.expiringSoon,
    next:
      follows && end
        ? cursorOf(query, {
            end,
            before: after?.end,
            lastNew: held.length > 0 ? page.lastNewOf(shown) : undefined,
          })
        : null,
    moreFromGiver: await countMore(db, query, shown, page.fullGiversOf(shown)),
  };
}

type CardsQuery = Omit<FeedPageQuery, 'after'> & {
  readonly isArranged: boolean;
  readonly after: FeedCursor | null;
};

/** Collects what was read for a page, without what earlier pages showed. */
function collect(ctx: AppContext, { limit, asOf, order }: FeedPageQuery, isArranged: boolean) {
  const entries: FeedEntry[] = [];
  const newGivers = new Set<string>();
  let leftOutNew = false;
  const isNew = (giverId: string) => newGivers.has(giverId);
  const giverOf = ({ donor_id }: FeedEntry) => donor_id;
  const fullGiversOf = (some: readonly FeedEntry[]) =>
    isArranged
      ? [...Map.groupBy(some, giverOf)].flatMap(([id, { length }]) => (length >= CARDS_OF_GIVER ? [id] : []))
      : [];
  return {
    fullGiversOf,
    lastNewOf: (some: readonly FeedEntry[]) => some.findLast((entry) => isNew(giverOf(entry))),
    async add(more: readonly FeedEntry[], after: FeedCursor | null): Promise<void> {
      if (isArranged) for (const id of await newAmong(ctx, more.map(giverOf))) newGivers.add(id);
      for (const entry of more) {
        const wasRead = after !== null && comparePositions(positionOf(entry, asOf), after.end, order) <= 0;
        if (!wasRead || (after.held !== null && isNew(entry.donor_id))) entries.push(entry);
      }
    },
    list: (): ArrangedList<FeedEntry> =>
      isArranged
        ? arrange(entries, { limit, giverOf, isNew })
        : { shown: entries.slice(0, limit), held: [], isFinal: entries.length >= limit },
    /** Whether something that was read stands after the entry. */
    isBehind: (entry: FeedEntry) => entries.at(-1) !== entry,
    hasLeftOutNew: () => leftOutNew,
    /** Givers whose further listings need not be read: the full ones, and new ones once there are enough of them. */
    giversLeftOut(): string[] {
      const full = fullGiversOf(entries);
      const ofNew = arrange(
        entries.filter(({ donor_id }) => isNew(donor_id)),
        { limit, giverOf, isNew },
      );
      if (ofNew.shown.length < limit) return full;
      leftOutNew = true;
      return [...new Set([...full, ...newGivers])];
    },
  };
}

/**
 * Where the next page begins: behind `end`, the last entry that was read, or behind `before`, where an earlier page ended, if
 * that is further. The entries of new givers begin behind `lastNew`, if there is one.
 */
function cursorOf(
  { asOf, order }: FeedPageQuery,
  page: {
    readonly end: FeedEntry;
    readonly before: FeedPosition | undefined;
    readonly lastNew: FeedEntry | undefined;
  },
): FeedCursor {
  const read = positionOf(page.end, asOf);
  const end = page.before && comparePositions(page.before, read, order) > 0 ? page.before : read;
  const held = page.lastNew ? positionOf(page.lastNew, asOf) : read;
  return { end, held: comparePositions(held, end, order) < 0 ? held : null };
}

/** The order of `selectFeed`. */
function comparePositions(one: FeedPosition, other: FeedPosition, order: FeedPageQuery['order']): number {
  const byPlace = Number(one.isPlaceless) - Number(other.isPlaceless);
  const byEnd = one.feedEndMs - other.feedEndMs;
  const byOrder = {
    urgency:
      Number(other.isTitled) - Number(one.isTitled) ||
      byPlace ||
      Number(one.isOver) - Number(other.isOver) ||
      byEnd,
    nearest: byPlace || (one.away ?? 0) - (other.away ?? 0) || byEnd,
    newest: 0,
  };
  return (
    byOrder[order] ||
    other.createdAtMs - one.createdAtMs ||
    (one.id < other.id ? -1 : Number(one.id > other.id))
  );
}

const entryOf = ({
  id,
  donor_id,
  is_titled,
  public_point,
  feed_end_at,
  created_at,
  away,
}: FeedRow): FeedEntry => ({
  listing_id: id,
  donor_id,
  is_titled,
  is_placeless: public_point === null,
  feed_end_at,
  created_at,
  away,
});

const positionOf = (entry: FeedEntry, asOf: Date): FeedPosition => ({
  asOfMs: asOf.getTime(),
  isTitled: entry.is_titled,
  isPlaceless: entry.is_placeless,
  isOver: entry.feed_end_at <= asOf,
  feedEndMs: entry.feed_end_at.getTime(),
  createdAtMs: entry.created_at.getTime(),
  id: entry.listing_id,
  away: entry.away,
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

async function newAmong(ctx: AppContext, personIds: readonly string[]): Promise<Set<string>> {
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
