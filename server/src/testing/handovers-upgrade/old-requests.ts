import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import type { HandoverAction } from '@openlarder/domain/handovers/handover-states.ts';
import { inHours, type OldClaim, type OldMatch, type OldRequest } from './old-database.ts';

/** A state in which a request and its match could be before the upgrade. */
export type OldRequestCase = {
  readonly request?: Partial<OldRequest>;
  readonly match?: Partial<OldMatch>;
  /** The claim, if a listing was given. */
  readonly claim?: Partial<OldClaim>;
  /** Until when the helper sees the address, in hours; null while the match is open. */
  readonly revealedUntil?: number | null;
  /** Whether the helper has never written. */
  readonly isSilent?: true;
  /** The handover after the upgrade. */
  readonly becomes: Partial<Handover>;
  readonly giverMay: readonly HandoverAction[];
  readonly receiverMay: readonly HandoverAction[];
};

const GIVER_NOW = ['propose_time', 'complete_by_code', 'confirm', 'release'] as const;
const RECEIVER_NOW = ['reveal_address', 'propose_time', 'confirm', 'release'] as const;
const OPEN = { becomes: { status: 'open' }, giverMay: GIVER_NOW, receiverMay: RECEIVER_NOW } as const;
const GIVEN = {
  claim: {},
  becomes: { status: 'open' },
  giverMay: ['reveal_address', ...GIVER_NOW],
  receiverMay: ['say_coming', ...RECEIVER_NOW],
} as const;
const NOTHING = { giverMay: [], receiverMay: [] } as const;
const EITHER_DISPUTES = { giverMay: ['dispute'], receiverMay: ['dispute'] } as const;
const LONG_AGO = { created_at: inHours(-73), expires_at: inHours(-49) } as const;

const fulfilled = { request: { status: 'fulfilled', ended_at: inHours(-2) } } as const;
const pending = { request: { status: 'pending' } } as const;
const bothSaid = { helper_confirmed_at: inHours(-3), requester_confirmed_at: inHours(-2) };
const ended = (columns: Partial<OldMatch>): Partial<OldMatch> => ({ ended_at: inHours(-2), ...columns });
const claimEnded = (columns: Partial<OldClaim>): Partial<OldClaim> => ({ ended_at: inHours(-2), ...columns });

const released = (
  by: 'helper' | 'requester',
  reason: string | null,
): Pick<OldRequestCase, 'match' | 'becomes' | 'request'> => ({
  ...pending,
  match: ended({ status: 'released', ended_by: by, release_reason: reason }),
  becomes: {
    status: 'released',
    endedBy: by === 'helper' ? 'giver' : 'receiver',
    releaseReason: reason as Handover['releaseReason'],
  },
});
const RELEASES = [
  ...[null, 'cannot_make_it', 'no_answer', 'not_genuine', 'other'].map((it) => ['helper', it] as const),
  ...[null, 'no_answer', 'no_food', 'other'].map((it) => ['requester', it] as const),
];

