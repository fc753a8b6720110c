import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { EmergencyAlert } from '@openlarder/domain/live/live-protocol.ts';
import { toast } from '#web/ui/toast-store.ts';

const ALERT_MS = 10_000;

/** The toast of a new request nearby. */
export function toastAlert({ householdSize, distance }: EmergencyAlert, onHelp: () => void): void {
  toast({
    title: (
      <Trans>
        <span aria-hidden="true">🚨</span> Emergency Food Request Nearby
      </Trans>
    ),
    description: alertSentence(householdSize, distance),
    durationMs: ALERT_MS,
    action: { label: t`Help Now`, onSelect: onHelp },
  });
}

/** `km`: whole kilometers to the area, 0 inside it; null for the community as a whole. */
function alertSentence(householdSize: number, km: number | null): string {
  if (km === null)
    return plural(householdSize, {
      one: '# person needs urgent food assistance in your community',
      other: '# people need urgent food assistance in your community',
    });
  if (km === 0)
    return plural(householdSize, {
      one: '# person needs urgent food assistance in your area',
      other: '# people need urgent food assistance in your area',
    });
  return plural(householdSize, {
    one: `# person needs urgent food assistance ${km}km away`,
    other: `# people need urgent food assistance ${km}km away`,
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
