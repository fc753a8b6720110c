import { Trans } from '@lingui/react/macro';
import { Notice } from '#web/ui/Notice.tsx';

/** Says what still works while the account is paused. */
export function AccountPausedNotice() {
  return (
    <Notice tone="warning" title={<Trans>Your account is paused</Trans>} className="mb-5">
      <Trans>
        The people who run this community are looking into something. You can still read, finish the pickups
        that are open, and write to the people they are with. Sharing food and claiming more has to wait.
      </Trans>
    </Notice>
  );
}
