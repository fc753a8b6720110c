import type * as z from 'zod/mini';
import type { Endpoint } from '../kernel/endpoint.ts';
import { HANDOVER_END_TOPICS, HANDOVER_TOPICS } from '../kernel/topics.ts';
import type * as schemas from './handover-schemas.ts';

export type Handover = z.output<typeof schemas.handoverSchema>;
export type RevealAddressBody = z.output<typeof schemas.revealAddressBody>;

/*
 * What the two people of a handover do, for claims and requests alike. Each is idempotent and answers with the
 * handover as it is now. 404 to anyone else; 409 under the name of a `HandoverActionRefusal`, 403 `not-yours`.
 */

export const getHandover: Endpoint<typeof schemas.getHandoverSpec> = {
  method: 'GET',
  path: '/api/handovers/{id}',
  access: 'party of handover',
  importance: 'act',
  shows: ['handovers'],
};

/**
 * 429 `wait-for-answer` after 20 messages and proposals in a row without a reply; 422 on `time` if it is over or more than a
 * day after the window. The other's own proposal is accepted by it.
 */
export const proposeTime: Endpoint<typeof schemas.proposeTimeSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/propose-time',
  access: 'party of handover',
  importance: 'act',
  changes: HANDOVER_TOPICS,
};

/** 409 `nothing-proposed` if the other proposes another time by now. */
export const acceptTime: Endpoint<typeof schemas.acceptTimeSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/accept-time',
  access: 'party of handover',
  importance: 'act',
  changes: HANDOVER_TOPICS,
};

export const confirmComing: Endpoint<typeof schemas.confirmComingSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/coming',
  access: 'party of handover',
  importance: 'act',
  changes: HANDOVER_TOPICS,
};

export const sayOnMyWay: Endpoint<typeof schemas.sayOnMyWaySpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/on-my-way',
  access: 'party of handover',
  importance: 'act',
  changes: HANDOVER_TOPICS,
};

/**
 * The open handover of a conversation. 422 for `address` if a receiver gives none and none is known; 409
 * `conversation-closed` across a block.
 */
export const revealAddress: Endpoint<typeof schemas.revealAddressSpec> = {
  method: 'POST',
  path: '/api/conversations/{id}/share-place',
  access: 'party of conversation',
  importance: 'act',
  changes: HANDOVER_TOPICS,
};

/** 422 for a `reason` of the other side. */
export const releaseHandover: Endpoint<typeof schemas.releaseHandoverSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/release',
  access: 'party of handover',
  importance: 'act',
  changes: HANDOVER_END_TOPICS,
};

/**
 * 422 for a wrong `code` and for more `servings` than were promised, 409 `code-locked` after five wrong codes. Servings
 * that were not taken are offered again.
 */
export const completeHandover: Endpoint<typeof schemas.completeHandoverSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/complete',
  access: 'party of handover',
  importance: 'act',
  changes: HANDOVER_END_TOPICS,
};

export const reportNoShow: Endpoint<typeof schemas.reportNoShowSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/no-show',
  access: 'party of handover',
  importance: 'act',
  changes: HANDOVER_END_TOPICS,
};

export const disputeHandover: Endpoint<typeof schemas.disputeHandoverSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/dispute',
  access: 'party of handover',
  importance: 'act',
  changes: [...HANDOVER_END_TOPICS, 'reports'],
};

/**
 * By the receiver, once; repeated calls keep the first thanks. 409 `not-handed-over` unless it is completed and not
 * disputed, 409 `conversation-closed` where a message could not be sent either: across a block, or to a closed account.
 */
export const thankForHandover: Endpoint<typeof schemas.thankForHandoverSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/thank',
  access: 'party of handover',
  importance: 'talk',
  changes: HANDOVER_TOPICS,
};

/**
 * By the receiver who asked for food, whom the giver knows as a neighbor until then. Cannot be undone. 409 as of
 * `thankForHandover`.
 */
export const tellName: Endpoint<typeof schemas.tellNameSpec> = {
  method: 'POST',
  path: '/api/handovers/{id}/tell-name',
  access: 'party of handover',
  importance: 'talk',
  changes: HANDOVER_TOPICS,
};
