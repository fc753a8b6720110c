import { conflict, errorText, notFound, unprocessable } from '@openlarder/domain/kernel/app-error.ts';
import type { SurplusAnswer, SurplusQuestion } from '@openlarder/domain/partners/partner-contract.ts';
import { surplusListing } from '@openlarder/domain/partners/recurring-surplus.ts';
import { getListing } from '#server/features/listings/listings.queries.ts';
import { lockOpenAccount } from '#server/features/accounts/lifecycle/account-status.ts';
import { postListing } from '#server/features/listings/share/create-listing.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceSurplus, requireOrganization } from '../organization.ts';
import { requireBusinessAddress, settleQuestion } from './recurring-surplus.ts';
import * as store from './surplus.store.ts';

/** The caller's open questions, and the answered ones whose pickup is not over. */
export async function listSurplusQuestions(ctx: AppContext, caller: Caller): Promise<SurplusQuestion[]> {
  return present(ctx, await store.selectQuestionsOf(ctx.db, caller.userId, ctx.clock.now()));
}

async function present(ctx: AppContext, rows: readonly store.QuestionRow[]): Promise<SurplusQuestion[]> {
  const surplus = await store.selectSurplus(
    ctx.db,
    rows.map(({ surplus_id }) => surplus_id),
  );
  const surplusOf = new Map(surplus.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const about = surplusOf.get(row.surplus_id);
    return about
      ? {
          id: row.id,
          surplusId: about.id,
          title: about.title,
          category: about.category,
          servings: about.servings,
          dateKind: about.date_kind,
          allergens: about.allergens,
          pickupFrom: row.pickup_from.toISOString(),
          pickupUntil: row.pickup_until.toISOString(),
          state: row.state,
          listingId: row.listing_id,
        }
      : [];
  });
}

/**
 * Posts today's surplus as an ordinary listing, or skips it today; "no" can become "yes" while the pickup lasts. The
 * question is locked, so that two taps, tabs or processes post one listing, which a repeated "yes" returns at any time.
 * 403 `not-an-organization` for a person who is not one any more.
 */
export async function answerSurplusQuestion(
  ctx: AppContext,
  caller: Caller,
  id: string,
  given: SurplusAnswer,
): Promise<SurplusQuestion> {
  await inTransaction(ctx, async (tx) => {
    if (!(await lockOpenAccount(tx, caller.userId))) throw notFound();
    const question = await store.lockQuestion(tx.db, id, caller.userId);
    if (!question) throw notFound();
    const now = tx.clock.now();
    if (question.state === 'posted') {
      if (given.answer === 'no') throw conflict('question-over.posted');
      return;
    }
    await requireOrganization(tx, caller.userId);
    if (question.state === 'lapsed' || question.pickup_until <= now) throw conflict('question-over');
    const listingId = given.answer === 'yes' ? await post(tx, caller, question, given) : null;
    const state = listingId === null ? 'skipped' : 'posted';
    await store.updateQuestion(tx.db, id, { state, answered_at: now, listing_id: listingId });
    await settleQuestion(tx, id, caller.userId);
    await announceSurplus(tx, [caller.userId]);
  });
  const [answered] = await present(ctx, await store.selectQuestion(ctx.db, id));
  if (!answered) throw notFound();
  return answered;
}

/**
 * Returns the id of the listing. 422 on `useBy` if the food has a use-by date and none is given, or one that is over.
 */
async function post(
  tx: TxContext,
  caller: Caller,
  question: store.QuestionRow,
  given: SurplusAnswer,
): Promise<string> {
  const [surplus] = await store.selectSurplus(tx.db, [question.surplus_id]);
  if (!surplus) throw notFound();
  const now = tx.clock.now();
  const useBy = surplus.date_kind === 'use_by' ? (given.useBy ?? null) : null;
  if (surplus.date_kind === 'use_by') {
    if (useBy === null) throw unprocessable({ useBy: errorText('required.best-by-date') });
    if (Date.parse(useBy) <= now.getTime()) throw unprocessable({ useBy: errorText('past.best-by-date') });
  }
  const place = await requireBusinessAddress(tx, caller.userId);
  const photos = surplus.listing_id && (await getListing(tx, caller, surplus.listing_id)).photos;
  const body = surplusListing(
    { ...surplus, dateKind: surplus.date_kind, pickupInstructions: surplus.pickup_instructions },
    { fromMs: question.pickup_from.getTime(), untilMs: question.pickup_until.getTime() },
    {
      servings: given.servings ?? surplus.servings,
      useBy,
      address: place.address,
      point: place.point,
      photos: photos || [],
    },
    now.getTime(),
    tx.settings.timeZone,
  );
  return postListing(tx, caller, body);
}
