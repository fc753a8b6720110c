import type { MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import type { MessageEvent } from '@openlarder/domain/messaging/message-events.ts';
import type { NotificationKind } from '@openlarder/domain/notifications/notification-kinds.ts';
import { afterLetGo, type MatchStatus } from '@openlarder/domain/emergency/request-states.ts';
import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import type { Tx } from '#server/db/database.ts';
import { addressHiddenAt } from '@openlarder/domain/claims/claim-states.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import * as store from './requests.store.ts';
import * as matches from '../matching/matches.store.ts';
import { type Matched, otherOf, type RequestNow } from './request-facts.ts';

type MatchEnding = {
  readonly status: Exclude<MatchStatus, 'open'>;
  /** Whose act it was; null: both did, or time. */
  readonly actorId: string | null;
  readonly reason?: MatchReleaseReason | null;
  /** Until when the exact place stays readable; at once when absent. */
  readonly placeUntil?: Date;
};

/** What is said of an ending in the conversation, and who is notified of it. */
type Telling = {
  readonly event: MessageEvent;
  readonly saidBy: string | null;
  /** Whether nothing is written there any more. */
  readonly closes: boolean;
  readonly told: readonly string[];
  readonly kind: NotificationKind;
};

const sideThat = ({ row }: Matched, actorId: string | null): 'requester' | 'helper' | null => {
  if (actorId === null) return null;
  return row.requester_id === actorId ? 'requester' : 'helper';
};

/**
 * The ways in which a request and its match end. Each is given the request locked, and has been allowed; each writes
 * the outcome, who is told, and until when the place is seen. Where a claim carries the handover, the claim's own ending
 * says and tells it, and the request only follows.
 */
export function makeEnding(parts: EmergencyParts) {
  const { clock, accounts, places, messaging, notifications, claims, alerts } = parts;

  const notify = (
    tx: Tx,
    row: store.RequestRow,
    personId: string,
    kind: NotificationKind,
    actorId: string | null,
  ): Promise<void> =>
    notifications.notify(tx, {
      personId,
      kind,
      subject: { type: 'request', id: row.id },
      actorId,
      listingTitle: row.title,
    });

  async function endMatch(tx: Tx, matched: Matched, ending: MatchEnding): Promise<void> {
    const { row, match } = matched;
    const now = clock.now();
    await matches.endMatch(tx, match.id, {
      status: ending.status,
      ended_at: now,
      ended_by: sideThat(matched, ending.actorId),
      release_reason: ending.reason ?? null,
    });
    const place = { type: 'request' as const, id: row.id };
    await places.endGrant(tx, place, match.helper_id, ending.placeUntil ?? now);
  }

  async function tell(tx: Tx, { row, match }: Matched, telling: Telling): Promise<void> {
    await messaging.postSystemMessage(tx, match.conversation_id, telling.event, telling.saidBy);
    if (telling.closes) await messaging.closeConversation(tx, match.conversation_id);
    for (const personId of telling.told) await notify(tx, row, personId, telling.kind, telling.saidBy);
  }

  /** Whoever is paused asks for nothing until they may go on. */
  async function mayAsk(tx: Tx, personId: string): Promise<boolean> {
    try {
      await accounts.requireActive(tx, personId);
      return true;
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  }

  async function end(
    tx: Tx,
    id: string,
    status: 'fulfilled' | 'expired' | 'cancelled',
    helperId: string | null,
    reason: store.CancelReason | null = null,
  ): Promise<void> {
    const ended = await store.endRequest(tx, id, { status, ended_at: clock.now(), cancel_reason: reason });
    await alerts.tellChange(tx, ended, helperId);
  }

  async function expire(tx: Tx, row: store.RequestRow, helperId: string | null = null): Promise<void> {
    await end(tx, row.id, 'expired', helperId);
    await notify(tx, row, row.requester_id, 'request_expired', null);
  }

  /** The match is over without food: others are asked in a new round, or the request is past its time. */
  async function openAgain(tx: Tx, { row, match }: Matched): Promise<void> {
    const helperId = match.helper_id;
    const next = afterLetGo({ expiresAtMs: row.expires_at.getTime(), nowMs: clock.now().getTime() });
    if (next === 'expired') return expire(tx, row, helperId);
    if (!(await mayAsk(tx, row.requester_id))) return end(tx, row.id, 'cancelled', helperId);
    const reopened = await store.reopenRequest(tx, row.id);
    await alerts.startRound(tx, reopened, [helperId]);
    await alerts.tellChange(tx, reopened, helperId);
  }

  const peopleOf = ({ row, match }: Matched): string[] => [row.requester_id, match.helper_id];

  /** Whom of these a match that is let go is told of: past its time, the requester hears that it has expired. */
  const toldOfLettingGo = ({ row }: Matched, people: readonly string[]): string[] =>
    people.filter((personId) => personId !== row.requester_id || clock.now() < row.expires_at);

  return {
    expire,

    /** One of the two lets the match go. */
    async letGo(
      tx: Tx,
      matched: Matched,
      actorId: string,
      reason: MatchReleaseReason | null = null,
    ): Promise<void> {
      await endMatch(tx, matched, { status: 'released', actorId, reason });
      if (matched.match.claim_id) await claims.releaseForPerson(tx, matched.match.claim_id, actorId);
      else
        await tell(tx, matched, {
          event: 'released',
          saidBy: actorId,
          closes: true,
          told: toldOfLettingGo(matched, [otherOf(matched, actorId)]),
          kind: 'request_released',
        });
      await openAgain(tx, matched);
    },

    /** The helper has said nothing at all for too long. */
    async fallSilent(tx: Tx, matched: Matched): Promise<void> {
      await endMatch(tx, matched, { status: 'silent', actorId: null });
      const told = toldOfLettingGo(matched, peopleOf(matched));
      if (matched.match.claim_id) {
        await claims.lapseForSilentDonor(tx, matched.match.claim_id);
        for (const personId of told) await notify(tx, matched.row, personId, 'request_released', null);
      } else
        await tell(tx, matched, {
          event: 'helper_silent',
          saidBy: null,
          closes: true,
          told,
          kind: 'request_released',
        });
      await openAgain(tx, matched);
    },

    /** Nobody said for too long whether the food changed hands. */
    async lapse(tx: Tx, matched: Matched): Promise<void> {
      await endMatch(tx, matched, { status: 'released', actorId: null });
      await tell(tx, matched, {
        event: 'lapsed',
        saidBy: null,
        closes: true,
        told: toldOfLettingGo(matched, peopleOf(matched)),
        kind: 'request_released',
      });
      await openAgain(tx, matched);
    },

    /** Both have said so, or the code has. `actorId` said the last word. */
    async fulfil(tx: Tx, matched: Matched, actorId: string): Promise<void> {
      const placeUntil = addressHiddenAt(clock.now());
      await endMatch(tx, matched, { status: 'fulfilled', actorId: null, placeUntil });
      await tell(tx, matched, {
        event: 'completed',
        saidBy: actorId,
        closes: false,
        told: [otherOf(matched, actorId)],
        kind: 'request_fulfilled',
      });
      await end(tx, matched.row.id, 'fulfilled', matched.match.helper_id);
    },

    /**
     * One side has said so and the other says nothing more: time's doing, or of who leaves the other, who is not told
     * and whose place is nobody's to see any longer.
     */
    async fulfilAlone(tx: Tx, matched: Matched, leaverId: string | null = null): Promise<void> {
      await endMatch(tx, matched, {
        status: 'fulfilled',
        actorId: null,
        ...(leaverId === null && { placeUntil: addressHiddenAt(clock.now()) }),
      });
      await tell(tx, matched, {
        event: 'completed_alone',
        saidBy: null,
        closes: false,
        told: peopleOf(matched).filter((personId) => personId !== leaverId),
        kind: 'request_fulfilled',
      });
      await end(tx, matched.row.id, 'fulfilled', matched.match.helper_id);
    },

    /** The requester does not need it any more, or leaves; whoever was going to help is told. */
    async cancel(
      tx: Tx,
      { row, match }: RequestNow,
      reason: store.CancelReason | null = null,
    ): Promise<void> {
      const requesterId = row.requester_id;
      if (match) {
        const matched = { row, match };
        await endMatch(tx, matched, { status: 'cancelled', actorId: requesterId });
        if (match.claim_id) await claims.endClaimForPerson(tx, match.claim_id, requesterId);
        await tell(tx, matched, {
          event: 'request_cancelled',
          saidBy: requesterId,
          closes: true,
          // of a claim's end the helper has heard
          told: match.claim_id ? [] : [match.helper_id],
          kind: 'request_cancelled',
        });
      }
      // it tells nobody of their own act, and holds back the mails that are overtaken by it
      await notify(tx, row, requesterId, 'request_cancelled', requesterId);
      await end(tx, row.id, 'cancelled', match?.helper_id ?? null, reason);
    },

    /** The claim that carried the handover has ended, and has said so itself. */
    async followClaim(
      tx: Tx,
      matched: Matched,
      outcome: 'completed' | 'let_go',
      endedById: string | null,
    ): Promise<void> {
      if (outcome === 'let_go') {
        await endMatch(tx, matched, { status: 'released', actorId: endedById });
        return openAgain(tx, matched);
      }
      const placeUntil = addressHiddenAt(clock.now());
      await endMatch(tx, matched, { status: 'fulfilled', actorId: null, placeUntil });
      await end(tx, matched.row.id, 'fulfilled', matched.match.helper_id);
    },
  };
}

export type Endings = ReturnType<typeof makeEnding>;
