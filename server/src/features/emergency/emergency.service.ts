export { previewArea } from './areas/area-of-point.ts';
export { buildAreasOfMonth } from './areas/build-areas.ts';
export { reachOf } from './areas/reach.ts';
export { sendDueWaves } from './alerts/alerts.ts';
export { fulfilRequest, releaseRequest } from './matching/match-actions.ts';
export { hiddenRequests } from './matching/hidden-requests.ts';
export { isKeptApart } from './matching/kept-apart.ts';
export { matchHandovers } from './matching/match-handovers.ts';
export { matchRequest } from './matching/match-request.ts';
export { forgetAddresses, revealRequestAddress } from './matching/reveal-address.ts';
export { cancelRequest, deleteRequest } from './requests/cancel-request.ts';
export { appealRequestLimit, createRequest, requestLimits } from './requests/create-request.ts';
export { cancelPendingRequestsOf, closePerson } from './requests/end-all-requests.ts';
export { expireRequests } from './requests/expire-requests.ts';
export { anonymousRequesters } from './matching/anonymous-requesters.ts';
export { blockHelper, blockNeighbor, blockRequester } from './requests/block-requester.ts';
export { evidenceOfRequest, requestConversationId } from './requests/report-evidence.ts';
export {
  exportPerson,
  getRequest,
  listActive,
  listRequests,
  pendingRequestsOnMap,
  placeToday,
  type RequestOnMap,
} from './requests/request-queries.ts';
