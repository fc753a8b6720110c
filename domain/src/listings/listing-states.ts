export const LISTING_STATUSES = ['posted', 'claimed', 'completed', 'withdrawn', 'expired'] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/**
 * How much of a listing is where. `servingsClaimed` are those of open claims; what is neither left nor claimed
 * was handed over, so `servingsLeft + servingsClaimed + handed over = estimatedServings` holds by construction.
 */
export type ListingStock = {
  readonly status: ListingStatus;
  readonly estimatedServings: number;
  readonly servingsLeft: number;
  readonly servingsClaimed: number;
};

/** What listings of each status may become. The web and the tests read it; the rules below keep to it. */
export const LISTING_MOVES: Readonly<Record<ListingStatus, readonly ListingStatus[]>> = {
  posted: ['claimed', 'completed', 'withdrawn', 'expired'],
  claimed: ['posted', 'completed', 'withdrawn', 'expired'],
  completed: [],
  withdrawn: [],
  expired: [],
};

export const handedOver = (stock: ListingStock): number =>
  stock.estimatedServings - stock.servingsLeft - stock.servingsClaimed;

/** What is claimed or handed over, and so no longer the donor's to change. */
export const takenServings = (stock: Pick<ListingStock, 'estimatedServings' | 'servingsLeft'>): number =>
  stock.estimatedServings - stock.servingsLeft;

/** Whether the donor may take the rest back, or time may: only what is offered can be taken away. */
export const canTakeAway = (stock: Pick<ListingStock, 'status'>): boolean => stock.status === 'posted';

/**
 * The listing once its rest is taken away, by the donor (`withdrawn`) or by time (`expired`). What is claimed and
 * handed over stands, and the listing shrinks to it: with claims open it is claimed, with handovers alone it is
 * completed. Only what nobody has ever had keeps its servings, for who reads it later.
 */
export function stockTakenAway(stock: ListingStock, as: 'withdrawn' | 'expired'): ListingStock {
  const taken = takenServings(stock);
  return taken === 0 ? { ...stock, status: as } : withServings(stock, taken);
}

/**
 * The posted listing once its donor says that it has so many servings in all; null below what is taken. With
 * nothing left it is as if the rest had been taken away.
 */
export function stockOfServings(stock: ListingStock, estimatedServings: number): ListingStock | null {
  return estimatedServings < takenServings(stock) ? null : withServings(stock, estimatedServings);
}

function withServings(stock: ListingStock, estimatedServings: number): ListingStock {
  const servingsLeft = estimatedServings - takenServings(stock);
  const whenNoneLeft = stock.servingsClaimed > 0 ? 'claimed' : 'completed';
  return { ...stock, estimatedServings, servingsLeft, status: servingsLeft > 0 ? 'posted' : whenNoneLeft };
}

/** The listing once a claim of `servings` has ended in a handover. */
export function stockAfterHandover(stock: ListingStock, servings: number): ListingStock {
  const servingsClaimed = stock.servingsClaimed - servings;
  const isOver = stock.status === 'claimed' && servingsClaimed === 0;
  return { ...stock, servingsClaimed, status: isOver ? 'completed' : stock.status };
}

/** What becomes of servings that are let go: offered again, or nobody's, since none are there or time is up. */
export type ReleasedFate = 'posted' | 'withdrawn' | 'expired';

/** Where the servings of a claim go that ends without a handover. What its donor took back is not offered again. */
export function releasedFate(facts: {
  /** Whether there is food left to offer. */
  readonly comesBack: boolean;
  readonly isWithdrawn: boolean;
  readonly isOfferedInTime: boolean;
}): ReleasedFate {
  if (!facts.comesBack || facts.isWithdrawn) return 'withdrawn';
  return facts.isOfferedInTime ? 'posted' : 'expired';
}

/**
 * The listing once a claim of `servings` was let go. They come back, or nobody can have them: then the listing
 * shrinks, and with its last claim it is over. Servings of a listing that is still posted when its time is up come
 * back to what time takes away next.
 */
export function stockAfterRelease(stock: ListingStock, servings: number, fate: ReleasedFate): ListingStock {
  const servingsClaimed = stock.servingsClaimed - servings;
  const back = { ...stock, servingsClaimed, servingsLeft: stock.servingsLeft + servings };
  const shrunk = { ...stock, servingsClaimed, estimatedServings: stock.estimatedServings - servings };
  if (stock.status === 'posted') return fate === 'withdrawn' ? shrunk : back;
  if (stock.status !== 'claimed') return back;
  if (fate === 'posted') return { ...back, status: 'posted' };
  if (servingsClaimed > 0) return shrunk;
  return handedOver(stock) > 0 ? { ...shrunk, status: 'completed' } : { ...back, status: fate };
}
