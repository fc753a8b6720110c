/** The maximum number of cards of one giver in an arranged list. */
export const CARDS_OF_GIVER = 3;

type Arrangement<Entry> = {
  readonly limit: number;
  readonly giverOf: (entry: Entry) => string;
  readonly isNew: (giverId: string) => boolean;
};

export type ArrangedList<Entry> = {
  readonly shown: readonly Entry[];
  /** Entries of new givers that stand before the last shown one, and make room for other people's. */
  readonly held: readonly Entry[];
  /** Whether further entries, of any giver, would not change what is shown. */
  readonly isFinal: boolean;
};

/**
 * The first entries of a list of food in its order: at most three of one giver, and, as long as other people's food
 * fills the rest, at most a third of new givers together (one where the list has less than three).
 */
export function arrange<Entry>(
  entries: readonly Entry[],
  { limit, giverOf, isNew }: Arrangement<Entry>,
): ArrangedList<Entry> {
  const cardsOf = new Map<string, number>();
  const candidates = entries.filter((entry) => {
    const cards = (cardsOf.get(giverOf(entry)) ?? 0) + 1;
    cardsOf.set(giverOf(entry), cards);
    return cards <= CARDS_OF_GIVER;
  });
  const ofNew = Math.max(1, Math.floor(limit / 3));
  const ofOthers = candidates.filter((entry) => !isNew(giverOf(entry))).length;
  let newLeft = Math.max(ofNew, limit - ofOthers);
  const shown: Entry[] = [];
  const held: Entry[] = [];
  for (const entry of candidates) {
    if (shown.length === limit) break;
    if (!isNew(giverOf(entry))) shown.push(entry);
    else if (newLeft > 0) {
      newLeft -= 1;
      shown.push(entry);
    } else held.push(entry);
  }
  const shownOfNew = shown.filter((entry) => isNew(giverOf(entry))).length;
  return { shown, held, isFinal: shown.length === limit && shownOfNew <= ofNew };
}
