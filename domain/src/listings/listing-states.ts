import { MINUTE_MS } from '../kernel/time.ts';

export const LISTING_STATUSES = ['posted', 'claimed', 'completed', 'withdrawn', 'expired'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/**
 * The servings of a listing. `servingsClaimed` are those of open claims; the rest was handed over, so
 * `servingsLeft + servingsClaimed + handed over = estimatedServings` always holds.
 */
export type ListingStock = {
  readonly status: ListingStatus;
  readonly estimatedServings: number;
  readonly servingsLeft: number;
  readonly servingsClaimed: number;
};

/** Whether it is not over: offered, or claimed in full. */
export const isOpenListing = ({ status }: Pick<ListingStock, 'status'>): boolean =>
  status === 'posted' || status === 'claimed';

/** How long a donor may take back that they stopped sharing. */
export const RESUME_MS = 10 * MINUTE_MS;

/** The statuses that may follow each status. The rules below keep to it. Undoing a stop leads back to `posted`. */
export const LISTING_TRANSITIONS: Readonly<Record<ListingStatus, readonly ListingStatus[]>> = {
  posted: ['claimed', 'completed', 'withdrawn', 'expired'],
  claimed: ['posted', 'completed', 'withdrawn', 'expired'],
  completed: ['posted'],
  withdrawn: ['posted'],
  expired: [],
};

export const servingsHandedOver = (stock: ListingStock): number =>
  stock.estimatedServings - stock.servingsLeft - stock.servingsClaimed;

/** Servings that are claimed or handed over, which the donor can no longer change. */
export const takenServings = (stock: Pick<ListingStock, 'estimatedServings' | 'servingsLeft'>): number =>
  stock.estimatedServings - stock.servingsLeft;

/** Whether the remaining servings can be withdrawn or expire: only while the listing is posted. */
export const canRemoveRemainder = (stock: Pick<ListingStock, 'status'>): boolean => stock.status === 'posted';

/**
 * The listing after its remaining servings are withdrawn by the donor or have expired. Claimed and
 * handed-over servings stay, and `estimatedServings` shrinks to them: with open claims it is claimed, with
 * handovers only it is completed. A listing without either keeps its servings for the record.
 */
export function stockWithoutRemainder(stock: ListingStock, as: 'withdrawn' | 'expired'): ListingStock {
  const taken = takenServings(stock);
  return taken === 0 ? { ...stock, status: as } : withServings(stock, taken);
}

/**
 * The posted listing, or one whose remainder was withdrawn, after the donor sets its total servings; null if that is
 * below what is taken. With nothing left it is the same as removing the remainder.
 */
export function stockWithServings(stock: ListingStock, estimatedServings: number): ListingStock | null {
  return estimatedServings < takenServings(stock) ? null : withServings(stock, estimatedServings);
}

function withServings(stock: ListingStock, estimatedServings: number): ListingStock {
  const servingsLeft = estimatedServings - takenServings(stock);
  const whenNoneLeft = stock.servingsClaimed > 0 ? 'claimed' : 'completed';
  return { ...stock, estimatedServings, servingsLeft, status: servingsLeft > 0 ? 'posted' : whenNoneLeft };
}

/** The listing after a claim of `servings` ended in a handover. */
export function stockAfterHandover(stock: ListingStock, servings: number): ListingStock {
  const servingsClaimed = stock.servingsClaimed - servings;
  const isOver = stock.status === 'claimed' && servingsClaimed === 0;
  return { ...stock, servingsClaimed, status: isOver ? 'completed' : stock.status };
}

/** What happens to released servings: offered again, or lost because there is no food or no time left. */
export type ReleasedServingsOutcome = 'posted' | 'withdrawn' | 'expired';

/**
 * What happens to the servings of a claim that ends without a handover. A withdrawn listing is not offered
 * again.
 */
export function releasedServingsOutcome(facts: {
  /** Whether there is food left to offer. */
  readonly returnsServings: boolean;
  readonly isWithdrawn: boolean;
  readonly isOfferedInTime: boolean;
}): ReleasedServingsOutcome {
  if (!facts.returnsServings || facts.isWithdrawn) return 'withdrawn';
  return facts.isOfferedInTime ? 'posted' : 'expired';
}

/**
 * The listing after a claim of `servings` was released. The servings come back, or are lost: then the listing shrinks,
 * and its last claim ends it. In a posted listing whose time is over they come back and expire with the rest.
 */
export function stockAfterRelease(
  stock: ListingStock,
  servings: number,
  fate: ReleasedServingsOutcome,
): ListingStock {
  const servingsClaimed = stock.servingsClaimed - servings;
  const back = { ...stock, servingsClaimed, servingsLeft: stock.servingsLeft + servings };
  const shrunk = { ...stock, servingsClaimed, estimatedServings: stock.estimatedServings - servings };
  if (stock.status === 'posted') return fate === 'withdrawn' ? shrunk : back;
  if (stock.status !== 'claimed') return back;
  if (fate === 'posted') return { ...back, status: 'posted' };
  if (servingsClaimed > 0) return shrunk;
  return servingsHandedOver(stock) > 0 ? { ...shrunk, status: 'completed' } : { ...back, status: fate };
}
