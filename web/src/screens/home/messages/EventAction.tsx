import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { ClaimMove } from '@openlarder/domain/claims/claim-states.ts';
import type { Message } from '@openlarder/domain/messaging/message-contract.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import { Link } from 'wouter';
import { allowedActions } from '#web/features/claims/handover/claim-actions.ts';
import { type ButtonAction, actionLabels } from '#web/features/claims/handover/action-labels.ts';
import { paths } from '#web/lib/paths.ts';
import { useNow } from '#web/lib/use-now.ts';

/** What the other's doing may be answered with. */
const ANSWERS: Partial<Readonly<Record<MessageEvent, Extract<ClaimMove, ButtonAction>>>> = {
  no_show: 'dispute',
  handover_confirmed: 'confirm',
  completed_alone: 'dispute',
};

type Props = { readonly claim: Claim; readonly message: Message };

/** Beside something that happened: the way to the ticket, named after what one can do there about it now. */
export function EventAction({ claim, message }: Props) {
  const nowMs = useNow();
  const answer = message.event && ANSWERS[message.event];
  const isOfThisClaim = Date.parse(message.createdAt) >= Date.parse(claim.createdAt);
  const meId = claim.side === 'donor' ? claim.donor.id : claim.claimer.id;
  if (!answer || !isOfThisClaim || message.senderId === meId) return null;
  if (!allowedActions(claim, nowMs).includes(answer)) return null;
  return (
    <Link
      href={paths.claim(claim.id)}
      className="inline-flex min-h-11 items-center font-semibold text-ink underline"
    >
      {actionLabels(answer, claim, nowMs).label}
    </Link>
  );
}
