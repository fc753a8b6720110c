import { t } from '@lingui/core/macro';
import type {
  EmergencyRequest,
  MatchReleaseReason,
} from '@openlarder/domain/emergency/emergency-contract.ts';
import { ONE_WORD_HOURS } from '@openlarder/domain/emergency/request-states.ts';
import { formatTime } from '#web/lib/format.ts';
import { comingSentence } from './request-words.ts';

/** Where the help between two people stands, in one line above their messages. `name` is the other's. */
export function helpSentence({ side, status, match }: EmergencyRequest, name: string): string {
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

/** What comes by itself and when, to either side; null when nothing does soon. */
export function comingTo(request: EmergencyRequest, name: string, nowMs: number): string | null {
  const { side, status, match } = request;
  if (side !== 'helper') return comingSentence(request, nowMs);
  if (status !== 'matched' || !match) return null;
  if (match.helperConfirmedAt)
    return t`If ${name} does not answer, that counts after ${ONE_WORD_HOURS} hours.`;
  if (match.requesterConfirmedAt) return t`If you do not answer, that counts after ${ONE_WORD_HOURS} hours.`;
  if (match.silentAt === null || Date.parse(match.silentAt) <= nowMs) return null;
  const until = formatTime(match.silentAt);
  return t`Say hello: otherwise this is offered to others again at ${until}.`;
}

type Reason = { readonly value: MatchReleaseReason; readonly label: string; readonly hint?: string };

/** Why a helper cannot go on, in words that blame nobody; the one that does says what it is for. */
export const helperReasons = (name: string): Reason[] => [
  { value: 'cannot_make_it', label: t`I can't make it` },
  { value: 'no_answer', label: t`${name} does not answer` },
  { value: 'other', label: t`Something else` },
  {
    value: 'not_genuine',
    label: t`I do not think that it is meant honestly`,
    hint: t`Please choose this only when something really does not fit. ${name} is not told; when several helpers say so, asking pauses for a few days.`,
  },
];
