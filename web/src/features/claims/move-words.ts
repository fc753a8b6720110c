import { t } from '@lingui/core/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type ClaimMove, OBJECTION_HOURS } from '@openlarder/domain/claims/claim-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { formatDayTime } from '#web/lib/format.ts';
import { otherSide, othersWordAt, ownWordAt, phaseOf } from './claim-facts.ts';
import { questionOf } from './claim-words.ts';

/** The moves that are one button; the others bring a form of their own. */
export type ButtonMove = Exclude<ClaimMove, 'share_place' | 'complete_by_code'>;

type MoveWords = {
  readonly label: string;
  /** What follows from it, in one sentence. */
  readonly follows: string;
};

function confirmWords(claim: Claim, nowMs: number): MoveWords {
  const isDonor = claim.side === 'donor';
  const name = otherSide(claim).displayName;
  const answers = phaseOf(claim, nowMs) === 'after' || othersWordAt(claim) !== null;
  const label = answers
    ? isDonor
      ? t`Yes, handed over`
      : t`Yes, I have it`
    : isDonor
      ? t`I handed it over`
      : t`I picked it up`;
  const follows = othersWordAt(claim)
    ? t`Then you both agree, and it is done.`
    : t`${name} is asked to confirm. Until then you can still say that it did not happen.`;
  return { label, follows };
}

function releaseWords(claim: Claim, nowMs: number): MoveWords {
  const isDonor = claim.side === 'donor';
  const name = otherSide(claim).displayName;
  if (phaseOf(claim, nowMs) === 'after' || ownWordAt(claim))
    return {
      label: isDonor ? t`I could not hand it over` : t`I could not come`,
      follows: t`You say why, and ${name} is told.`,
    };
  const isAsked = questionOf(claim, nowMs) !== null;
  return {
    label: isAsked ? t`Let it go` : isDonor ? t`Cancel this pickup` : t`I cannot come`,
    follows: t`You say why, ${name} is told, and others can have it.`,
  };
}

function disputeWords(claim: Claim, nowMs: number): MoveWords {
  const name = otherSide(claim).displayName;
  if (claim.status === 'open')
    return {
      label: claim.side === 'donor' ? t`I did not hand it over` : t`I did not get it`,
      follows: t`Those who run the community look at it, and ${name} is told that you object.`,
    };
  const untilMs = (claim.endedAt === null ? nowMs : Date.parse(claim.endedAt)) + OBJECTION_HOURS * HOUR_MS;
  const until = formatDayTime(untilMs, nowMs);
  return {
    label: claim.status === 'no_show' ? t`I did come` : t`Something is not right`,
    follows: t`You can object until ${until}. Those who run the community look at it.`,
  };
}

/** What a button says, and what follows from pressing it. */
export function wordsOf(move: ButtonMove, claim: Claim, nowMs: number): MoveWords {
  const name = otherSide(claim).displayName;
  switch (move) {
    case 'say_coming':
      return {
        label: questionOf(claim, nowMs) ? t`Yes, I am coming` : t`I am still coming`,
        follows: t`${name} is told, and keeps it for you.`,
      };
    case 'confirm':
      return confirmWords(claim, nowMs);
    case 'report_no_show':
      return {
        label: t`They did not come`,
        follows: t`${name} is told, and can object for ${OBJECTION_HOURS} hours.`,
      };
    case 'report_no_food':
      return { label: t`There was no food`, follows: t`${name} is told, and nobody else is sent there.` };
    case 'release':
      return releaseWords(claim, nowMs);
    case 'dispute':
      return disputeWords(claim, nowMs);
    default:
      return move satisfies never;
  }
}

/** What unfolds the moves that are rarely meant now. */
export function foldedWord(claim: Claim, nowMs: number): string {
  if (ownWordAt(claim)) return t`It did not happen after all`;
  if (othersWordAt(claim)) return t`They still need your address`;
  const isDonor = claim.side === 'donor';
  if (phaseOf(claim, nowMs) === 'after') return t`They are only coming now`;
  return isDonor ? t`They are here already` : t`I have it already`;
}

type Told = { readonly title: string; readonly description: string };

/** What a notice says once a move is made. `claim` is as the server gave it back. */
export function doneWords(move: ClaimMove, claim: Claim): Told {
  const name = otherSide(claim).displayName;
  const { title, status: listingStatus } = claim.listing;
  switch (move) {
    case 'say_coming':
      return { title: t`Good`, description: t`${name} knows that you are coming.` };
    case 'share_place':
      return { title: t`Shared`, description: t`${name} can see where to come now.` };
    case 'complete_by_code':
    case 'confirm':
      return claim.status === 'completed'
        ? { title: t`Handed over`, description: t`Thank you both.` }
        : { title: t`Thank you`, description: t`${name} is asked to confirm.` };
    case 'report_no_show':
      return { title: t`Thank you for telling`, description: t`${name} is told, and can object.` };
    case 'dispute':
      return { title: t`Thank you for telling`, description: t`Those who run the community look at it.` };
    case 'report_no_food':
    case 'release':
      return {
        title: t`This pickup is let go`,
        description:
          listingStatus === 'posted'
            ? t`${name} is told. “${title}” is offered to others again.`
            : t`${name} is told.`,
      };
    default:
      return move satisfies never;
  }
}
