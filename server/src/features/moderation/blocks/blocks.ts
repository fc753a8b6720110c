import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import type { Block } from '@openlarder/domain/moderation/moderation-contract.ts';
import { anonymousSummaries, anonymousSummary } from '#server/features/accounts/profile/anonymous-people.ts';
import { readerLanguage, summaries } from '#server/features/accounts/profile/person-queries.ts';
import { endGrantsBetween } from '#server/features/places/address-access.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { blockAnonymous, blockHelper, onPersonBlocked } from '../moderation.hooks.ts';
import * as store from '../moderation.store.ts';

/**
 * The people whom a person has blocked, latest first. A person who is blocked by a request is shown as "A neighbor",
 * with the request's id.
 */
export async function blocksOf(ctx: AppContext, blockerId: string): Promise<Block[]> {
  const blocks = await store.blocksOf(ctx.db, blockerId);
  const ids = blocks.map((block) => block.blocked_id);
  const people = await summaries(ctx, ids);
  const translate = translateInto(await readerLanguage(ctx, blockerId));
  return blocks.flatMap(({ blocked_id, request_id, created_at }) => {
    const createdAt = created_at.toISOString();
    if (request_id !== null)
      return [{ person: anonymousSummary(translate, { requestId: request_id }), createdAt }];
    const person = people.get(blocked_id);
    return person ? [{ person, createdAt }] : [];
  });
}

/** The people whom the caller has blocked, latest first. */
export async function listBlocks(ctx: AppContext, caller: Caller): Promise<Block[]> {
  return blocksOf(ctx, caller.userId);
}

/**
 * Blocks a person, who is not notified. Idempotent. Addresses that the two have revealed to each other are hidden
 * immediately, and what is open between them ends. 404 for oneself and for an unknown id. Two cases are blocks by a
 * request (`blockByRequest`):
 * - the caller knows the person by a request only, whose id is `personId`;
 * - the person is a helper who knows the caller by a request only.
 *
 * A block does not change what is anonymous, since that would identify the person: requests for food are listed as
 * before, the caller's open help for an anonymous requester continues, and only the next match of the two is refused.
 */
export async function blockPerson(ctx: AppContext, caller: Caller, personId: string): Promise<void> {
  if (personId === caller.userId) throw notFound();
  if (!(await summaries(ctx, [personId])).has(personId)) {
    const [block] = blockAnonymous.handlersOf(ctx);
    if (!block) throw notFound();
    return block(ctx, caller, personId);
  }
  for (const block of blockHelper.handlersOf(ctx)) if (await block(ctx, caller, personId)) return;
  await inTransaction(ctx, async (tx) => {
    await store.lockPairExclusively(tx.db, caller.userId, personId);
    if (await store.hasBlocked(tx.db, caller.userId, personId)) return;
    // before the insert, which locks both people's rows: these come last in the order of locks
    const kept: string[] = [];
    for (const onBlocked of onPersonBlocked.handlersOf(tx))
      kept.push(...(await onBlocked(tx, caller.userId, personId)));
    const now = tx.clock.now();
    await store.insertBlock(tx.db, { blocker_id: caller.userId, blocked_id: personId, created_at: now });
    await endGrantsBetween(tx, [caller.userId, personId], { until: now, kept });
  });
}

/** A block by a request: of its requester by a helper, or of a helper by its requester (`isByRequester`). */
type RequestBlock = {
  readonly requestId: string;
  readonly blockedId: string;
  readonly isByRequester: boolean;
};

/**
 * Blocks the other person of a request whose requester the helper does not know. Idempotent. `end` first ends what the
 * two have by that request; after that, the block only prevents a match of the two. Any other effect would tell the
 * helper who the requester is.
 */
