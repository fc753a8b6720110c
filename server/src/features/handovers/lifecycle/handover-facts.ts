import {
  type HandoverFacts,
  type HandoverSide,
  MAX_CODE_TRIES,
} from '@openlarder/domain/handovers/handover-states.ts';
import type { HandoverTimes } from '@openlarder/domain/handovers/handover-times.ts';
import type { HandoverSubject } from '../handovers.hooks.ts';
import type { HandoverRow } from '../handovers.tables.ts';

export const sideOf = (row: Pick<HandoverRow, 'giver_id'>, personId: string): HandoverSide =>
  row.giver_id === personId ? 'giver' : 'receiver';

export const otherOf = (row: Pick<HandoverRow, 'giver_id' | 'receiver_id'>, personId: string): string =>
  row.giver_id === personId ? row.receiver_id : row.giver_id;

export const isConfirmed = (
  row: Pick<HandoverRow, 'giver_confirmed_at' | 'receiver_confirmed_at'>,
): boolean => row.giver_confirmed_at !== null || row.receiver_confirmed_at !== null;

const msOf = (at: Date | null): number | null => at?.getTime() ?? null;

export const timesOf = (row: HandoverRow): HandoverTimes => ({
  createdAtMs: row.created_at.getTime(),
  windowFromMs: row.window_from.getTime(),
  windowUntilMs: row.window_until.getTime(),
  agreedTimeMs: msOf(row.agreed_time),
  agreedAtMs: msOf(row.agreed_at),
  askedAtMs: msOf(row.asked_at),
  giverOnMyWayAtMs: msOf(row.giver_on_my_way_at),
  receiverOnMyWayAtMs: msOf(row.receiver_on_my_way_at),
});

/** The input of `automaticHandoverEnd`. */
export const confirmationsOf = (row: HandoverRow) => ({
  ...timesOf(row),
  giverConfirmedAtMs: msOf(row.giver_confirmed_at),
  receiverConfirmedAtMs: msOf(row.receiver_confirmed_at),
});

export const isPlaceKnown = (
  side: HandoverSide,
  { placeIsPublic }: Pick<HandoverSubject, 'placeIsPublic'>,
  isRevealed: boolean,
): boolean => isRevealed || (side === 'giver' && placeIsPublic);

/** The input of the handover rules. `isRevealed`: whether the other side sees this person's exact place. */
export function factsOf(
  row: HandoverRow,
  subject: HandoverSubject,
  personId: string,
  now: Date,
  isRevealed = false,
): HandoverFacts {
  const side = sideOf(row, personId);
  const hasPlace = (side === 'giver' ? subject.listingId : subject.requestId) !== null;
  return {
    ...timesOf(row),
    status: row.status,
    side,
    giverConfirmed: row.giver_confirmed_at !== null,
    receiverConfirmed: row.receiver_confirmed_at !== null,
    codeLocked: row.code_tries >= MAX_CODE_TRIES,
    ownPlace: hasPlace ? (isRevealed ? 'revealed' : 'hidden') : 'none',
    placeKnown: isPlaceKnown(side, subject, isRevealed),
    hasListing: subject.listingId !== null,
    answersRequest: subject.requestId !== null,
    saidComing: row.coming_at !== null,
    proposal:
      row.proposed_time && row.proposed_by
        ? { timeMs: row.proposed_time.getTime(), by: row.proposed_by }
        : null,
    disputed: row.disputed_at !== null,
    endedAtMs: msOf(row.ended_at),
    nowMs: now.getTime(),
  };
}
