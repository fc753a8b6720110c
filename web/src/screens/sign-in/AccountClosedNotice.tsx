import { Trans } from '@lingui/react/macro';
import { Notice } from '#web/ui/Notice.tsx';

export function AccountClosedNotice() {
  return (
    <div className="page-width px-gutter pt-4">
      <Notice tone="success" announce title={<Trans>Your account is closed</Trans>}>
        <Trans>
          Thank you for every plate you shared and every one you saved. You're always welcome back.
        </Trans>
      </Notice>
    </div>
  );
}