export async function blockByRequest(
  ctx: AppContext,
  caller: Caller,
  { requestId, blockedId, isByRequester }: RequestBlock,
  end: (tx: TxContext) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await store.lockPairExclusively(tx.db, caller.userId, blockedId);
    // before the insert, as in an ordinary block
    await end(tx);
    await store.insertRequestBlock(tx.db, {
      blocker_id: caller.userId,
      request_id: requestId,
      blocked_id: blockedId,
      is_by_requester: isByRequester,
      created_at: tx.clock.now(),
    });
  });
}

/** Returns true if there is a block by a request between the two. */
export const isBlockedByRequest = (ctx: AppContext, a: string, b: string): Promise<boolean> =>
  store.hasRequestBlockBetween(ctx.db, a, b);

/** The people who have blocked the requester of this request. */
export async function blockersByRequest(ctx: AppContext, requestId: string): Promise<ReadonlySet<string>> {
  return new Set(await store.blockersByRequest(ctx.db, requestId));
}

/** The requests by which this person has blocked their requesters. */
export async function requestsBlockedBy(ctx: AppContext, personId: string): Promise<ReadonlySet<string>> {
  return new Set(await store.requestsBlockedBy(ctx.db, personId));
}

/**
 * Prevents a block between two people until the end of the transaction, and returns whether there is one in either
 * direction. Everything that one person does with the other (claim, write, reveal an address) calls it before taking
 * any other lock: it waits for a block that is being set, and the next block waits for it.
 */
export async function lockPairAgainstBlock(tx: TxContext, a: string, b: string) {
  await store.lockPairShared(tx.db, a, b);
  return { isBlocked: await isBlockedBetween(tx, a, b) };
}

/** Removes a block by the id that the list shows. Idempotent. */
export async function unblockPerson(ctx: AppContext, caller: Caller, listedId: string): Promise<void> {
  await inTransaction(ctx, (tx) => store.deleteBlock(tx.db, caller.userId, listedId));
}

/** The ids of all people with a block between them and this person, in either direction. */
export async function blockedWith(ctx: AppContext, personId: string): Promise<ReadonlySet<string>> {
  return new Set(await store.blockedWith(ctx.db, personId));
}

/** Something that a person has with another person: a conversation, a claim, a handover or a request, by its id. */
export type Relation = { readonly id: string; readonly otherId: string };

/**
 * The ids of those of these relations in which a block by either side takes effect:
 * - an ordinary block: in all relations of the two, except those in which the blocker helps the other without knowing who
 *   they are; an effect there would reveal whom the block is about;
 * - a block by a request: only in relations in which the helper does not know the requester.
 */
export async function acrossBlock(
  ctx: AppContext,
  personId: string,
  relations: readonly Relation[],
): Promise<ReadonlySet<string>> {
  const pairs = await store.blocksWith(ctx.db, personId);
  const found = await Promise.all(
    pairs.map(async ({ blocker_id, blocked_id, helper_id }) => {
      const otherId = blocker_id === personId ? blocked_id : blocker_id;
      const ids = relations.flatMap((relation) => (relation.otherId === otherId ? [relation.id] : []));
      const anonymous = await anonymousSummaries(ctx, helper_id ?? blocker_id, ids);
      return ids.filter((id) => anonymous.has(id) === (helper_id !== null));
    }),
  );
  return new Set(found.flat());
}

/** Returns true if a block takes effect in this relation, as in `acrossBlock`. */
export const isAcrossBlock = async (
  ctx: AppContext,
  personId: string,
  relation: Relation,
): Promise<boolean> => (await acrossBlock(ctx, personId, [relation])).has(relation.id);

/** Whether either of the two has blocked the other. */
export async function isBlockedBetween(ctx: AppContext, a: string, b: string): Promise<boolean> {
  return (await store.hasBlocked(ctx.db, a, b)) || (await store.hasBlocked(ctx.db, b, a));
}

/** Whether `blockerId` has blocked `blockedId`, in this direction. */
export async function hasBlocked(ctx: AppContext, blockerId: string, blockedId: string): Promise<boolean> {
  return store.hasBlocked(ctx.db, blockerId, blockedId);
}
