import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ClaimMove } from '@openlarder/domain/claims/claim-states.ts';
import { REMINDER_HOURS } from '@openlarder/domain/claims/pickup-times.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { movesOf, othersWordAt, ownWordAt, phaseOf } from './claim-facts.ts';

/** What somebody may do now, by how likely they mean it. */
type Offer = {
  /** The one that stands out. */
  readonly primary: ClaimMove | null;
  /** In sight, and quieter. */
  readonly others: readonly ClaimMove[];
  /** Rarely meant now: unfolded by who wants it. */
  readonly folded: readonly ClaimMove[];
};

type Wish = {
  /** The first of these that is open stands out. */
  readonly first: readonly ClaimMove[];
  readonly folded: readonly ClaimMove[];
};

/** The order in which quieter moves stand. */
const ORDER: readonly ClaimMove[] = [
  'share_place',
  'say_coming',
  'complete_by_code',
  'confirm',
  'report_no_show',
  'report_no_food',
  'dispute',
  'release',
];

/** From when people may well be at the door. */
const isNear = ({ listing }: Claim, nowMs: number): boolean =>
  nowMs >= Date.parse(listing.availableFrom) - REMINDER_HOURS * HOUR_MS;

function wishOf(claim: Claim, nowMs: number): Wish {
  const isDonor = claim.side === 'donor';
  if (ownWordAt(claim) !== null && othersWordAt(claim) === null)
    return { first: [], folded: ['share_place', 'report_no_show', 'report_no_food', 'release'] };
  if (othersWordAt(claim) !== null) return { first: ['confirm'], folded: ['share_place'] };
  switch (phaseOf(claim, nowMs)) {
    case 'before':
      // who shares has somebody at the door early more often than who comes has the food early
      return {
        first: ['share_place', 'say_coming'],
        folded: isDonor && isNear(claim, nowMs) ? [] : ['complete_by_code', 'confirm'],
      };
    case 'during':
      return { first: isDonor ? ['share_place', 'complete_by_code', 'confirm'] : ['confirm'], folded: [] };
    case 'after':
      return { first: ['confirm'], folded: ['share_place', 'complete_by_code'] };
    default:
      return { first: [], folded: [] };
  }
}

/** Every move that is open to this side now, and how each is offered. */
export function offerOf(claim: Claim, nowMs: number): Offer {
  const isSaidByOther = othersWordAt(claim) !== null;
  // what the other has said already, a code would only say again
  const open = movesOf(claim, nowMs).filter((move) => !(isSaidByOther && move === 'complete_by_code'));
  const wish = claim.status === 'open' ? wishOf(claim, nowMs) : { first: [], folded: [] };
  const primary = wish.first.find((move) => open.includes(move)) ?? null;
  const rest = ORDER.filter((move) => open.includes(move) && move !== primary);
  return {
    primary,
    others: rest.filter((move) => !wish.folded.includes(move)),
    folded: rest.filter((move) => wish.folded.includes(move)),
  };
}

/** No more of an offer than what is meant now: the move that stands out with the "no" to it, else the first in sight. */
export const firstOf = ({ primary, others }: Offer): Offer => ({
  primary,
  others: primary ? others.filter((move) => move === 'dispute') : others.slice(0, 1),
  folded: [],
});

/** Whether somebody waits for this person's answer: yes or no, or something said about them. */
export function waitsForAnswer(claim: Claim, nowMs: number): boolean {
  const { primary, others } = offerOf(claim, nowMs);
  if (claim.status === 'no_show') return others.includes('dispute');
  if (claim.status !== 'open') return false;
  const isAsked = phaseOf(claim, nowMs) === 'after' || othersWordAt(claim) !== null;
  return primary === 'say_coming' || (primary === 'confirm' && isAsked);
}
