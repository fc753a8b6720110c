import { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { pointAt } from '@openlarder/domain/kernel/geo.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import * as accounts from '#server/features/accounts/lifecycle/account-closure.ts';
import * as claims from '#server/features/claims/create/create-claim.ts';
import { sendDueWaves } from '#server/features/emergency/alerts/alerts.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { expireRequests } from '#server/features/emergency/requests/end-request.ts';
import { showDueRequests } from '#server/features/emergency/requests/show-later.ts';
import { cancelRequest } from '#server/features/emergency/requests/request-actions.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import {
  completeHandover,
  confirmComing,
  disputeHandover,
  releaseHandover,
  reportNoShow,
  revealAddress,
  sayOnMyWay,
} from '#server/features/handovers/lifecycle/handover-actions.ts';
import {
  sendHandoverQuestions,
  sendOnMyWayQuestions,
  sendPickupReminders,
} from '#server/features/handovers/reminders/reminders.ts';
import { settleDueListings } from '#server/features/listings/lifecycle/stock.ts';
import { expireListings, withdrawListing } from '#server/features/listings/lifecycle/withdraw-and-expire.ts';
import { changeListing } from '#server/features/listings/share/change-listing.ts';
import * as messaging from '#server/features/messaging/messages/send-message.ts';
import * as moderation from '#server/features/moderation/blocks/blocks.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { MIDTOWN, type TestCaller } from '#server/test/factories/claims-fixture.ts';
import type { emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import type { Act } from './handover-acts.ts';
import type { PersonKind } from './handover-model.ts';
import type { Move } from './handover-moves.ts';
import { expireHandovers } from '#server/features/handovers/lifecycle/end-all-handovers.ts';

/** The changes of a mutant in the product. */
export type Mutation = {
  readonly ctxFor?: (ctx: AppContext, act: Act) => AppContext;
};

/** The product under test; `people` are its sessions by person. */
export type World = {
  readonly fixture: Awaited<ReturnType<typeof emergencyFixture>>;
  readonly people: Map<string, Caller>;
  readonly mutation: Mutation;
};

/** The result of an act: `ok` or the code of its refusal, and the id of the created object. */
type Answer = { readonly answer: string; readonly id?: string | undefined };
type Made = { readonly id?: string | undefined } | null;

/** A new person in the community. */
export async function newcomer(fixture: World['fixture'], kind: PersonKind): Promise<TestCaller> {
  if (kind === 'recipient') return fixture.person();
  return fixture.donor(kind === 'donor' ? MIDTOWN : pointAt(MIDTOWN, 60_000, 2));
}

/** Applies an act to the product, and shows everyone what follows from it, which others see later. */
export async function perform(world: World, act: Act): Promise<Answer> {
  const { ctx, pool, clock } = world.fixture;
  try {
    const made = await doIt(world, act);
    await pool.query('update food_listing set settles_at = $1 where settles_at is not null', [clock.now()]);
    await pool.query('update emergency_request set shown_until = $1 where shown_until is not null', [
      clock.now(),
    ]);
    await settleDueListings(ctx);
    await showDueRequests(ctx);
    return { answer: 'ok', id: made?.id };
  } catch (error) {
    if (error instanceof AppError) return { answer: error.code };
    throw error;
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();

async function doIt(world: World, act: Act): Promise<Made> {
  const { fixture, people, mutation } = world;
  const ctx = mutation.ctxFor?.(fixture.ctx, act) ?? fixture.ctx;
  if (act.do === 'tasks') return runTasks(ctx);
  if (act.do === 'wait') {
    fixture.clock.forward(act.ms);
    return null;
  }
  const caller = people.get(act.by);
  if (!caller) throw new Error('no session of this person');
  switch (act.do) {
    case 'post':
      return fixture.listing(caller, {
        estimatedServings: act.servings,
        availableFrom: iso(act.fromMs),
        availableUntil: iso(act.untilMs),
        expiryDate: act.expiryMs === null ? null : iso(act.expiryMs),
        bestByDate: iso(act.untilMs + 365 * DAY_MS),
      });
    case 'claim':
      return (await claims.claimListing(ctx, caller, act.listing.id, act.servings)).handover;
    case 'withdraw':
      return withdrawListing(ctx, caller, act.listing.id);
    case 'reschedule':
      return changeListing(ctx, caller, act.listing.id, { availableUntil: iso(act.untilMs) });
    case 'recount':
      return changeListing(ctx, caller, act.listing.id, { estimatedServings: act.servings });
    case 'ask':
      return fixture.ask(caller, { householdSize: act.household });
    case 'match': {
      const help = { listingId: act.listing?.id ?? null, servings: act.listing && act.servings };
      const matched = await matchRequest(ctx, caller, act.request.id, help);
      return matched.match?.handover ?? null;
    }
    case 'cancel':
      return cancelRequest(ctx, caller, act.request.id);
    case 'block':
      await moderation.blockPerson(ctx, caller, act.other);
      return null;
    case 'unblock':
      await moderation.unblockPerson(ctx, caller, act.other);
      return null;
    case 'close':
      await accounts.closeAccount(ctx, caller, undefined);
      return null;
    default:
      return move(world, ctx, caller, act);
  }
}

async function runTasks(ctx: AppContext): Promise<null> {
  await expireListings(ctx);
  await expireHandovers(ctx);
  await sendPickupReminders(ctx);
  await sendOnMyWayQuestions(ctx);
  await sendHandoverQuestions(ctx);
  await expireRequests(ctx);
  await sendDueWaves(ctx);
  return null;
}

async function move({ fixture }: World, ctx: AppContext, caller: Caller, act: Move): Promise<Made> {
  const { handover } = act;
  const { code, conversationId } = await fixture.db
    .selectFrom('handover')
    .select(['code', 'conversation_id as conversationId'])
    .where('id', '=', handover.id)
    .executeTakeFirstOrThrow();
  switch (act.do) {
    case 'release':
      return releaseHandover(ctx, caller, handover.id, act.reason);
    case 'confirm':
      return completeHandover(ctx, caller, handover.id);
    case 'right code':
      return completeHandover(ctx, caller, handover.id, code);
    case 'wrong code':
      return completeHandover(ctx, caller, handover.id, code === '0000' ? '0001' : '0000');
    case 'no-show':
      return reportNoShow(ctx, caller, handover.id);
    case 'dispute':
      return disputeHandover(ctx, caller, handover.id);
    case 'coming':
      return confirmComing(ctx, caller, handover.id);
    case 'on my way':
      return sayOnMyWay(ctx, caller, handover.id);
    case 'propose':
      return proposeTime(ctx, caller, handover.id, new Date(act.timeMs));
    case 'accept':
      return acceptTime(ctx, caller, handover.id, new Date(act.timeMs));
    case 'reveal':
      // a requester's place is not stored before
      return revealAddress(ctx, caller, conversationId, { address: '5 Elm Street' });
    case 'name place':
      return revealAddress(ctx, caller, conversationId, { meetingPoint: 'At the library' });
    case 'write':
      return messaging.sendMessage(ctx, caller, conversationId, 'At eight?');
    default:
      return act satisfies never;
  }
}
