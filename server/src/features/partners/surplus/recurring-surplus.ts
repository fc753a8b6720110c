import { conflict, notFound } from '@openlarder/domain/kernel/app-error.ts';
import { addCalendarDays, calendarDay } from '@openlarder/domain/kernel/time.ts';
import type {
  ChangeSurplus,
  CreateSurplus,
  RecurringSurplus,
} from '@openlarder/domain/partners/partner-contract.ts';
import {
  MAX_RECURRING_SURPLUS,
  nextOccasion,
  type SurplusOccasion,
  type SurplusSchedule,
} from '@openlarder/domain/partners/recurring-surplus.ts';
import { lockOpenAccount, requireActive } from '#server/features/accounts/lifecycle/account-status.ts';
import { listingsById } from '#server/features/listings/listings.queries.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import { type ExactLocation, readExactLocation } from '#server/features/places/address-access.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type Idempotency, once } from '#server/platform/idempotency.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { announceSurplus, lockOrganization } from '../organization.ts';
import * as store from './surplus.store.ts';

export const scheduleOf = (row: store.SurplusRow): SurplusSchedule => ({
  weekdays: row.weekdays,
  askAt: row.ask_at,
  pickupFrom: row.pickup_from,
  pickupUntil: row.pickup_until,
});

/** What its person said of it. */
export const surplusFields = (row: store.SurplusRow) => ({
  title: row.title,
  description: row.description,
  category: row.category,
  servings: row.servings,
  dateKind: row.date_kind,
  allergens: row.allergens,
  diets: row.diets,
  pickupInstructions: row.pickup_instructions,
  ...scheduleOf(row),
  weekdays: row.weekdays,
});

const today = (ctx: AppContext): string => calendarDay(ctx.clock.now().getTime(), ctx.settings.timeZone);

/** Whether a day is left out whose pickup is still to come. */
const isDayOff = (ctx: AppContext, { asked_at, pickup_until }: store.QuestionRow): boolean =>
  asked_at === null && pickup_until > ctx.clock.now();

/** The next occasion, except on days that were asked about or are off. */
function nextOf(
  ctx: AppContext,
  row: store.SurplusRow,
  asked: readonly store.QuestionRow[],
): SurplusOccasion | null {
  const taken = new Set(asked.filter(({ surplus_id }) => surplus_id === row.id).map(({ day }) => day));
  const { timeZone } = ctx.settings;
  return nextOccasion(scheduleOf(row), row.starts_on, taken, ctx.clock.now().getTime(), timeZone);
}

async function present(ctx: AppContext, rows: readonly store.SurplusRow[]): Promise<RecurringSurplus[]> {
  const asked = await store.selectQuestionsFrom(
    ctx.db,
    rows.map(({ id }) => id),
    today(ctx),
  );
  return rows.map((row) => {
    const next = row.paused_at === null ? nextOf(ctx, row, asked) : null;
    const off = asked.find((question) => question.surplus_id === row.id && isDayOff(ctx, question));
    return {
      id: row.id,
      ...surplusFields(row),
      isPaused: row.paused_at !== null,
      nextAt: next && new Date(next.asksMs).toISOString(),
      dayOff: off?.day ?? null,
    };
  });
}

async function presentOne(ctx: AppContext, id: string): Promise<RecurringSurplus> {
  const [surplus] = await present(ctx, await store.selectSurplus(ctx.db, [id]));
  if (!surplus) throw notFound();
  return surplus;
}

/** The caller's, oldest first. */
export const listSurplus = async (ctx: AppContext, caller: Caller): Promise<RecurringSurplus[]> =>
  present(ctx, await store.selectSurplusOf(ctx.db, caller.userId));

/** Where the caller's organization is. 409 `no-business-address` if it has no address. */
export async function requireBusinessAddress(tx: TxContext, personId: string): Promise<ExactLocation> {
  const profile = { type: 'profile', id: personId } as const;
  const exact = (await readExactLocation(tx, [profile], personId, tx.clock.now())).get(personId);
  if (!exact?.address) throw conflict('no-business-address');
  return exact;
}

const foodColumns = (body: ChangeSurplus) => ({
  title: body.title,
  description: body.description,
  category: body.category,
  servings: body.servings,
  date_kind: body.dateKind,
  allergens: body.allergens,
  diets: body.diets,
  pickup_instructions: body.pickupInstructions,
  weekdays: body.weekdays,
  ask_at: body.askAt,
  pickup_from: body.pickupFrom,
  pickup_until: body.pickupUntil,
});

/** The first day to ask about: tomorrow for food that was shared manually today. 404 for another person's listing. */
async function firstDay(tx: TxContext, personId: string, listingId: string | null): Promise<string> {
  if (listingId === null) return today(tx);
  const listing = (await listingsById(tx, [listingId])).get(listingId);
  if (listing?.donor_id !== personId) throw notFound();
  const { timeZone } = tx.settings;
  const nowMs = tx.clock.now().getTime();
  const isOfToday = calendarDay(listing.created_at.getTime(), timeZone) === today(tx);
  return isOfToday ? calendarDay(addCalendarDays(nowMs, 1, timeZone), timeZone) : today(tx);
}

