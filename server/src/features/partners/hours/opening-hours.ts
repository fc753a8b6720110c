import { notFound } from '@openlarder/domain/kernel/app-error.ts';
import { inWeekOrder } from '@openlarder/domain/partners/opening-hours.ts';
import type { OpeningHoursBody, Partner } from '@openlarder/domain/partners/partner-contract.ts';
import { openAccounts, summaries } from '#server/features/accounts/profile/person-queries.ts';
import { isBlockedBetween } from '#server/features/moderation/blocks/blocks.ts';
import * as places from '#server/features/places/places.service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { replaceHours, selectHoursOf } from '../surplus/surplus.store.ts';
import { lockOrganization } from '../organization.ts';

/** In the order of the week. */
export const hoursOf = async (ctx: AppContext, personId: string): Promise<Pick<Partner, 'hours'>> => ({
  hours: inWeekOrder(await selectHoursOf(ctx.db, personId)),
});

export const getOpeningHours = (ctx: AppContext, caller: Caller): Promise<Pick<Partner, 'hours'>> =>
  hoursOf(ctx, caller.userId);

/** Replaces the hours of the caller's organization. */
export async function putOpeningHours(
  ctx: AppContext,
  caller: Caller,
  { hours }: OpeningHoursBody,
): Promise<Pick<Partner, 'hours'>> {
  await inTransaction(ctx, async (tx) => {
    await lockOrganization(tx, caller.userId);
    await replaceHours(tx.db, caller.userId, hours);
  });
  return hoursOf(ctx, caller.userId);
}

/** An organization as others see it. 404 for a person without one, across a block, and for a closed account. */
export async function getPartner(ctx: AppContext, caller: Caller, id: string): Promise<Partner> {
  const [people, open] = await Promise.all([summaries(ctx, [id]), openAccounts(ctx, [id])]);
  const name = people.get(id)?.organizationName;
  if (!name || !open.has(id)) throw notFound();
  if (await isBlockedBetween(ctx, caller.userId, id)) throw notFound();
  const [place, { hours }] = await Promise.all([places.profilePlaces(ctx, [id]), hoursOf(ctx, id)]);
  const business = place.get(id);
  // the public location of a home is not an address, and is not shown here
  return { id, name, address: business?.isPublic ? business.areaLabel : null, hours };
}
