import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { WithdrawListing } from './WithdrawListing.tsx';

/** What a donor can do with a listing of their own. */
export function OwnListingActions({ listing }: { readonly listing: Listing }) {
  return listing.status === 'posted' ? <WithdrawListing listing={listing} /> : null;
}
