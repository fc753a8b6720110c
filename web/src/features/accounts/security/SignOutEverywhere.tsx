import { Trans } from '@lingui/react/macro';
import { signOutEverywhere } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { isNetworkError, isUnauthorized, errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { leavingTo } from '#web/lib/session-navigation.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** Ends every session of the person, this one too, after asking. */
export function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: () => leavingTo(paths.home, () => call(signOutEverywhere)),
    onError: (error) => handleUnauthorized(error),
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        <Trans>Sign out everywhere</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={<Trans>Sign out everywhere?</Trans>}
        description={<Trans>Every device is signed out, this one too. Nothing else changes.</Trans>}
        confirmLabel={<Trans>Sign out everywhere</Trans>}
        busy={ending.isPending || ending.isSuccess}
        onConfirm={() => ending.mutate()}
      >
        {ending.isError && !isUnauthorized(ending.error) && (
          <Notice tone="error" announce title={errorMessage(ending.error)}>
            {!isNetworkError(ending.error) && <Trans>You are still signed in.</Trans>}
          </Notice>
        )}
      </ConfirmDialog>
    </>
  );
}
