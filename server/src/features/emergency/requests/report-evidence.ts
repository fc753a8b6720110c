import type { ReportEvidence } from '#server/features/moderation/moderation.hooks.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import { hasEverHelped, selectLatestMatchWith } from '../matching/matches.store.ts';
import { findReadableRequest } from './request-queries.ts';
import type { RequestRow } from './requests.store.ts';

/** The texts of a request, without addresses written into them. */
export async function requestText(ctx: AppContext, row: RequestRow): Promise<string> {
  const text = [row.title, row.description, row.special_needs].filter(Boolean).join('\n');
  return places.redactAddresses(ctx, [row.requester_id], text);
}

/** The parts of a request that the reporter could read, and its requester; null if they could not read it. */
export async function evidenceOfRequest(
  tx: TxContext,
  id: string,
  reporterId: string,
): Promise<ReportEvidence | null> {
  const row = await findReadableRequest(tx, reporterId, id);
  if (!row) return null;
  // description and needs are for helpers
  const isTheirs = row.requester_id === reporterId || (await hasEverHelped(tx.db, id, reporterId));
  return { aboutId: row.requester_id, text: isTheirs ? await requestText(tx, row) : row.title };
}

/** The conversation of a reporter about a request; null if they have never helped with it. */
export async function requestConversationId(
  ctx: AppContext,
  id: string,
  reporterId: string | null,
): Promise<string | null> {
  const match = reporterId ? await selectLatestMatchWith(ctx.db, id, reporterId) : undefined;
  return match?.conversation_id ?? null;
}
