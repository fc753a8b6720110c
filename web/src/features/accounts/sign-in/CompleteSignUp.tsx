import { Trans } from '@lingui/react/macro';
import { MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/account-fields.ts';
import { openSignUpLink } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { fetchCurrentUser } from '../fetch-current-user.ts';
import { PasswordForm } from '../security/PasswordField.tsx';
import { isLinkExpired, reloadSignedIn } from './use-sign-in.ts';

type CompleteSignUpProps = {
  token: string;
  returnTo: string;
  onLeave: () => void;
};

/** Begins the account, unless it has begun and its person opened the link again. */
async function begin(body: { token: string; password?: string }): Promise<void> {
  try {
    await call(openSignUpLink, { body });
  } catch (error) {
    if (!isLinkExpired(error) || (await fetchCurrentUser()) === null) throw error;
  }
}

const passwordError = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.fields['password'] : undefined;

/** Begins the account of a sign-up by its mailed link on mount, and continues signed in. */
export function CompleteSignUp({ token, returnTo, onLeave }: CompleteSignUpProps) {
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const opening = useMutation({
    mutationFn: begin,
    onSuccess: () => reloadSignedIn(returnTo),
    onError: (error) => {
      if (passwordError(error) !== undefined) setPasswordAsked(true);
    },
  });
  const begun = useRef(false);
  const { mutate } = opening;
  useEffect(() => {
    // A link works once, and effects run twice in development.
    if (!begun.current) mutate({ token });
    begun.current = true;
  }, [mutate, token]);

  if (isLinkExpired(opening.error)) return <SignUpOver onLeave={onLeave} />;
  if (isPasswordAsked) {
    const fieldError = passwordError(opening.error);
    return (
      // in another browser than the one that signed up, the person who has the mail chooses the password
      <PasswordForm
        intro={
          <Trans>
            You signed up in another browser. Choose your password here, and you're in. If it wasn't you who
            signed up, just close this page.
          </Trans>
        }
        autoComplete="new-password"
        hint={<Trans>At least {MIN_PASSWORD_LENGTH} characters.</Trans>}
        submitLabel={<Trans>Continue</Trans>}
        busy={opening.isPending || opening.isSuccess}
        error={opening.variables?.password === undefined ? undefined : fieldError}
        formError={opening.isError && fieldError === undefined ? errorMessage(opening.error) : undefined}
        onPassword={(password) => mutate({ token, password })}
      />
    );
  }
  if (opening.isError)
    return (
      <ErrorState
        title={<Trans>We couldn't confirm your email yet</Trans>}
        onRetry={() => mutate({ token })}
        retrying={opening.isPending}
      >
        {errorMessage(opening.error)}
      </ErrorState>
    );
  return (
    <output className="flex items-center gap-3 py-4">
      <Spinner className="size-7 text-brand" />
      {opening.isSuccess ? <Trans>Confirmed. Signing you in.</Trans> : <Trans>Confirming your email</Trans>}
    </output>
  );
}

function SignUpOver({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" announce title={<Trans>This link doesn't work anymore</Trans>}>
        <Trans>It's been used already, or it's too old. Sign in, or create your account again.</Trans>
      </Notice>
      <Button size="large" wide onClick={onLeave}>
        <Trans>Go to the sign-in page</Trans>
      </Button>
    </div>
  );
}
