import { HELPER_SILENT_MINUTES, silentMatchEndMs } from '@openlarder/domain/emergency/request-states.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import * as handovers from '#server/features/handovers/handovers.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { processDue } from '#server/platform/process-due.ts';
import { wordsOf } from '../matching/match-words.ts';
import { type MatchRow, selectMatchesMadeBy } from '../matching/matches.store.ts';
import { expire } from './end-request.ts';
import { withRequest } from './request-locks.ts';
import { selectOverdue } from './requests.store.ts';

type Key = { readonly id: string };

/** Ends every match in silence and every request whose time is over, each in its own transaction. Idempotent. Returns how many. */
export async function expireRequests(ctx: AppContext): Promise<number> {
  const now = ctx.clock.now();
  const silentSince = new Date(now.getTime() - HELPER_SILENT_MINUTES * MINUTE_MS);
  const ended = await processDue(
    (page) => selectMatchesMadeBy(ctx.db, silentSince, page),
    (key) => endSilentMatch(ctx, key),
    'matches',
  );
  const expired = await processDue(
    (page) => selectOverdue(ctx.db, now, page),
    (key) => expireDueRequest(ctx, key),
    'requests',
  );
  return ended + expired;
}

/** Returns true if the request, once locked, was still due. */
async function expireDueRequest(ctx: AppContext, { id }: Key): Promise<boolean> {
  return withRequest(ctx, id, async (tx, { row }) => {
    if (row.status !== 'pending' || tx.clock.now() < row.expires_at) return false;
    await expire(tx, row);
    return true;
  });
}

/** Returns true if the match of a request, once locked, was still silent. */
async function endSilentMatch(ctx: AppContext, { id }: Key): Promise<boolean> {
  return withRequest(ctx, id, async (tx, { match }) => {
    if (!match || !(await isSilent(tx, match))) return false;
    // a word may have been said meanwhile
    return handovers.lapseSilent(tx, match.handover_id, () => isSilent(tx, match));
  });
}

/** Whether nobody has said a word in an open match for too long. */
async function isSilent(ctx: AppContext, match: MatchRow): Promise<boolean> {
  const words = (await wordsOf(ctx, [match])).get(match.id);
  const atMs = words ? silentMatchEndMs(words) : null;
  return atMs !== null && ctx.clock.now().getTime() >= atMs;
}
