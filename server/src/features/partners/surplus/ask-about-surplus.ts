import { addCalendarDays, calendarDay, wallClock } from '@openlarder/domain/kernel/time.ts';
import { weekdayAt } from '@openlarder/domain/partners/opening-hours.ts';
import { dueOccasions, type SurplusOccasion } from '@openlarder/domain/partners/recurring-surplus.ts';
import { lockOpenAccount } from '#server/features/accounts/lifecycle/account-status.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { processDue } from '#server/platform/process-due.ts';
import { announceSurplus } from '../organization.ts';
import { scheduleOf, settleQuestion } from './recurring-surplus.ts';
import * as store from './surplus.store.ts';

const LAPSE_BATCH = 100;

const pad = (value: number): string => String(value).padStart(2, '0');

/**
 * Asks organizations whether to post their surplus: once for each surplus and day, also with several processes and
 * across a restart. Due questions are searched each minute; one that was missed is asked late while its window is open.
 */
export function askAboutSurplus(ctx: AppContext): Promise<number> {
  const { timeZone } = ctx.settings;
  const nowMs = ctx.clock.now().getTime();
  const yesterdayMs = addCalendarDays(nowMs, -1, timeZone);
  const { hour, minute } = wallClock(nowMs, timeZone);
  const today = {
    today: calendarDay(nowMs, timeZone),
    yesterday: calendarDay(yesterdayMs, timeZone),
    weekdays: { today: weekdayAt(nowMs, timeZone), yesterday: weekdayAt(yesterdayMs, timeZone) },
    time: `${pad(hour)}:${pad(minute)}`,
  };
  return processDue(
    (page) => store.selectUnasked(ctx.db, today, page),
    ({ id, personId }) => inTransaction(ctx, (tx) => askAbout(tx, id, personId)),
    'questions about surplus',
  );
}

/** False if nothing was due any more. */
async function askAbout(tx: TxContext, id: string, personId: string): Promise<boolean> {
  // the person first, as when their account closes
  if (!(await lockOpenAccount(tx, personId))) return false;
  const row = await store.lockSurplus(tx.db, id, personId);
  if (!row || row.paused_at !== null) return false;
  const due = dueOccasions(scheduleOf(row), row.starts_on, tx.clock.now().getTime(), tx.settings.timeZone);
  let hasAsked = false;
  for (const occasion of due) hasAsked = (await ask(tx, row, occasion)) || hasAsked;
  return hasAsked;
}

async function ask(tx: TxContext, row: store.SurplusRow, occasion: SurplusOccasion): Promise<boolean> {
  const id = tx.newId();
  const isNew = await store.insertQuestion(tx.db, {
    id,
    surplus_id: row.id,
    person_id: row.person_id,
    day: occasion.day,
    state: 'open',
    pickup_from: new Date(occasion.fromMs),
    pickup_until: new Date(occasion.untilMs),
    asked_at: tx.clock.now(),
  });
  if (!isNew) return false;
  await notifications.notify(tx, {
    personId: row.person_id,
    kind: 'surplus_question',
    subject: { type: 'surplus', id },
    actorId: null,
    listingTitle: row.title,
  });
  await announceSurplus(tx, [row.person_id]);
  return true;
}

export async function lapseQuestions(ctx: AppContext): Promise<number> {
  let lapsed = 0;
  for (;;) {
    const batch = await inTransaction(ctx, async (tx) => {
      const over = await store.lapseEndedQuestions(tx.db, tx.clock.now(), LAPSE_BATCH);
      for (const { id, person_id } of over) await settleQuestion(tx, id, person_id);
      const people = [...new Set(over.map(({ person_id }) => person_id))];
      if (people.length > 0) await announceSurplus(tx, people);
      return over.length;
    });
    lapsed += batch;
    if (batch < LAPSE_BATCH) return lapsed;
  }
}
