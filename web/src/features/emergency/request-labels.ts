import { plural, t } from '@lingui/core/macro';
import { foodTagsOf } from '@openlarder/domain/emergency/dietary-restrictions.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import { ANSWER_HOURS, HELPER_SILENT_MINUTES } from '@openlarder/domain/emergency/request-states.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { MAX_RECONNECT_ATTEMPTS } from '@openlarder/domain/live/live-protocol.ts';
import { allergenName, dietName } from '#web/features/accounts/food-tags/food-tag-labels.ts';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { formatDistance } from '#web/lib/distances.ts';
import { formatDay, formatDayTime, formatList, formatTime, quoted } from '#web/lib/format.ts';
import type { LivePhase } from '#web/live/live-client.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { isAhead, withCountdown } from '#web/features/claims/claim-labels.ts';
import {
  allowedActions,
  isOnMyWay,
  otherConfirmationAt,
} from '#web/features/handovers/actions/handover-actions.ts';
import { handoverSentence } from '#web/features/handovers/handover-labels.ts';

export function requestUrgencyLabel(urgency: RequestUrgency): string {
  const words: Readonly<Record<RequestUrgency, () => string>> = {
    emergency: () => t`Emergency`,
    high: () => t`High`,
  };
  return words[urgency]();
}

/** "For 1 person", "For 4 people". */
export const householdLabel = (size: number): string =>
  plural(size, { one: 'For # person', other: 'For # people' });

/** How far away a request is; 0 is within the area that it reaches. Alerts say kilometers first, as specified. */
export function requestDistanceLabel(distanceKm: number, format = formatDistance): string {
  if (distanceKm === 0) return t`In your area`;
  const distance = format(distanceKm);
  return t`about ${distance} away`;
}

/** `isForLater`: the food of its match is for another day. */
export function requestStatusLabel({ status, match }: EmergencyRequest, isForLater = false): string {
  switch (status) {
    case 'pending':
      return t`Waiting for a helper`;
    case 'matched':
      return match?.handover.giverConfirmedAt || match?.handover.receiverConfirmedAt
        ? t`Almost done`
        : isForLater
          ? t`Food is saved for you`
          : match?.handover.listingId
            ? t`There's food for you`
            : t`Help is on the way`;
    case 'fulfilled':
      return t`Completed`;
    case 'expired':
      return t`Expired`;
    case 'cancelled':
      return t`Canceled`;
    default:
      return status satisfies never;
  }
}

/** Until when a person's own request is open, or when and how it ended. */
export function requestDateSentence(request: EmergencyRequest, nowMs: number): string {
  const { status, expiresAt, fulfilledAt, endedAt } = request;
  switch (status) {
    case 'pending': {
      return t`We'll let you know the moment someone can help.`;
    }
    case 'matched': {
      const since = formatDayTime(request.match?.matchedAt ?? request.matchedAt ?? expiresAt, nowMs);
      return t`Since ${since}. We've stopped asking others for now.`;
    }
    case 'fulfilled': {
      const day = formatDay(fulfilledAt ?? endedAt ?? expiresAt, nowMs);
      return t`Completed ${day}.`;
    }
    case 'expired': {
      const day = formatDayTime(endedAt ?? expiresAt, nowMs);
      return t`No one could help in time. It expired ${day}.`;
    }
    case 'cancelled': {
      const day = formatDay(endedAt ?? request.createdAt, nowMs);
      return t`You canceled it ${day}.`;
    }
    default:
      return status satisfies never;
  }
}

/** When an open match ends by itself, and what keeps it; null if it does not end. */
export function silenceSentence(request: EmergencyRequest, nowMs: number): string | null {
  const { side, status, match } = request;
  if (status !== 'matched' || !match?.silentAt || Date.parse(match.silentAt) <= nowMs) return null;
  const { matchedAt, silentAt } = match;
  const until = formatTime(silentAt);
  const name = nameInSentence(match.helper.displayName);
  const isHelper = side === 'helper';
  switch (match.needs) {
    case 'answer':
      return isHelper
        ? t`Once they answer, you have more time. If not, others can help from ${until} on.`
        : t`Once you answer ${name}, they have more time. If not, we'll ask others again at ${until}.`;
    case 'time':
      return isHelper
        ? t`Agree on a time, and it's settled. If not, others can help from ${until} on.`
        : t`Agree on a time with ${name}, and it's settled. If not, we'll ask others again at ${until}.`;
    default: {
      const ends = isHelper
        ? t`Once you've each sent a message, it's settled. If not, others can help from ${until} on.`
        : t`Once you and ${name} have each sent a message, it's settled. If not, we'll ask others again at ${until}.`;
      const isMoved = Date.parse(silentAt) - Date.parse(matchedAt) > HELPER_SILENT_MINUTES * MINUTE_MS;
      if (!isMoved) return ends;
      const why = t`The first message gives you ${ANSWER_HOURS} hours instead of ${HELPER_SILENT_MINUTES} minutes.`;
      return `${ends} ${why}`;
    }
  }
}

