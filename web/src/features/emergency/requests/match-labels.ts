import { t } from '@lingui/core/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { nameInSentence } from '#web/features/accounts/name-in-sentence.ts';
import { isAhead, withCountdown } from '#web/features/claims/ticket/ticket-labels.ts';
import {
  allowedActions,
  isOnMyWay,
  otherConfirmationAt,
} from '#web/features/handovers/actions/handover-actions.ts';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { formatDayTime, formatList } from '#web/lib/format.ts';
import { householdLabel, restrictionName } from '../request-labels.ts';

/** The first line of a match without a claim: when and how soon, once a time is agreed; else the status. */
export function matchHeadline(handover: Handover, nowMs: number): string {
  if (handover.agreedTime === null || !isAhead(handover, nowMs)) return handoverSentence(handover, nowMs);
  return withCountdown(formatDayTime(handover.agreedTime, nowMs), handover, nowMs);
}

/** Who travels where, for the reader; null once it is over. The address is last, as it may be long. */
export function meetingLine(request: EmergencyRequest, handover: Handover): string | null {
  if (request.status !== 'matched' || handover.status !== 'open') return null;
  const { meetingPoint, placeShared, pickupLocation } = request;
  if (request.side === 'requester') {
    const helper = handover.giver.displayName;
    if (meetingPoint !== null) return t`Meet ${helper} here: ${meetingPoint}`;
    return placeShared
      ? t`${helper} brings it to ${pickupLocation}`
      : t`${helper} brings it to you. Tell them where.`;
  }
  if (meetingPoint !== null) return t`Bring it here: ${meetingPoint}`;
  if (placeShared) return t`You bring it to ${pickupLocation}`;
  const name = nameInSentence(request.requester.firstName);
  return t`You bring it to ${{ name }}, around ${pickupLocation}. Waiting for the address.`;
}

export const codeLine = ({ code, giver }: Handover): string | null =>
  code === null
    ? null
    : t`Give ${{ name: nameInSentence(giver.displayName) }} the code once you have the food.`;

export function needsLine(request: EmergencyRequest): string {
  const { householdSize, dietaryRestrictions, specialNeeds, description } = request;
  return [
    householdLabel(householdSize),
    ...(dietaryRestrictions.length > 0 ? [formatList(dietaryRestrictions.map(restrictionName))] : []),
    ...(specialNeeds ? [specialNeeds] : []),
    ...(description ? [`“${description}”`] : []),
  ].join(' · ');
}

/** The helper's destination on a map; null while hidden from them. */
export function revealedPoint({ side, placeShared, latitude, longitude }: EmergencyRequest): GeoPoint | null {
  if (side !== 'helper' || !placeShared || latitude === null || longitude === null) return null;
  return { latitude, longitude };
}

/** What the helper has done that the requester should know of, or answer; null for nothing. */
export function helperNews(handover: Handover, nowMs: number): string | null {
  const { giver, proposal } = handover;
  const name = giver.displayName;
  if (otherConfirmationAt(handover) !== null) return handoverSentence(handover, nowMs);
  if (proposal !== null && allowedActions(handover, nowMs).includes('accept_time')) {
    const when = formatDayTime(proposal.time, nowMs);
    return t`${name} proposes ${when}. Does that work?`;
  }
  return isOnMyWay(handover, 'other', nowMs) ? t`${name} is on the way` : null;
}
