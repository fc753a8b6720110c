import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { ChangeEmail } from './ChangeEmail.tsx';

export function EmailPausedNotice({ me }: { me: User }) {
  return (
    <Notice tone="warning" className="mb-5" title={<Trans>Our emails to you come back</Trans>}>
      <p className="mb-3">
        <Trans>
          <strong translate="no" className="wrap-anywhere">
            {me.email}
          </strong>{' '}
          doesn't take them, so we've stopped sending you anything but emails about your account. Is there a
          better one?
        </Trans>
      </p>
      <ChangeEmail me={me} />
    </Notice>
  );
}
