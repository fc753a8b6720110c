import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TxContext } from '#server/platform/app-context.ts';
import * as store from './surplus.store.ts';

/** Removes the notification about a question that is answered, or over. */
export async function settleQuestion(tx: TxContext, id: string, personId: string): Promise<void> {
  const subject = { type: 'surplus' as const, id };
  await notifications.cancelPendingMails(tx, subject, ['surplus_question']);
  await notifications.markSubjectRead(tx, personId, subject);
}

/** Locks the questions before their notifications. */
export async function settleOpenQuestions(
  tx: TxContext,
  { id, person_id }: Pick<store.SurplusRow, 'id' | 'person_id'>,
): Promise<void> {
  for (const questionId of await store.lockOpenQuestions(tx.db, id))
    await settleQuestion(tx, questionId, person_id);
}
