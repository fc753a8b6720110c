import { Trans } from '@lingui/react/macro';
import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { Button } from '#web/ui/Button.tsx';
import { Told } from './Told.tsx';

type CheckMailProps = {
  sentTo: string;
  onOtherAddress: () => void;
  onSignIn: () => void;
};

/** After signing up where the community sends mail: the link in it leads on. */
export function CheckMail({ sentTo, onOtherAddress, onSignIn }: CheckMailProps) {
  return (
    <Told
      title={<Trans>Check your mail</Trans>}
      actions={
        <>
          <Button variant="secondary" size="large" wide onClick={onOtherAddress}>
            <Trans>Use another address</Trans>
          </Button>
          <Button variant="quiet" wide onClick={onSignIn}>
            <Trans>I have an account: sign in</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          We sent a mail to <strong className="wrap-anywhere">{sentTo}</strong>. Open the link in it, and you
          are in; on another device it asks for your password. It works for {VERIFY_LINK_HOURS} hours.
        </Trans>
      </p>
      <p className="text-muted">
        <Trans>
          Nothing there after a few minutes? Look in the spam folder, and check the address above.
        </Trans>
      </p>
    </Told>
  );
}
