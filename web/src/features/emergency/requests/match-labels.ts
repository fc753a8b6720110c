import { t } from '@lingui/core/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { nameInSentence } from '#web/features/accounts/name-in-sentence.ts';
import { isAhead, withCountdown } from '#web/features/claims/ticket/ticket-labels.ts';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';
import { formatDayTime, formatList } from '#web/lib/format.ts';
import { householdLabel } from '../request-labels.ts';

/** The first line of what is brought to a request: when and how soon, once a time is agreed; else how it stands. */
export function matchHeadline(handover: Handover, nowMs: number): string {
  if (handover.agreedTime === null || !isAhead(handover, nowMs)) return handoverSentence(handover, nowMs);
  return withCountdown(formatDayTime(handover.agreedTime, nowMs), handover, nowMs);
}

/** Who goes where, to the one who reads it; null once it is over. The address stands last, as it may be long. */
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

/** What the receiver does with their code; null without one. */
export const codeLine = ({ code, giver }: Handover): string | null =>
  code === null
    ? null
    : t`Give ${{ name: nameInSentence(giver.displayName) }} the code once you have the food.`;

/** For how many it is, what they cannot eat and their own words, which the helper must not overlook. */
export function needsLine(request: EmergencyRequest): string {
  const { householdSize, dietaryRestrictions, specialNeeds, description } = request;
  return [
    householdLabel(householdSize),
    ...(dietaryRestrictions.length > 0 ? [formatList(dietaryRestrictions.map(dietName))] : []),
    ...(specialNeeds ? [specialNeeds] : []),
    ...(description ? [`“${description}”`] : []),
  ].join(' · ');
}

/** Where the helper goes on a map; null while they do not know. */
export function revealedPoint({ side, placeShared, latitude, longitude }: EmergencyRequest): GeoPoint | null {
  if (side !== 'helper' || !placeShared || latitude === null || longitude === null) return null;
  return { latitude, longitude };
}
