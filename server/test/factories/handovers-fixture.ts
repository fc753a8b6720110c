import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { HandoverSide } from '@openlarder/domain/handovers/handover-states.ts';
import type { AppError } from '@openlarder/domain/kernel/app-error.ts';
import { MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { claimListing } from '#server/features/claims/create/create-claim.ts';
import { matchRequest } from '#server/features/emergency/matching/match-request.ts';
import { acceptTime, proposeTime } from '#server/features/handovers/agreed-time/agree-time.ts';
import { getHandover } from '#server/features/handovers/handovers.queries.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import * as notifications from '#server/features/notifications/notifications.service.ts';
import type { TestCaller } from './claims-fixture.ts';
import { emergencyFixture } from './emergency-fixture.ts';

/** A claim; a request answered without a listing; a request answered with a listing. */
export const HANDOVER_KINDS = ['claim', 'match', 'match with a claim'] as const;
export type HandoverKind = (typeof HANDOVER_KINDS)[number];

/** Each kind with each side. */
export const KINDS_AND_SIDES = HANDOVER_KINDS.flatMap((kind) => [
  [kind, 'giver'] as const,
  [kind, 'receiver'] as const,
]);

/** An open handover between Dora Lund, who gives, and Ben Ito, who receives. */
export type HandoverScene = {
  readonly people: Readonly<Record<HandoverSide, TestCaller>>;
  readonly giver: TestCaller;
  readonly receiver: TestCaller;
  readonly id: string;
  readonly conversationId: string;
  readonly claimId: string | null;
  readonly listingId: string | null;
  readonly requestId: string | null;
};

/** The whole app, with open handovers of every kind. */
export async function handoversFixture() {
  const fixture = await emergencyFixture();
  const { ctx, clock, ask, donor, listing, member } = fixture;

  /** Opens a handover. A listing is picked up from in half an hour to in eight hours; a request is open for a day. */
  async function opened(
    kind: HandoverKind = 'claim',
    changes: Parameters<typeof listing>[1] = {},
    servings?: number,
  ): Promise<HandoverScene> {
    const [giver, receiver] = [await donor(), await member('Ben', 'Ito')];
    const people = { giver, receiver };
    const food = kind === 'match' ? null : await listing(giver, changes);
    if (kind === 'claim') {
      const claim = await claimListing(ctx, receiver, food?.id ?? '', servings);
      const { conversationId } = claim;
      const about = { claimId: claim.id, listingId: food?.id ?? null, requestId: null };
      return { ...people, people, id: claim.handover.id, conversationId, ...about };
    }
    const request = await ask(receiver);
    const help = { listingId: food?.id ?? null, servings: servings ?? null };
    const { match } = await matchRequest(ctx, giver, request.id, help);
    if (!match) throw new Error('it was not matched');
    const { id, conversationId, claimId, listingId } = match.handover;
    return { ...people, people, id, conversationId, claimId, listingId, requestId: request.id };
  }

  const seenBy = (side: HandoverSide, { people, id }: HandoverScene): Promise<Handover> =>
    getHandover(ctx, people[side], id);

  /** Moves the clock to this many minutes after the agreed time, else the end of the window. */
  async function moveTo(scene: HandoverScene, minutesAfterMeeting: number): Promise<void> {
    const { agreedTime, windowUntil } = await seenBy('giver', scene);
    clock.at = Date.parse(agreedTime ?? windowUntil) + minutesAfterMeeting * MINUTE_MS;
  }

  /** The two agree on a time in this many minutes. */
  async function agreeOn({ giver, receiver, id }: HandoverScene, inMinutes: number): Promise<Date> {
    const time = new Date(clock.at + inMinutes * MINUTE_MS);
    await proposeTime(ctx, giver, id, time);
    await acceptTime(ctx, receiver, id, time);
    return time;
  }

  /** The system messages of the conversation with their authors, oldest first. */
  async function eventsOf({ giver, receiver, conversationId }: HandoverScene) {
    const query = { limit: 50, cursor: null };
    const { messages } = await messaging.listMessages(ctx, receiver, conversationId, query);
    const sides = new Map([
      [giver.userId, 'giver'],
      [receiver.userId, 'receiver'],
    ]);
    return messages.map(({ event, senderId }) => [event, sides.get(senderId ?? '') ?? null]);
  }

  const notificationsOf = async (who: TestCaller) =>
    (await notifications.listNotifications(ctx, who)).notifications;
  const newestNotification = async (who: TestCaller) => (await notificationsOf(who))[0];

  return { ...fixture, opened, seenBy, moveTo, agreeOn, eventsOf, notificationsOf, newestNotification };
}

/** The refusal of a call that must not succeed. */
export const refusalOf = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: AppError) => error,
  );
