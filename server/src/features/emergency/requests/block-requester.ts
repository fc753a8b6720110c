import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { hasEverHelped } from '../matching/matches.store.ts';
import { findReadableRequest } from './request-queries.ts';

/** Blocks the requester of a request: the person for who has helped, else by this request only. Idempotent. */
export async function blockRequester(ctx: AppContext, caller: Caller, id: string): Promise<void> {
  const row = await findReadableRequest(ctx, caller.userId, id);
  if (!row || row.requester_id === caller.userId) throw notFound();
  const requesterId = row.requester_id;
  if (await hasEverHelped(ctx.db, id, caller.userId)) await moderation.blockPerson(ctx, caller, requesterId);
  else await moderation.blockByRequest(ctx, caller, { requestId: id, requesterId });
}
