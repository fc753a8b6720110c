import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { hasEverHelped } from '../matching/matches.store.ts';
import { findReadableRequest } from './request-queries.ts';

/** Blocks the requester of a request, whose name the caller need not know. Idempotent. */
export async function blockRequester(ctx: AppContext, caller: Caller, id: string): Promise<void> {
  const row = await findReadableRequest(ctx, caller.userId, id);
  if (!row || row.requester_id === caller.userId) throw notFound();
  // helpers know the name
  const knowsName = await hasEverHelped(ctx.db, id, caller.userId);
  await moderation.blockPerson(ctx, caller, row.requester_id, knowsName ? null : id);
}
