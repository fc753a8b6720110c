/*
 * Rings: a few accounts that hand the same food round among themselves. A ring differs from a young community in being
 * closed: honest people who give in circles also give to others, and receive from them.
 */

/** How often one person gave something to another lately. */
export type Given = {
  readonly giverId: string;
  readonly receiverId: string;
  readonly handovers: number;
};

/** Two people who give to each other are neighbors; the limit for a pair is enough for them. */
const MIN_RING_PEOPLE = 3;
/** Larger groups count as a community, not as a ring. */
export const MAX_RING_PEOPLE = 8;
/** The share of all their handovers that the people of a ring have among themselves, at least. */
const MIN_SHARE_WITHIN = 0.75;

/**
 * Whether a handover closes or repeats a ring: food comes back from the receiver to the giver over others, none of
 * these people is known, they are at most `MAX_RING_PEOPLE`, and they exchange mostly among themselves. `given` is what
 * these people gave and received lately, without this handover.
 */
export function isRing(
  { giverId, receiverId }: Pick<Given, 'giverId' | 'receiverId'>,
  given: readonly Given[],
  isKnown: (personId: string) => boolean,
): boolean {
  if (isKnown(giverId) || isKnown(receiverId)) return false;
  const among = given.filter((each) => !isKnown(each.giverId) && !isKnown(each.receiverId));
  const ahead = reachable(receiverId, neighborsOf(among, 'giverId', 'receiverId'));
  if (!ahead.has(giverId)) return false;
  const behind = reachable(giverId, neighborsOf(among, 'receiverId', 'giverId'));
  const people = new Set([...ahead].filter((id) => behind.has(id)));
  if (people.size < MIN_RING_PEOPLE || people.size > MAX_RING_PEOPLE) return false;
  const all = [...given, { giverId, receiverId, handovers: 1 }];
  const touching = all.filter((each) => people.has(each.giverId) || people.has(each.receiverId));
  const within = touching.filter((each) => people.has(each.giverId) && people.has(each.receiverId));
  return countOf(within) >= countOf(touching) * MIN_SHARE_WITHIN;
}

const countOf = (given: readonly Given[]): number => given.reduce((sum, { handovers }) => sum + handovers, 0);

function neighborsOf(
  given: readonly Given[],
  from: 'giverId' | 'receiverId',
  to: 'giverId' | 'receiverId',
): ReadonlyMap<string, readonly string[]> {
  const neighbors = new Map<string, string[]>();
  for (const each of given) {
    const known = neighbors.get(each[from]);
    if (known) known.push(each[to]);
    else neighbors.set(each[from], [each[to]]);
  }
  return neighbors;
}

function reachable(start: string, neighbors: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set([start]);
  // iterating a set includes what is added during the loop
  for (const id of reached) for (const next of neighbors.get(id) ?? []) reached.add(next);
  return reached;
}
