import { automaticClaimEnd } from '@openlarder/domain/claims/claim-states.ts';
import { isQuestionDue, isReminderDue } from '@openlarder/domain/claims/pickup-reminders.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { type DuePage, processDue } from '#server/platform/process-due.ts';
import type { ClaimKey } from '../claims.store.ts';
import { isConfirmed } from '../lifecycle/claim-facts.ts';
import { type LockedClaim, withClaim } from '../lifecycle/claim-locks.ts';
import * as store from './reminders.store.ts';

/** A notification that comes due once for each claim. */
type DueNotification = {
  readonly kind: Extract<NotificationKind, 'pickup_soon' | 'handover_question'>;
  readonly find: (db: DbOrTx, now: Date, page: DuePage) => Promise<ClaimKey[]>;
  readonly isDue: (locked: LockedClaim, nowMs: number) => boolean;
  readonly recipients: (locked: LockedClaim) => readonly string[];
  readonly markSent: (tx: Tx, claimId: string, now: Date) => Promise<void>;
};

const REMINDER: DueNotification = {
  kind: 'pickup_soon',
  find: store.selectReminderDue,
  isDue: ({ claim, listing }, nowMs) =>
    isReminderDue(
      {
        createdAtMs: claim.created_at.getTime(),
        availableFromMs: listing.available_from.getTime(),
        availableUntilMs: listing.available_until.getTime(),
        remindedAtMs: claim.reminded_at?.getTime() ?? null,
        isSaid: isConfirmed(claim),
      },
      nowMs,
    ),
  recipients: ({ claim }) => [claim.claimer_id, claim.donor_id],
  markSent: (db, claimId, now) => store.markClaim(db, claimId, { reminded_at: now }),
};

const QUESTION: DueNotification = {
  kind: 'handover_question',
  find: store.selectQuestionDue,
  isDue({ claim, listing }, nowMs) {
    const availableUntilMs = listing.available_until.getTime();
    const { atMs: settlesAtMs } = automaticClaimEnd({
      donorConfirmedAtMs: claim.donor_confirmed_at?.getTime() ?? null,
      claimerConfirmedAtMs: claim.claimer_confirmed_at?.getTime() ?? null,
      availableUntilMs,
    });
    const askedAtMs = claim.asked_at?.getTime() ?? null;
    return isQuestionDue({ availableUntilMs, askedAtMs, settlesAtMs }, nowMs);
  },
  // only those who have not confirmed
  recipients: ({ claim }) => [
    ...(claim.claimer_confirmed_at ? [] : [claim.claimer_id]),
    ...(claim.donor_confirmed_at ? [] : [claim.donor_id]),
  ],
  markSent: (db, claimId, now) => store.markClaim(db, claimId, { asked_at: now }),
};

/** Reminds both sides of every pickup that begins or ends soon. Idempotent, also across processes. Returns how many. */
export const sendPickupReminders = (ctx: AppContext): Promise<number> => sendAllDue(ctx, REMINDER);

/** Asks after a pickup whether it happened, those who have not confirmed. Idempotent, also across processes. */
export const sendHandoverQuestions = (ctx: AppContext): Promise<number> => sendAllDue(ctx, QUESTION);

async function sendAllDue(ctx: AppContext, due: DueNotification): Promise<number> {
  return processDue(
    (page) => due.find(ctx.db, ctx.clock.now(), page),
    (key) => send(ctx, due, key),
    'claims',
  );
}

/** Returns true if the notification, with the claim locked, was still due. Never sent across a block. */
async function send(ctx: AppContext, due: DueNotification, key: ClaimKey): Promise<boolean> {
  return withClaim(ctx, key, async (tx, locked) => {
    const { claim, listing } = locked;
    const now = tx.clock.now();
    if (claim.status !== 'open' || !due.isDue(locked, now.getTime())) return false;
    if (await moderation.isBlockedBetween(tx, claim.donor_id, claim.claimer_id)) return false;
    await due.markSent(tx.db, claim.id, now);
    for (const personId of due.recipients(locked))
      await notifications.notify(tx, {
        personId,
        kind: due.kind,
        subject: { type: 'claim', id: claim.id },
        actorId: null,
        listingTitle: listing.title,
      });
    return true;
  });
}
