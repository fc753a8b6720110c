import type { HelpOffer, HelpOfferChange } from '@openlarder/domain/volunteers/volunteer-contract.ts';
import type { AppContext, TxContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import * as store from './volunteers.store.ts';

const NOT_ASKED: HelpOffer = { days: [], times: [], area: '', transport: [], answeredAt: null };

async function offerOf(ctx: AppContext, personId: string): Promise<HelpOffer> {
  const row = await store.selectOffer(ctx.db, personId);
  if (!row) return NOT_ASKED;
  const { days, times, area, transport, answered_at } = row;
  return { days, times, area, transport, answeredAt: answered_at.toISOString() };
}

export const getHelpOffer = (ctx: AppContext, caller: Caller): Promise<HelpOffer> =>
  offerOf(ctx, caller.userId);

/** Replaces the caller's offer; an empty one only records that the caller has answered. */
export async function putHelpOffer(
  ctx: AppContext,
  caller: Caller,
  change: HelpOfferChange,
): Promise<HelpOffer> {
  await store.upsertOffer(ctx.db, { person_id: caller.userId, ...change, answered_at: ctx.clock.now() });
  return offerOf(ctx, caller.userId);
}

/** The help offers, latest answer first; for admins only. */
export const listHelpOffers = (ctx: AppContext) => store.selectOffers(ctx.db);

export const closePerson = (tx: TxContext, personId: string): Promise<void> =>
  store.deleteOffer(tx.db, personId);

/** A person's help offer; null if they have not answered. */
export async function exportPerson(ctx: AppContext, personId: string): Promise<HelpOffer | null> {
  const offer = await offerOf(ctx, personId);
  return offer.answeredAt === null ? null : offer;
}
