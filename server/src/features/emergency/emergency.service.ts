export { sendDueWaves } from './alerts/alerts.ts';
export { fulfilRequest, releaseRequest } from './matching/match-actions.ts';
export { matchHandovers } from './matching/match-handovers.ts';
export { matchRequest } from './matching/match-request.ts';
export { revealRequestAddress } from './matching/reveal-address.ts';
export { cancelRequest, deleteRequest } from './requests/cancel-request.ts';
export { appealRequestPause, createRequest, requestLimits } from './requests/create-request.ts';
export { cancelPendingRequestsOf, closePerson, onPersonBlocked } from './requests/end-all-requests.ts';
export { expireRequests } from './requests/expire-requests.ts';
export { blockRequester } from './requests/block-requester.ts';
export { evidenceOfRequest, requestConversationId } from './requests/report-evidence.ts';
export {
  exportPerson,
  getRequest,
  listActive,
  listRequests,
  pendingRequestsOnMap,
  type RequestOnMap,
} from './requests/request-queries.ts';
