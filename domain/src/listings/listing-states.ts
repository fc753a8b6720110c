import type { ListingStatus } from './listing-contract.ts';

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
  posted: ['claimed', 'withdrawn', 'expired'],
  claimed: ['posted', 'completed', 'expired'],
  completed: [],
  withdrawn: [],
  expired: [],
};

export const handedOver = (stock: ListingStock): number =>
  stock.estimatedServings - stock.servingsLeft - stock.servingsClaimed;

/** Whether the donor may take the rest back, or time may: only what is offered can be taken away. */
export const canTakeAway = (stock: Pick<ListingStock, 'status'>): boolean => stock.status === 'posted';

/**
 * The listing once its rest is taken away, by the donor (`withdrawn`) or by time (`expired`). Open claims stand:
 * then only what nobody claimed goes, and the listing shrinks to what is claimed and handed over.
 */
export function stockTakenAway(stock: ListingStock, as: 'withdrawn' | 'expired'): ListingStock {
  if (stock.servingsClaimed === 0) return { ...stock, status: as };
  return {
    status: 'claimed',
    estimatedServings: stock.estimatedServings - stock.servingsLeft,
    servingsLeft: 0,
    servingsClaimed: stock.servingsClaimed,
  };
}

/** The listing once a claim of `servings` has ended in a handover. */
export function stockAfterHandover(stock: ListingStock, servings: number): ListingStock {
  const servingsClaimed = stock.servingsClaimed - servings;
  const isOver = stock.status === 'claimed' && servingsClaimed === 0;
  return { ...stock, servingsClaimed, status: isOver ? 'completed' : stock.status };
}

/**
 * The listing once a claim of `servings` was let go. While the listing is still offered in time they come back;
 * afterwards nobody can have them: the listing shrinks, and with its last claim it is over.
 */
export function stockAfterRelease(
  stock: ListingStock,
  servings: number,
  isOfferedInTime: boolean,
): ListingStock {
  const servingsClaimed = stock.servingsClaimed - servings;
  const back = { ...stock, servingsClaimed, servingsLeft: stock.servingsLeft + servings };
  if (stock.status !== 'claimed') return back;
  if (isOfferedInTime) return { ...back, status: 'posted' };
  const shrunk = { ...stock, servingsClaimed, estimatedServings: stock.estimatedServings - servings };
  if (servingsClaimed > 0) return shrunk;
  return handedOver(stock) > 0 ? { ...shrunk, status: 'completed' } : { ...back, status: 'expired' };
}