export const OLD_REQUESTS: Readonly<Record<string, OldRequestCase>> = {
  open: { ...OPEN },
  'open, silent': { ...OPEN, isSilent: true },
  'open, with the address': {
    ...OPEN,
    revealedUntil: null,
    receiverMay: ['propose_time', 'confirm', 'release'],
  },
  'open, with a meeting point': { ...OPEN, request: { meeting_point: 'At the library' } },
  'open, with a wrong code': { ...OPEN, match: { code_tries: 4 } },
  'open, with a locked code': {
    ...OPEN,
    match: { code_tries: 5 },
    giverMay: ['propose_time', 'confirm', 'release'],
  },
  'open, confirmed by the helper': {
    match: { helper_confirmed_at: inHours(-1) },
    becomes: { status: 'open', giverConfirmedAt: inHours(-1).toISOString(), receiverConfirmedAt: null },
    giverMay: ['complete_by_code', 'release'],
    receiverMay: ['reveal_address', 'confirm', 'dispute'],
  },
  'open, confirmed by the requester': {
    match: { requester_confirmed_at: inHours(-1) },
    becomes: { status: 'open', giverConfirmedAt: null, receiverConfirmedAt: inHours(-1).toISOString() },
    giverMay: ['complete_by_code', 'confirm', 'dispute'],
    receiverMay: ['reveal_address', 'release'],
  },
  'open past its time': {
    request: { created_at: inHours(-25), expires_at: inHours(-1) },
    match: { created_at: inHours(-20) },
    becomes: {
      status: 'open',
      windowFrom: inHours(-20).toISOString(),
      windowUntil: inHours(-1).toISOString(),
    },
    giverMay: ['say_on_my_way', 'propose_time', 'complete_by_code', 'confirm', 'stop_waiting', 'release'],
    receiverMay: ['say_on_my_way', 'reveal_address', 'propose_time', 'confirm', 'stop_waiting', 'release'],
  },
  'open past its time by two days': {
    request: LONG_AGO,
    match: { created_at: inHours(-72) },
    becomes: { status: 'open' },
    giverMay: ['say_on_my_way', 'complete_by_code', 'confirm', 'stop_waiting', 'release'],
    receiverMay: ['say_on_my_way', 'reveal_address', 'confirm', 'stop_waiting', 'release'],
  },
  'open, confirmed by the helper two days ago': {
    request: LONG_AGO,
    match: { created_at: inHours(-72), helper_confirmed_at: inHours(-48) },
    becomes: { status: 'open' },
    // a confirmation given by mistake is undone by a release
    giverMay: ['complete_by_code', 'stop_waiting', 'release'],
    receiverMay: ['reveal_address', 'confirm', 'dispute'],
  },
  'fulfilled by both': {
    ...fulfilled,
    match: ended({ status: 'fulfilled', ...bothSaid }),
    revealedUntil: 22,
    becomes: { status: 'completed', completedBy: 'both', endedBy: null },
    ...EITHER_DISPUTES,
  },
  'fulfilled by the word of the helper': {
    ...fulfilled,
    match: ended({ status: 'fulfilled', helper_confirmed_at: inHours(-50) }),
    becomes: { status: 'completed', completedBy: 'one_side', receiverConfirmedAt: null },
    ...EITHER_DISPUTES,
  },
  'fulfilled by the word of the requester': {
    ...fulfilled,
    match: ended({ status: 'fulfilled', requester_confirmed_at: inHours(-50) }),
    becomes: { status: 'completed', completedBy: 'one_side', giverConfirmedAt: null },
    ...EITHER_DISPUTES,
  },
  ...Object.fromEntries(
    RELEASES.flatMap(([by, reason]): [string, OldRequestCase][] => [
      [`released by the ${by}: ${reason}`, { ...released(by, reason), revealedUntil: -2, ...NOTHING }],
      [
        `given a listing, released by the ${by}: ${reason}`,
        {
          ...released(by, reason),
          // only the match had the reason
          claim: claimEnded({ status: 'released', ended_by: by === 'helper' ? 'donor' : 'claimer' }),
          ...NOTHING,
        },
      ],
    ]),
  ),
  'released by time': {
    request: { ...LONG_AGO, status: 'expired', ended_at: inHours(-1) },
    match: { created_at: inHours(-72), ended_at: inHours(-1), status: 'released' },
    becomes: { status: 'lapsed', endedBy: null, releaseReason: null },
    ...NOTHING,
  },
  'ended by silence': {
    ...pending,
    match: ended({ status: 'silent' }),
    becomes: { status: 'lapsed', endedBy: null, releaseReason: 'silent' },
    isSilent: true,
    ...NOTHING,
  },
  cancelled: {
    request: { status: 'cancelled', ended_at: inHours(-2) },
    match: ended({ status: 'cancelled', ended_by: 'requester' }),
    becomes: { status: 'released', endedBy: 'receiver', releaseReason: 'taken_back' },
    ...NOTHING,
  },
  'given a listing': GIVEN,
  'given a listing, silent': { ...GIVEN, isSilent: true },
  'given a listing, confirmed by the requester': {
    claim: { claimer_confirmed_at: inHours(-1) },
    becomes: { status: 'open', receiverConfirmedAt: inHours(-1).toISOString() },
    giverMay: ['reveal_address', 'complete_by_code', 'confirm', 'dispute'],
    receiverMay: ['reveal_address', 'release'],
  },
  'given a listing, completed by the code': {
    ...fulfilled,
    match: ended({ status: 'fulfilled' }),
    claim: claimEnded({
      status: 'completed',
      completed_by: 'code',
      donor_confirmed_at: inHours(-2),
      claimer_confirmed_at: inHours(-2),
    }),
    becomes: { status: 'completed', completedBy: 'code' },
    ...EITHER_DISPUTES,
  },
  'given a listing, disputed after it was completed': {
    ...fulfilled,
    match: ended({ status: 'fulfilled' }),
    claim: claimEnded({
      status: 'disputed',
      completed_by: 'both',
      donor_confirmed_at: inHours(-2),
      claimer_confirmed_at: inHours(-2),
      disputed_at: inHours(-1),
      disputed_by: 'claimer',
    }),
    becomes: { status: 'disputed', completedBy: 'both', disputedBy: 'receiver' },
    ...NOTHING,
  },
  'given a listing, disputed while open': {
    ...pending,
    match: ended({ status: 'released', ended_by: 'requester' }),
    claim: claimEnded({
      status: 'disputed',
      donor_confirmed_at: inHours(-3),
      ended_by: 'claimer',
      disputed_at: inHours(-2),
      disputed_by: 'claimer',
    }),
    becomes: { status: 'disputed', endedBy: 'receiver', disputedBy: 'receiver' },
    ...NOTHING,
  },
  'given a listing, a no-show': {
    ...pending,
    match: ended({ status: 'released', ended_by: 'helper' }),
    claim: claimEnded({ status: 'no_show', ended_by: 'donor' }),
    becomes: { status: 'no_show', endedBy: 'giver', releaseReason: null },
    giverMay: [],
    receiverMay: ['dispute'],
  },
  'given a listing, lapsed': {
    request: { ...LONG_AGO, status: 'expired', ended_at: inHours(-2) },
    match: ended({ status: 'released' }),
    claim: claimEnded({ status: 'lapsed' }),
    becomes: { status: 'lapsed', endedBy: null, releaseReason: null },
    ...NOTHING,
  },
  'given a listing, ended by silence': {
    ...pending,
    match: ended({ status: 'silent' }),
    claim: claimEnded({ status: 'lapsed' }),
    becomes: { status: 'lapsed', endedBy: null, releaseReason: 'silent' },
    isSilent: true,
    ...NOTHING,
  },
  'given a listing, cancelled': {
    request: { status: 'cancelled', ended_at: inHours(-2) },
    match: ended({ status: 'cancelled', ended_by: 'requester' }),
    claim: claimEnded({ status: 'released', ended_by: 'claimer' }),
    becomes: { status: 'released', endedBy: 'receiver', releaseReason: 'taken_back' },
    ...NOTHING,
  },
  'given a listing, removed by an admin after one side confirmed': {
    request: { status: 'cancelled', ended_at: inHours(-2) },
    match: ended({ status: 'cancelled', ended_by: 'requester' }),
    claim: claimEnded({
      status: 'completed',
      completed_by: 'one_side',
      donor_confirmed_at: inHours(-3),
    }),
    becomes: { status: 'completed', completedBy: 'one_side', releaseReason: null },
    ...EITHER_DISPUTES,
  },
};
