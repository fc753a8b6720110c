import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { HandoverAction } from '@openlarder/domain/handovers/handover-states.ts';
import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { inHours, type OldClaim, type OldDatabase, SECRET_STREET, SERVINGS } from './old-database.ts';

/** A state in which a claim could be before the upgrade, and what its two people may do after it. */
export type OldClaimCase = {
  readonly columns: Partial<OldClaim>;
  /** The listing's pickup window, in hours. */
  readonly window?: { readonly from: number; readonly until: number };
  /** Until when the claimer sees the address, in hours; null while the claim is open. */
  readonly revealedUntil?: number | null;
  readonly giverMay: readonly HandoverAction[];
  readonly receiverMay: readonly HandoverAction[];
};

/** The giver's actions in the pickup window; a miss can be reported after it. */
const GIVER_NOW = ['reveal_address', 'propose_time', 'complete_by_code', 'confirm', 'release'] as const;
const RECEIVER_NOW = ['say_coming', 'propose_time', 'confirm', 'release'] as const;
const GIVER_REVEALED = ['propose_time', 'complete_by_code', 'confirm', 'release'] as const;
const OVER = { window: { from: -9, until: -3 } } as const;
const GIVER_AFTER = [
  'say_on_my_way',
  'reveal_address',
  'propose_time',
  'complete_by_code',
  'confirm',
  'stop_waiting',
  'report_no_show',
  'release',
] as const;
const RECEIVER_AFTER = [
  'say_on_my_way',
  'propose_time',
  'confirm',
  'stop_waiting',
  'report_no_food',
  'release',
] as const;
const NOTHING = { giverMay: [], receiverMay: [] } as const;
const EITHER_DISPUTES = { giverMay: ['dispute'], receiverMay: ['dispute'] } as const;
const AFTER_THE_WORD_OF_THE_GIVER = {
  giverMay: ['reveal_address', 'complete_by_code', 'release'],
  receiverMay: ['confirm', 'dispute'],
} as const;
/** Ended this many hours from the upgrade. */
export const ended = (columns: Partial<OldClaim>, hours = -20): Partial<OldClaim> => ({
  ended_at: inHours(hours),
  ...columns,
});
const bothSaid = { donor_confirmed_at: inHours(-21), claimer_confirmed_at: inHours(-20) };

