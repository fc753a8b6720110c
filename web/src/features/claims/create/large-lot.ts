import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';

/** From this many servings on, no one is offered all of it first. */
const LARGE_LOT_SERVINGS = 10;

/** Whether a household's part is suggested instead of all that is left. */
export const isLargeLot = ({ servingsLeft }: Pick<Listing, 'servingsLeft'>): boolean =>
  servingsLeft >= LARGE_LOT_SERVINGS;
