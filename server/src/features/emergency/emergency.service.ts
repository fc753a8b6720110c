export { sendDueWaves } from './alerts/alerts.ts';
export { fulfilRequest } from './matching/fulfil-request.ts';
export { matchRequest } from './matching/match-request.ts';
export { releaseRequest } from './matching/release-match.ts';
export { revealRequestAddress } from './matching/reveal-address.ts';
export { cancelPendingRequestsOf, cancelRequest, deleteRequest } from './requests/cancel-request.ts';
export { appealRequestPause, createRequest, requestLimits } from './requests/create-request.ts';
export { closePerson, endMatchesBetween } from './requests/end-all-requests.ts';
export { expireRequests } from './requests/expire-requests.ts';
export { blockRequester } from './requests/block-requester.ts';
export { evidenceOfRequest, requestConversationId } from './requests/report-evidence.ts';
export {
  exportPerson,
  getRequest,
  hasOpenMatch,
  listActive,
  listRequests,
  pendingRequestsOnMap,
  type RequestOnMap,
} from './requests/request-queries.ts';
