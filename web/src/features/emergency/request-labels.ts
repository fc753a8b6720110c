import { plural, t } from '@lingui/core/macro';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { MatchReleaseReason, RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import { ONE_SIDED_CONFIRMATION_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { MAX_RECONNECT_ATTEMPTS } from '@openlarder/domain/live/live-protocol.ts';
import { formatDay, formatDayTime, formatTime } from '#web/lib/format.ts';
import type { LivePhase } from '#web/live/live-client.ts';
import type { ActionInput } from './requests/request-actions.ts';

/** The urgency as the form shows it. */
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

/** The status of a person's own request, in two or three words. */
export function requestStatusLabel({ status, match }: EmergencyRequest): string {
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

/** Until when a person's own request is open, or when and how it ended. */
export function requestDateSentence(request: EmergencyRequest, nowMs: number): string {
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

/** What happens automatically to an open match, for the requester; null if nothing does soon. */
export function requesterUpcomingSentence({ match, status }: EmergencyRequest, nowMs: number): string | null {
  if (status !== 'matched' || !match) return null;
  const name = match.helper.displayName;
  if (match.requesterConfirmedAt)
    return t`You said that you got the food. If ${name} does not answer, that counts after ${ONE_SIDED_CONFIRMATION_HOURS} hours.`;
  if (match.helperConfirmedAt)
    return t`${name} says that you got the food. If you do not answer, that counts after ${ONE_SIDED_CONFIRMATION_HOURS} hours.`;
  if (match.silentAt === null || Date.parse(match.silentAt) <= nowMs) return null;
  const until = formatTime(match.silentAt);
  return t`If ${name} says nothing until ${until}, others are asked again.`;
}

export type ReleaseReasonOption = {
  readonly value: MatchReleaseReason;
  readonly label: string;
  readonly hint?: string;
};

/** Why a requester releases a helper, worded without blame. */
export const requesterReleaseReasons = (name: string): readonly ReleaseReasonOption[] => [
  { value: 'no_answer', label: t`${name} does not answer` },
  { value: 'cannot_make_it', label: t`We found no time or place` },
  { value: 'other', label: t`Something else` },
];

/** The toast after an action. `changed` is the server's answer. */
export function actionDoneNotice(
  action: ActionInput,
  changed: EmergencyRequest,
): { title: string; description?: string } {
  switch (action.kind) {
    case 'cancel':
      return action.reason === 'got_food'
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
      return action.meetingPoint === ''
        ? { title: t`Your address is shared` }
        : { title: t`Your helper now knows where to meet` };
    default:
      return action satisfies never;
  }
}

/** "1 person", "4 people". */
export const peopleLabel = (householdSize: number): string =>
  plural(householdSize, { one: '# person', other: '# people' });

/** Why live updates do not arrive. */
export const liveErrorText = (phase: LivePhase): string =>
  phase === 'failed'
    ? t`Failed to reconnect after ${MAX_RECONNECT_ATTEMPTS} attempts`
    : t`WebSocket connection failed`;

/** The status of a match, in one line above its messages. `name` is the other person's. */
export function matchSentence({ side, status, match }: EmergencyRequest, name: string): string {
  if (status === 'fulfilled') return t`The food changed hands. Thank you both.`;
  if (side === 'helper') {
    if (match?.helperConfirmedAt) return t`You said that you handed it over.`;
    return match?.requesterConfirmedAt
      ? t`${name} says that the food arrived.`
      : t`You help ${name} with this.`;
  }
  if (match?.requesterConfirmedAt) return t`You said that you got the food.`;
  return match?.helperConfirmedAt ? t`${name} says that you got the food.` : t`${name} helps you.`;
}

/** What happens automatically to an open match, and when, for either side; null if nothing does soon. */
export function upcomingSentence(request: EmergencyRequest, name: string, nowMs: number): string | null {
  const { side, status, match } = request;
  if (side !== 'helper') return requesterUpcomingSentence(request, nowMs);
  if (status !== 'matched' || !match) return null;
  if (match.helperConfirmedAt)
    return t`If ${name} does not answer, that counts after ${ONE_SIDED_CONFIRMATION_HOURS} hours.`;
  if (match.requesterConfirmedAt)
    return t`If you do not answer, that counts after ${ONE_SIDED_CONFIRMATION_HOURS} hours.`;
  if (match.silentAt === null || Date.parse(match.silentAt) <= nowMs) return null;
  const until = formatTime(match.silentAt);
  return t`Say hello: otherwise this is offered to others again at ${until}.`;
}

/** Why a helper stops, worded without blame; the one exception explains its purpose. */
export const helperReleaseReasons = (name: string): readonly ReleaseReasonOption[] => [
  { value: 'cannot_make_it', label: t`I can't make it` },
  { value: 'no_answer', label: t`${name} does not answer` },
  { value: 'other', label: t`Something else` },
  {
    value: 'not_genuine',
    label: t`I do not think that it is meant honestly`,
    hint: t`Please choose this only when something really does not fit. ${name} is not told; when several helpers say so, asking pauses for a few days.`,
  },
];
