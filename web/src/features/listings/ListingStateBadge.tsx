import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { ListingStatus } from '@openlarder/domain/listings/listing-contract.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

type Words = { readonly tone: BadgeTone; readonly label: MessageDescriptor };

const STATES: Readonly<Record<ListingStatus, Words>> = {
  posted: { tone: 'fresh', label: msg`Available` },
  claimed: { tone: 'plain', label: msg`Claimed` },
  completed: { tone: 'fresh', label: msg`Completed` },
  withdrawn: { tone: 'plain', label: msg`Withdrawn` },
  expired: { tone: 'expired', label: msg`Expired` },
};
const GONE: Words = { tone: 'plain', label: msg`No longer available` };

type Props = {
  readonly status: ListingStatus;
  /** Thought to be posted, but no longer offered, for a reason unknown here. */
  readonly isGone?: boolean;
};

/** Where a listing stands, as a badge. */
export function ListingStateBadge({ status, isGone = false }: Props) {
  const { tone, label } = isGone && status === 'posted' ? GONE : STATES[status];
  return <Badge tone={tone}>{i18n._(label)}</Badge>;
}
