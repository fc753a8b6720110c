import { Trans } from '@lingui/react/macro';
import { Notice } from '#web/ui/Notice.tsx';

export function AccountPausedNotice() {
  return (
    <Notice tone="warning" title={<Trans>Your account is paused</Trans>} className="mb-5">
      <Trans>
        An organizer is looking into something. You can still read, finish your open pickups, and write to the
        people you're meeting. Sharing food and claiming more will have to wait.
      </Trans>
    </Notice>
  );
}