export const OLD_CLAIMS: Readonly<Record<string, OldClaimCase>> = {
  open: { columns: {}, giverMay: GIVER_NOW, receiverMay: RECEIVER_NOW },
  'open, with a wrong code': { columns: { code_tries: 4 }, giverMay: GIVER_NOW, receiverMay: RECEIVER_NOW },
  'open, with a locked code': {
    columns: { code_tries: 5 },
    giverMay: ['reveal_address', 'propose_time', 'confirm', 'release'],
    receiverMay: RECEIVER_NOW,
  },
  'open, with the address': {
    columns: {},
    revealedUntil: null,
    giverMay: GIVER_REVEALED,
    receiverMay: RECEIVER_NOW,
  },
  'open, with an address left from the handover before': {
    columns: {},
    revealedUntil: 4,
    giverMay: GIVER_NOW,
    receiverMay: RECEIVER_NOW,
  },
  'open, reminded': {
    columns: { reminded_at: inHours(-3) },
    giverMay: GIVER_NOW,
    receiverMay: RECEIVER_NOW,
  },
  'open, the claimer is coming': {
    columns: { reminded_at: inHours(-3), coming_at: inHours(-2) },
    giverMay: GIVER_NOW,
    receiverMay: ['propose_time', 'confirm', 'release'],
  },
  'open, confirmed by the donor': {
    columns: { donor_confirmed_at: inHours(-1) },
    ...AFTER_THE_WORD_OF_THE_GIVER,
  },
  'open, confirmed by the claimer': {
    columns: { claimer_confirmed_at: inHours(-1) },
    giverMay: ['reveal_address', 'complete_by_code', 'confirm', 'dispute'],
    receiverMay: ['release'],
  },
  'open past its window, asked': {
    ...OVER,
    columns: { asked_at: inHours(-3) },
    giverMay: GIVER_AFTER,
    receiverMay: RECEIVER_AFTER,
  },
  'open, just asked': {
    window: { from: -9, until: -0.25 },
    columns: { asked_at: inHours(-0.25) },
    giverMay: [
      'say_on_my_way',
      'reveal_address',
      'propose_time',
      'complete_by_code',
      'confirm',
      'stop_waiting',
      'release',
    ],
    receiverMay: ['say_on_my_way', 'propose_time', 'confirm', 'stop_waiting', 'release'],
  },
  'open past its window, not asked yet': {
    ...OVER,
    columns: {},
    giverMay: GIVER_AFTER,
    receiverMay: RECEIVER_AFTER,
  },
  'open past its window by two days': {
    window: { from: -60, until: -48 },
    columns: { asked_at: inHours(-48) },
    giverMay: GIVER_AFTER.filter((action) => action !== 'propose_time'),
    receiverMay: RECEIVER_AFTER.filter((action) => action !== 'propose_time'),
  },
  'open, confirmed by the donor two days ago': {
    columns: { donor_confirmed_at: inHours(-48) },
    ...AFTER_THE_WORD_OF_THE_GIVER,
  },
  'completed by both': {
    columns: ended({ status: 'completed', completed_by: 'both', ...bothSaid }),
    revealedUntil: 4,
    ...EITHER_DISPUTES,
  },
  'completed by the code': {
    columns: ended({ status: 'completed', completed_by: 'code', ...bothSaid }, -47),
    ...EITHER_DISPUTES,
  },
  'completed by the word of the donor': {
    columns: ended({ status: 'completed', completed_by: 'one_side', donor_confirmed_at: inHours(-60) }, -12),
    ...EITHER_DISPUTES,
  },
  'completed by the word of the claimer': {
    columns: ended(
      { status: 'completed', completed_by: 'one_side', claimer_confirmed_at: inHours(-98) },
      -50,
    ),
    ...NOTHING,
  },
  ...Object.fromEntries(
    [
      ...[null, 'cannot_hand_over', 'food_gone', 'no_answer', 'other'].map((it) => ['donor', it] as const),
      ...[null, 'cannot_come', 'no_longer_needed', 'no_answer', 'no_food', 'other'].map(
        (it) => ['claimer', it] as const,
      ),
    ].map(([by, reason]): [string, OldClaimCase] => [
      `released by the ${by}: ${reason}`,
      {
        columns: ended({ status: 'released', ended_by: by, release_reason: reason }),
        revealedUntil: -20,
        ...NOTHING,
      },
    ]),
  ),
  'a no-show': {
    columns: ended({ status: 'no_show', ended_by: 'donor' }),
    giverMay: [],
    receiverMay: ['dispute'],
  },
  'a no-show of last week': { columns: ended({ status: 'no_show', ended_by: 'donor' }, -50), ...NOTHING },
  'a disputed no-show': {
    columns: ended({
      status: 'no_show',
      ended_by: 'donor',
      disputed_at: inHours(-2),
      disputed_by: 'claimer',
    }),
    ...NOTHING,
  },
  lapsed: { columns: ended({ status: 'lapsed' }), ...NOTHING },
  'disputed by the claimer while open': {
    columns: ended({
      status: 'disputed',
      donor_confirmed_at: inHours(-21),
      ended_by: 'claimer',
      disputed_at: inHours(-20),
      disputed_by: 'claimer',
    }),
    ...NOTHING,
  },
  'disputed by the donor while open': {
    columns: ended({
      status: 'disputed',
      claimer_confirmed_at: inHours(-21),
      ended_by: 'donor',
      disputed_at: inHours(-20),
      disputed_by: 'donor',
    }),
    ...NOTHING,
  },
  'disputed after it was completed': {
    columns: ended({
      status: 'disputed',
      completed_by: 'code',
      ...bothSaid,
      disputed_at: inHours(-2),
      disputed_by: 'donor',
    }),
    ...NOTHING,
  },
};

