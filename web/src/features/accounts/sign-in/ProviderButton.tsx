import { Trans } from '@lingui/react/macro';
import { LogIn } from 'lucide-react';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useProviderSignIn } from './use-sign-in.ts';

/** The way in through the community's identity provider, which also makes an account for who is new. */
export function ProviderButton({ name, returnTo }: { name: string; returnTo: string }) {
  const leaving = useProviderSignIn(returnTo);
  const busy = leaving.isPending || leaving.isSuccess;
  return (
    <div className="flex flex-col gap-3">
      <Button variant="secondary" size="large" wide busy={busy} onClick={() => leaving.mutate()}>
        {!busy && <LogIn aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
        <Trans>Continue with {name}</Trans>
      </Button>
      {leaving.error && (
        <Notice tone="error" announce>
          {errorMessage(leaving.error)}
        </Notice>
      )}
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or with your e-mail</Trans>
      </p>
    </div>
  );
}
