import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { toast } from '#web/ui/toast-store.ts';

const ALERT_MS = 10_000;

/** A distance in whole kilometres, at least 1. */
export const wholeKm = (distanceKm: number): number => Math.max(1, Math.round(distanceKm));

/** The toast of a new request nearby. */
export function toastAlert({ householdSize, distance }: EmergencyAlert, onHelp: () => void): void {
  const km = wholeKm(distance);
  toast({
    title: (
      <Trans>
        <span aria-hidden="true">🚨</span> Emergency Food Request Nearby
      </Trans>
    ),
    description: plural(householdSize, {
      one: `# person needs urgent food assistance ${km}km away`,
      other: `# people need urgent food assistance ${km}km away`,
    }),
    durationMs: ALERT_MS,
    action: { label: t`Help Now`, onSelect: onHelp },
  });
}

/** The toast of a shown request that was matched or fulfilled. */
export function toastRequestEnded(what: 'matched' | 'fulfilled'): void {
  if (what === 'matched')
    toast({
      title: t`Emergency Request Matched`,
      description: t`An emergency request has been matched with a donor.`,
    });
  else
    toast({
      title: t`Emergency Request Fulfilled`,
      description: t`An emergency food request has been successfully completed!`,
    });
}
