import { HELPER_SILENT_HOURS, matchSettlementOf } from '@openlarder/domain/emergency/request-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { processDue } from '#server/platform/process-due.ts';
import type { EmergencyParts } from '../emergency.parts.ts';
import { selectOverdue } from './requests.store.ts';
import type { Endings } from './end-request.ts';
import { selectMatchesMadeBy } from '../matching/matches.store.ts';
import type { RequestLocks } from './request-locks.ts';

type SettlingParts = EmergencyParts & Pick<RequestLocks, 'withRequest'> & { readonly endings: Endings };

/** How requests and matches end by themselves. */
export function makeSettling({ db, clock, messaging, withRequest, endings }: SettlingParts) {
  /** Whether the request, once nobody else can change it, was still to expire. */
  async function expire({ id }: { readonly id: string }): Promise<boolean> {
    return withRequest(id, async (tx, { row }) => {
      if (row.status !== 'pending' || clock.now() < row.expires_at) return false;
      await endings.expire(tx, row);
      return true;
    });
  }

  /** Whether the match of a request, once nobody else can change it, was still due. */
  async function settle({ id }: { readonly id: string }): Promise<boolean> {
    return withRequest(id, async (tx, { row, match }) => {
      if (!match) return false;
      const { conversation_id, helper_id, created_at } = match;
      const { outcome, atMs } = matchSettlementOf({
        matchedAtMs: created_at.getTime(),
        helperSpoke: await messaging.hasWrittenSince(tx, conversation_id, helper_id, created_at),
        requesterConfirmedAtMs: match.requester_confirmed_at?.getTime() ?? null,
        helperConfirmedAtMs: match.helper_confirmed_at?.getTime() ?? null,
        expiresAtMs: row.expires_at.getTime(),
      });
      if (clock.now().getTime() < atMs) return false;
      if (outcome === 'silent') {
        await endings.fallSilent(tx, { row, match });
        return true;
      }
      // a claim ends by its own clock, and the request follows it
      if (match.claim_id !== null) return false;
      if (outcome === 'fulfilled') await endings.fulfilAlone(tx, { row, match });
      else await endings.lapse(tx, { row, match });
      return true;
    });
  }

  /**
   * Ends whatever time has ended, each in a transaction of its own: safe to run twice, in several processes and to be
   * cut off anywhere. Gives the count.
   */
  return async function expireDue(): Promise<number> {
    const now = clock.now();
    const silentSince = new Date(now.getTime() - HELPER_SILENT_HOURS * HOUR_MS);
    const settled = await processDue((page) => selectMatchesMadeBy(db, silentSince, page), settle, 'matches');
    return settled + (await processDue((page) => selectOverdue(db, now, page), expire, 'requests'));
  };
}
