import { randomUUID } from 'node:crypto';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { allowedHandoverActions, type HandoverAction } from '@openlarder/domain/handovers/handover-states.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Caller } from '#server/platform/http/caller.ts';
import { type TestApp, testApp, type TestClock } from '../test-app.ts';
import { type OldDatabase, UPGRADED_AT } from './old-database.ts';

/** Upgrades the database, and opens the app on it. */
export async function upgrade({ pool }: OldDatabase): Promise<TestApp> {
  await migrate(pool);
  const clock: TestClock = {
    at: UPGRADED_AT,
    now: () => new Date(clock.at),
    forward(ms) {
      clock.at += ms;
    },
  };
  return testApp({}, { pool, clock });
}

/** A session of this person, for calls of services. */
export const callerOf = (personId: string): Caller => ({ userId: personId, sessionId: randomUUID() });

const msOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

/** The actions that the viewer of this handover may take at the time of the upgrade. */
export function mayDo(handover: Handover): readonly HandoverAction[] {
  const { proposal } = handover;
  return allowedHandoverActions({
    ...handover,
    giverConfirmed: handover.giverConfirmedAt !== null,
    receiverConfirmed: handover.receiverConfirmedAt !== null,
    hasListing: handover.listingId !== null,
    answersRequest: handover.emergencyRequestId !== null,
    saidComing: handover.comingAt !== null,
    proposal: proposal && { timeMs: Date.parse(proposal.time), by: proposal.by },
    disputed: handover.disputedAt !== null,
    createdAtMs: Date.parse(handover.createdAt),
    endedAtMs: msOf(handover.endedAt),
    windowFromMs: Date.parse(handover.windowFrom),
    windowUntilMs: Date.parse(handover.windowUntil),
    agreedTimeMs: msOf(handover.agreedTime),
    agreedAtMs: msOf(handover.agreedAt),
    askedAtMs: msOf(handover.askedAt),
    giverOnMyWayAtMs: msOf(handover.giverOnMyWayAt),
    receiverOnMyWayAtMs: msOf(handover.receiverOnMyWayAt),
    nowMs: UPGRADED_AT,
  });
}
