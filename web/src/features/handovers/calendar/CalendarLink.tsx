import { Trans } from '@lingui/react/macro';
import { getPickupCalendar } from '@openlarder/domain/handovers/calendar-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { CalendarPlus } from 'lucide-react';
import { fillPath } from '#web/lib/call.ts';
import { useNow } from '#web/lib/use-now.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { handoverPhase } from '../actions/handover-actions.ts';

type Props = { readonly handover: Handover; readonly className?: string };

/** Downloads an open handover for a calendar app, until its time has come. */
export function CalendarLink({ handover, className = '' }: Props) {
  const phase = handoverPhase(handover, useNow());
  if (handover.status !== 'open' || phase === 'due' || phase === 'after') return null;
  // without a time it is no appointment
  if (handover.listingId === null && handover.agreedTime === null) return null;
  return (
    <LinkButton
      href={fillPath(getPickupCalendar.path, { id: handover.id })}
      leaves
      download
      variant="quiet"
      className={className}
    >
      <CalendarPlus className="size-5" />
      <Trans>Add to calendar</Trans>
    </LinkButton>
  );
}