export async function createSurplus(
  ctx: AppContext,
  caller: Caller,
  body: CreateSurplus,
  idempotency: Idempotency | null = null,
): Promise<RecurringSurplus> {
  const { surplusId } = await inTransaction(ctx, (tx) =>
    once(tx, caller.userId, idempotency, async () => {
      await lockOrganization(tx, caller.userId);
      await requireActive(tx, caller.userId);
      await requireBusinessAddress(tx, caller.userId);
      const own = await store.selectSurplusOf(tx.db, caller.userId);
      if (own.length >= MAX_RECURRING_SURPLUS)
        throw conflict('surplus-limit', { max: MAX_RECURRING_SURPLUS });
      const listingId = body.listingId ?? null;
      const id = tx.newId();
      await store.insertSurplus(tx.db, {
        id,
        person_id: caller.userId,
        ...foodColumns(body),
        starts_on: await firstDay(tx, caller.userId, listingId),
        listing_id: listingId,
        created_at: tx.clock.now(),
      });
      await announceSurplus(tx, [caller.userId]);
      return { surplusId: id };
    }),
  );
  return presentOne(ctx, surplusId);
}

/** Runs `work` on the caller's surplus, which is locked after them, and presents it; 404 for another's. */
async function changeOwn(
  ctx: AppContext,
  caller: Caller,
  id: string,
  work: (tx: TxContext, row: store.SurplusRow) => Promise<void>,
): Promise<RecurringSurplus> {
  await inTransaction(ctx, async (tx) => {
    if (!(await lockOpenAccount(tx, caller.userId))) throw notFound();
    const row = await store.lockSurplus(tx.db, id, caller.userId);
    if (!row) throw notFound();
    await work(tx, row);
    await announceSurplus(tx, [caller.userId]);
  });
  return presentOne(ctx, id);
}

export const changeSurplus = (
  ctx: AppContext,
  caller: Caller,
  id: string,
  body: ChangeSurplus,
): Promise<RecurringSurplus> =>
  changeOwn(ctx, caller, id, (tx, row) => store.updateSurplus(tx.db, row.id, foodColumns(body)));

/** Resuming begins today; missed days are not asked about. Idempotent. */
export const pauseSurplus = (
  ctx: AppContext,
  caller: Caller,
  id: string,
  isPaused: boolean,
): Promise<RecurringSurplus> =>
  changeOwn(ctx, caller, id, async (tx, row) => {
    if (isPaused === (row.paused_at !== null)) return;
    if (!isPaused) {
      await requireActive(tx, caller.userId);
      await store.updateSurplus(tx.db, row.id, { paused_at: null, starts_on: today(tx) });
    } else await store.updateSurplus(tx.db, row.id, { paused_at: tx.clock.now() });
  });

/** Skips the next day that is to be asked about, as if answered "Not today"; one day at a time. Idempotent. */
export const setDayOff = (
  ctx: AppContext,
  caller: Caller,
  id: string,
  isOff: boolean,
): Promise<RecurringSurplus> =>
  changeOwn(ctx, caller, id, async (tx, row) => {
    if (!isOff) return store.deleteDaysOff(tx.db, row.id, today(tx));
    const asked = await store.selectQuestionsFrom(tx.db, [row.id], today(tx));
    if (asked.some((question) => isDayOff(tx, question))) return;
    const next = nextOf(tx, row, asked);
    if (!next) return;
    await store.insertQuestion(tx.db, {
      id: tx.newId(),
      surplus_id: row.id,
      person_id: caller.userId,
      day: next.day,
      state: 'skipped',
      pickup_from: new Date(next.fromMs),
      pickup_until: new Date(next.untilMs),
      asked_at: null,
      answered_at: tx.clock.now(),
    });
  });

/**
 * Deletes a surplus with its open question and the notification about it; posted listings stay. 404 for another
 * person's.
 */
export async function deleteSurplus(ctx: AppContext, caller: Caller, id: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    if (!(await lockOpenAccount(tx, caller.userId))) throw notFound();
    const row = await store.lockSurplus(tx.db, id, caller.userId);
    if (!row) throw notFound();
    await settleOpenQuestions(tx, row);
    await store.deleteSurplus(tx.db, id);
    await announceSurplus(tx, [caller.userId]);
  });
}

/**
 * Pauses the surplus that posted a listing, or was made from it, when an admin removes the listing; its owner has to
 * resume it.
 */
export async function pauseAfterRemoval(tx: TxContext, listingId: string): Promise<void> {
  const people = await store.pauseByListing(tx.db, listingId, tx.clock.now());
  if (people.length > 0) await announceSurplus(tx, [...new Set(people)]);
}

/** Removes the notification about a question that is answered, or over. */
export async function settleQuestion(tx: TxContext, id: string, personId: string): Promise<void> {
  const subject = { type: 'surplus' as const, id };
  await notifications.cancelPendingMails(tx, subject, ['surplus_question']);
  await notifications.markSubjectRead(tx, personId, subject);
}

/**
 * The same for the open questions about one surplus, which it locks: questions are locked before their notifications.
 */
async function settleOpenQuestions(
  tx: TxContext,
  { id, person_id }: Pick<store.SurplusRow, 'id' | 'person_id'>,
): Promise<void> {
  for (const questionId of await store.lockOpenQuestions(tx.db, id))
    await settleQuestion(tx, questionId, person_id);
}
