import { settlementOf } from '@openlarder/domain/claims/claim-states.ts';
import { isQuestionDue, isReminderDue } from '@openlarder/domain/claims/pickup-times.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import type { DbOrTx, Tx } from '#server/db/database.ts';
import { isSaid } from '../lifecycle/claim-facts.ts';
import type { ClaimKey } from '../claims.store.ts';
import type { ClaimLocks, Locked } from '../lifecycle/claim-locks.ts';
import type { ClaimsParts } from '../claims.parts.ts';
import { type DuePage, processDue } from '#server/platform/process-due.ts';
import * as store from './reminders.store.ts';

type RemindingParts = Pick<ClaimsParts, 'db' | 'clock' | 'moderation' | 'notifications'> &
  Pick<ClaimLocks, 'withClaim'>;

/** A kind of thing that comes due: how it is found, whether it still is, and what is done then. */
type Duty = {
  readonly kind: Extract<NotificationKind, 'pickup_soon' | 'handover_question'>;
  readonly find: (db: DbOrTx, now: Date, page: DuePage) => Promise<ClaimKey[]>;
  readonly isDue: (locked: Locked, nowMs: number) => boolean;
  readonly whom: (locked: Locked) => readonly string[];
  readonly mark: (tx: Tx, claimId: string, now: Date) => Promise<void>;
};

const REMINDER: Duty = {
  kind: 'pickup_soon',
  find: store.selectReminderDue,
  isDue: ({ claim, listing }, nowMs) =>
    isReminderDue(
      {
        createdAtMs: claim.created_at.getTime(),
        availableFromMs: listing.available_from.getTime(),
        availableUntilMs: listing.available_until.getTime(),
        remindedAtMs: claim.reminded_at?.getTime() ?? null,
        isSaid: isSaid(claim),
      },
      nowMs,
    ),
  whom: ({ claim }) => [claim.claimer_id, claim.donor_id],
  mark: (tx, claimId, now) => store.markClaim(tx, claimId, { reminded_at: now }),
};

const QUESTION: Duty = {
  kind: 'handover_question',
  find: store.selectQuestionDue,
  isDue({ claim, listing }, nowMs) {
    const availableUntilMs = listing.available_until.getTime();
    const { atMs: settlesAtMs } = settlementOf({
      donorConfirmedAtMs: claim.donor_confirmed_at?.getTime() ?? null,
      claimerConfirmedAtMs: claim.claimer_confirmed_at?.getTime() ?? null,
      availableUntilMs,
    });
    const askedAtMs = claim.asked_at?.getTime() ?? null;
    return isQuestionDue({ availableUntilMs, askedAtMs, settlesAtMs }, nowMs);
  },
  // who has said so is not asked
  whom: ({ claim }) => [
    ...(claim.claimer_confirmed_at ? [] : [claim.claimer_id]),
    ...(claim.donor_confirmed_at ? [] : [claim.donor_id]),
  ],
  mark: (tx, claimId, now) => store.markClaim(tx, claimId, { asked_at: now }),
};

/** How both are reminded of a pickup, and asked afterwards whether it happened. */
export function makeReminding({ db, clock, moderation, notifications, withClaim }: RemindingParts) {
  /** Whether the claim, once nobody else can change it, was still due. Across a block nobody hears of the other. */
  async function fulfil(duty: Duty, key: ClaimKey): Promise<boolean> {
    return withClaim(key, async (tx, locked) => {
      const { claim, listing } = locked;
      const now = clock.now();
      if (claim.status !== 'open' || !duty.isDue(locked, now.getTime())) return false;
      if (await moderation.isBlockedBetween(tx, claim.donor_id, claim.claimer_id)) return false;
      await duty.mark(tx, claim.id, now);
      for (const personId of duty.whom(locked))
        await notifications.notify(tx, {
          personId,
          kind: duty.kind,
          subject: { type: 'claim', id: claim.id },
          actorId: null,
          listingTitle: listing.title,
        });
      return true;
    });
  }

  /** All that is due, each in a transaction of its own. Gives the count. */
  async function fulfilAll(duty: Duty): Promise<number> {
    return processDue(
      (page) => duty.find(db, clock.now(), page),
      (key) => fulfil(duty, key),
    );
  }

  return {
    /** Reminds both sides of each pickup that is near; safe to run twice and in several processes. */
    sendPickupReminders: (): Promise<number> => fulfilAll(REMINDER),
    /** Asks who has not said so whether the food changed hands; safe to run twice and in several processes. */
    sendHandoverQuestions: (): Promise<number> => fulfilAll(QUESTION),
  };
}