/** The statuses after which a conversation is read-only; after a no-show they may write for two days. */
const CLOSED_BY: readonly string[] = ['released', 'lapsed', 'no_show'];

/** Writes the claim of two people of its own. */
export async function writeOldClaim(
  old: OldDatabase,
  { columns, window, revealedUntil }: OldClaimCase,
): Promise<OldClaim> {
  const [donor_id, claimer_id] = [await old.person('Dora'), await old.person('Cleo')];
  const listing_id = await old.listing(donor_id, window);
  const { status = 'open', ended_at } = columns;
  const hours = status === 'no_show' ? 48 : 0;
  const closedAt =
    ended_at && CLOSED_BY.includes(status) ? new Date(ended_at.getTime() + hours * HOUR_MS) : null;
  const conversation_id = await old.conversation({ listing_id }, donor_id, claimer_id, closedAt);
  if (revealedUntil !== undefined) await old.grant('listing', listing_id, claimer_id, revealedUntil);
  return old.claim({ listing_id, donor_id, claimer_id, conversation_id }, columns);
}

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What the version before the upgrade showed of a claim. */
export function claimSeenBefore(row: OldClaim, { revealedUntil }: OldClaimCase, viewerId: string) {
  const isDonor = row.donor_id === viewerId;
  const isOpen = row.status === 'open';
  const visibleUntil = revealedUntil === null ? Infinity : (revealedUntil ?? -Infinity);
  return {
    id: row.id,
    status: row.status,
    side: isDonor ? 'donor' : 'claimer',
    people: [row.donor_id, row.claimer_id],
    servings: SERVINGS,
    conversationId: row.conversation_id,
    emergencyRequestId: row.request_id,
    createdAt: row.created_at.toISOString(),
    endedAt: isoOrNull(row.ended_at),
    donorConfirmedAt: isoOrNull(row.donor_confirmed_at),
    claimerConfirmedAt: isoOrNull(row.claimer_confirmed_at),
    completedBy: row.completed_by,
    endedBy: row.ended_by,
    releaseReason: row.release_reason,
    comingAt: isoOrNull(row.coming_at),
    disputedAt: isoOrNull(row.disputed_at),
    disputedBy: row.disputed_by,
    code: !isDonor && isOpen ? row.code : null,
    codeLocked: row.code_tries >= 5,
    pickupLocation: isDonor || visibleUntil > 0 ? SECRET_STREET : 'Midtown',
    // an address that is hidden within a day is left from an earlier handover
    placeShared: visibleUntil > (isDonor && isOpen ? 24 : 0),
  };
}

const CLAIM_SIDE = { giver: 'donor', receiver: 'claimer' } as const;

/** The same of a claim as it is shown now. */
export function claimSeenNow({ handover, listing, ...claim }: Claim): ReturnType<typeof claimSeenBefore> {
  return {
    id: claim.id,
    status: handover.status,
    side: claim.side,
    people: [claim.donor.id, claim.claimer.id],
    servings: claim.servings,
    conversationId: handover.conversationId,
    emergencyRequestId: handover.emergencyRequestId,
    createdAt: handover.createdAt,
    endedAt: handover.endedAt,
    donorConfirmedAt: handover.giverConfirmedAt,
    claimerConfirmedAt: handover.receiverConfirmedAt,
    completedBy: handover.completedBy,
    endedBy: handover.endedBy && CLAIM_SIDE[handover.endedBy],
    releaseReason: handover.releaseReason,
    comingAt: handover.comingAt,
    disputedAt: handover.disputedAt,
    disputedBy: handover.disputedBy && CLAIM_SIDE[handover.disputedBy],
    code: handover.code,
    codeLocked: handover.codeLocked,
    pickupLocation: listing.pickupLocation,
    placeShared: listing.placeShared,
  };
}
