import { supersededBy } from '@openlarder/domain/notifications/mail-rules.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import type { HandoverSubject } from './handovers.hooks.ts';

export type HandoverNotice =
  | 'coming'
  | 'on_my_way'
  | 'on_my_way_question'
  | 'time_proposed'
  | 'time_agreed'
  | 'place_shared'
  | 'pickup_soon'
  | 'outcome_question'
  | 'confirmed'
  | 'completed'
  | 'released'
  | 'no_food'
  | 'no_show'
  | 'lapsed'
  | 'silent'
  | 'taken_back'
  | 'disputed';

const KINDS: Readonly<Record<HandoverNotice, NotificationKind>> = {
  coming: 'claimer_coming',
  on_my_way: 'on_my_way',
  on_my_way_question: 'on_my_way_question',
  time_proposed: 'time_proposed',
  time_agreed: 'time_agreed',
  place_shared: 'place_shared',
  pickup_soon: 'pickup_soon',
  outcome_question: 'handover_question',
  confirmed: 'handover_confirmed',
  completed: 'handover_completed',
  released: 'claim_released',
  no_food: 'claim_no_food',
  no_show: 'claim_no_show',
  lapsed: 'claim_lapsed',
  silent: 'request_released',
  taken_back: 'request_cancelled',
  disputed: 'claim_disputed',
};
/** For a request that is answered without a listing. */
const REQUEST_KINDS: Partial<Record<HandoverNotice, NotificationKind>> = {
  confirmed: 'request_confirmed',
  completed: 'request_fulfilled',
  released: 'request_released',
  lapsed: 'request_released',
};

/** Notices about the end of a match that are about the request, even if there was a claim. */
const OF_THE_REQUEST: readonly HandoverNotice[] = ['silent', 'taken_back'];

/** Notifies one of the two people, in the transaction of the cause. `actorId` is null if a timeout is the cause. */
export async function notifyOfHandover(
  tx: TxContext,
  { claimId, requestId, title }: HandoverSubject,
  personId: string,
  notice: HandoverNotice,
  actorId: string | null,
): Promise<void> {
  const isOfRequest = requestId !== null && (claimId === null || OF_THE_REQUEST.includes(notice));
  const kind = (isOfRequest ? REQUEST_KINDS[notice] : undefined) ?? KINDS[notice];
  // mails about the claim are outdated too
  if (isOfRequest && claimId !== null)
    await notifications.cancelPendingMails(tx, { type: 'claim', id: claimId }, supersededBy(kind));
  await notifications.notify(tx, {
    personId,
    kind,
    subject: isOfRequest ? { type: 'request', id: requestId } : { type: 'claim', id: claimId ?? '' },
    actorId,
    listingTitle: title,
  });
}
