import { plural, t } from '@lingui/core/macro';
import type {
  EmergencyRequest,
  MatchReleaseReason,
  RequestUrgency,
} from '@openlarder/domain/emergency/emergency-contract.ts';
import { ONE_WORD_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { formatDay, formatDayTime, formatTime } from '#web/lib/format.ts';
import type { MoveToMake } from './request-move.ts';

/** How urgent a request is, as it is chosen. */
export function requestUrgencyName(urgency: RequestUrgency): string {
  const words: Readonly<Record<RequestUrgency, () => string>> = {
    emergency: () => t`Emergency`,
    high: () => t`High`,
  };
  return words[urgency]();
}

/** "For 1 person", "For 4 people". */
export const householdWords = (size: number): string =>
  plural(size, { one: 'For # person', other: 'For # people' });

/** The state of my own request, in two or three words. */
export function stateName({ status, match }: EmergencyRequest): string {
  switch (status) {
    case 'pending':
      return t`Waiting for a helper`;
    case 'matched':
      return match?.helperConfirmedAt || match?.requesterConfirmedAt ? t`Almost done` : t`Somebody helps`;
    case 'fulfilled':
      return t`Completed`;
    case 'expired':
      return t`Expired`;
    case 'cancelled':
      return t`Taken back`;
    default:
      return status satisfies never;
  }
}

/** Until when my request is open, or when it ended and how. */
export function dateSentence(request: EmergencyRequest, nowMs: number): string {
  const { status, expiresAt, fulfilledAt, endedAt } = request;
  switch (status) {
    case 'pending': {
      const until = formatDayTime(expiresAt, nowMs);
      return t`Donors near you see it. It expires ${until}.`;
    }
    case 'matched': {
      const since = formatDayTime(request.match?.matchedAt ?? request.matchedAt ?? expiresAt, nowMs);
      return t`Since ${since}. Nobody else is asked meanwhile.`;
    }
    case 'fulfilled': {
      const day = formatDay(fulfilledAt ?? endedAt ?? expiresAt, nowMs);
      return t`Completed ${day}.`;
    }
    case 'expired': {
      const day = formatDayTime(endedAt ?? expiresAt, nowMs);
      return t`Nobody could help in time. It expired ${day}.`;
    }
    case 'cancelled': {
      const day = formatDay(endedAt ?? request.createdAt, nowMs);
      return t`You took it back ${day}.`;
    }
    default:
      return status satisfies never;
  }
}

/** What happens by itself to an open match, so that nobody waits for nothing; null when nothing does soon. */
export function comingSentence({ match, status }: EmergencyRequest, nowMs: number): string | null {
  if (status !== 'matched' || !match) return null;
  const name = match.helper.displayName;
  if (match.requesterConfirmedAt)
    return t`You said that you got the food. If ${name} does not answer, that counts after ${ONE_WORD_HOURS} hours.`;
  if (match.helperConfirmedAt)
    return t`${name} says that you got the food. If you do not answer, that counts after ${ONE_WORD_HOURS} hours.`;
  if (match.silentAt === null || Date.parse(match.silentAt) <= nowMs) return null;
  const until = formatTime(match.silentAt);
  return t`If ${name} says nothing until ${until}, others are asked again.`;
}

/** Why the one who asked lets a helper go, in words that blame nobody. */
export const letGoReasons = (name: string): { value: MatchReleaseReason; label: string }[] => [
  { value: 'no_answer', label: t`${name} does not answer` },
  { value: 'cannot_make_it', label: t`We found no time or place` },
  { value: 'other', label: t`Something else` },
];

/** What is said once a move is made. */
export function doneWords(
  move: MoveToMake,
  changed: EmergencyRequest,
): { title: string; description?: string } {
  switch (move.kind) {
    case 'cancel':
      return move.reason === 'got_food'
        ? { title: t`Good that you have food`, description: t`Your request is closed.` }
        : { title: t`Your request is taken back` };
    case 'release':
      return changed.status === 'pending'
        ? { title: t`Let go`, description: t`The request is open to others again.` }
        : { title: t`Let go` };
    case 'fulfil':
    case 'fulfil_by_code':
      return changed.status === 'fulfilled'
        ? { title: t`It is done`, description: t`Both of you said that the food changed hands.` }
        : { title: t`Noted`, description: t`It is done once the other says so, too.` };
    case 'share_place':
      return move.meetingPoint === ''
        ? { title: t`Your address is shared` }
        : { title: t`Your helper now knows where to meet` };
    default:
      return move satisfies never;
  }
}
