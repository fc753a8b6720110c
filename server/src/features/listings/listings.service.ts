// The functions of listings that other features, routes and the module use.

export { feed } from './feed/feed.ts';
export { type Offer, offerOf, offersNear } from './feed/offers-near.ts';
export { applySearchLanguage, deleteUnusedSearchWords } from './feed/search.ts';
export { closePerson, exportPerson } from './lifecycle/account-closure.ts';
export { REMOVED_TITLE, removeListing, removePhotoFromListing } from './lifecycle/moderation-delete.ts';
export { lockListing, lockOwnListing, saveStock, takeServings } from './lifecycle/stock.ts';
export { expireListings, withdrawAllOf, withdrawListing } from './lifecycle/withdraw-and-expire.ts';
export { presentListings, shownPlace, showsPhotos } from './listings.presenter.ts';
export {
  thumbnailsById,
  getListing,
  listingEvidence,
  listingsById,
  listingsOfPerson,
  listingsPageOfPerson,
  peopleOffering,
  requireVisibleListing,
} from './listings.queries.ts';
/** `ListingRow` is a stored listing; people get it through `presentListings`. */
export { type ListingThumbnail, type ListingRow, stockOf } from './listings.store.ts';
export { type ListingOnMap, listingsOnMap, type MapPage } from './map-source.ts';
export { changeListing } from './share/change-listing.ts';
export { createListing, lockDonor, postListing } from './share/create-listing.ts';
export { listingLimits } from './share/listing-limits.ts';
