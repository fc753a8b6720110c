import * as handovers from '#server/features/handovers/handovers.service.ts';
import * as moderation from '#server/features/moderation/moderation.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { anonymousRequesters } from './anonymous-requesters.ts';

/** Of what two people have together, the requests that one answers for the other without a name, and whether that is all. */
export async function dealingsOf(
  ctx: AppContext,
  helperId: string,
  requesterId: string,
): Promise<{ readonly requestIds: readonly string[]; readonly isKnown: boolean }> {
  const all = await handovers.handoversBetween(ctx, helperId, requesterId);
  const anonymous = await anonymousRequesters(
    ctx,
    helperId,
    all.map(({ id }) => id),
  );
  return {
    requestIds: [...new Set([...anonymous.values()].map(({ requestId }) => requestId))].toSorted(),
    isKnown: anonymous.size < all.length,
  };
}

/**
 * Whether a block keeps the two from a match: one by the requester, one by a request of either, or one by a helper who has
 * dealt with the requester by name. A helper's block of a stranger does not: with a few accounts, each of which blocks half
 * of the neighbors and tries to help, the refusals would tell who asks. For the same reason no block of a person that the
 * helper has set counts where they take a request up again, which they may do as often as they like. All is read in every
 * case: the time does not tell the reason.
 */
export async function isKeptApart(
  ctx: AppContext,
  people: { readonly helperId: string; readonly requesterId: string },
  { isRejoin }: { readonly isRejoin: boolean },
): Promise<boolean> {
  const { helperId, requesterId } = people;
  const byRequester = await moderation.hasBlocked(ctx, requesterId, helperId);
  const byRequest = await moderation.isBlockedByRequest(ctx, helperId, requesterId);
  const byHelper = await moderation.hasBlocked(ctx, helperId, requesterId);
  const { isKnown } = await dealingsOf(ctx, helperId, requesterId);
  return byRequester || byRequest || (byHelper && isKnown && !isRejoin);
}
