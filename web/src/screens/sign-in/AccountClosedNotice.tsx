import { Trans } from '@lingui/react/macro';
import { Notice } from '#web/ui/Notice.tsx';

/** A farewell above the landing page after a person has closed their account. */
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