/** Who wrote first, as the reader sees it: null for no one, undefined if unknown. */
export type FirstWords = 'mine' | 'theirs' | null | undefined;

/** What keeps an open match, in one line; null where `silenceSentence` has nothing to explain. */
export function keepsMatchLine(
  request: EmergencyRequest,
  nowMs: number,
  firstWords?: FirstWords,
): string | null {
  const { match, side } = request;
  if (!match || silenceSentence(request, nowMs) === null) return null;
  if (match.needs === 'time') return t`Agree on a time and it's settled.`;
  const name = nameInSentence(match.helper.displayName);
  if (match.needs === 'words') {
    if (firstWords === undefined) return t`Once you've each written, it's settled.`;
    if (firstWords === 'theirs') return t`Answer and it's settled.`;
    if (firstWords === null) return t`Say hello and it's settled.`;
    return side === 'helper' ? t`Once they answer, it's settled.` : t`Once ${name} answers, it's settled.`;
  }
  if (side === 'helper') return t`They can see that you'd like to help.`;
  return match.handover.claimId === null
    ? t`Answer ${name} so they can come.`
    : t`Answer ${name}, and it stays yours.`;
}

/** What a donor reads who has offered to help while someone else does. */
export const offeredSentence = (): string =>
  t`Thank you for offering! Someone else is helping already. Write to your neighbor, and if they answer, you can take over.`;

/** Which helpers wait for the requester's answer, and what an answer does; null without one. */
export function waitingHelpersSentence({ waitingHelpers, match }: EmergencyRequest): string | null {
  if (waitingHelpers.length === 0) return null;
  const names = formatList(waitingHelpers.map(({ helper }) => helper.displayName));
  if (match)
    return plural(waitingHelpers.length, {
      one: `${names} offered to help, too. Send a message, and they can come instead.`,
      other: `${names} offered to help, too. Send a message, and they can come instead.`,
    });
  return plural(waitingHelpers.length, {
    one: `${names} offered to help. Send a message, and they can still come.`,
    other: `${names} offered to help. Send a message, and they can still come.`,
  });
}

/** "1 person", "4 people". */
export const peopleLabel = (householdSize: number): string =>
  plural(householdSize, { one: '# person', other: '# people' });

/** Why live updates do not arrive. */
export const liveErrorText = (phase: LivePhase): string =>
  phase === 'failed'
    ? t`Failed to reconnect after ${MAX_RECONNECT_ATTEMPTS} attempts`
    : t`WebSocket connection failed`;

/** The requester's first name; null for a viewer to whom they are a neighbor without a name. */
export const nameOfRequester = ({ side, showsFirstName, requester }: EmergencyRequest): string | null =>
  side === 'donor' && !showsFirstName ? null : requester.firstName;

/** A dietary restriction of a request: a diet, food without an allergen, or the requester's own words. */
export function restrictionName(restriction: string): string {
  const { diets, avoids } = foodTagsOf([restriction]);
  const [diet] = diets;
  if (diet) return dietName(diet);
  const [allergen] = avoids;
  return allergen ? t`no ${{ allergen: allergenName(allergen) }}` : restriction;
}

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
    ...(description ? [quoted(description)] : []),
  ].join(' · ');
}

type Destination = { readonly to: GeoPoint | string; readonly address: string };

/** Where the helper brings it: the place named last, in words; null while hidden from them. */
export function destinationOf(request: EmergencyRequest): Destination | null {
  const { side, placeShared, meetingPoint, pickupLocation: address, latitude, longitude } = request;
  if (side !== 'helper') return null;
  if (meetingPoint !== null) return { to: meetingPoint, address: meetingPoint };
  if (!placeShared) return null;
  return { to: latitude !== null && longitude !== null ? { latitude, longitude } : address, address };
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
