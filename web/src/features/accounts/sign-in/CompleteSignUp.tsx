import { Trans } from '@lingui/react/macro';
import { MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/account-fields.ts';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
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

/** Begins the account. Returns who is signed in already where the link is over: its person, or another one. */
async function begin(body: { token: string; password?: string }): Promise<User | null> {
  try {
    await call(openSignUpLink, { body });
    return null;
  } catch (error) {
    const user = isLinkExpired(error) ? await fetchCurrentUser() : null;
    if (user === null) throw error;
    return user;
  }
}

const passwordError = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.fields['password'] : undefined;

/** Begins the account of a sign-up by its mailed link on mount, and continues signed in. */
export function CompleteSignUp({ token, returnTo, onLeave }: CompleteSignUpProps) {
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const opening = useMutation({
    mutationFn: begin,
    onSuccess: (user) => (user ? undefined : reloadSignedIn(returnTo)),
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
  if (opening.data) return <SignUpOver user={opening.data} onLeave={() => void reloadSignedIn(returnTo)} />;
  return (
    <output className="flex items-center gap-3 py-4">
      <Spinner className="size-7 text-brand" />
      {opening.isSuccess ? <Trans>Confirmed. Signing you in.</Trans> : <Trans>Confirming your email</Trans>}
    </output>
  );
}

function SignUpOver({ user, onLeave }: { user?: User; onLeave: () => void }) {
  const email = user?.email;
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" announce title={<Trans>This link doesn't work anymore</Trans>}>
        {email ? (
          <Trans>
            It's been used already, or it's too old. You're signed in as{' '}
            <strong className="wrap-anywhere">{email}</strong>.
          </Trans>
        ) : (
          <Trans>It's been used already, or it's too old. Sign in, or create your account again.</Trans>
        )}
      </Notice>
      <Button size="large" wide onClick={onLeave}>
        {email ? <Trans>Continue</Trans> : <Trans>Go to the sign-in page</Trans>}
      </Button>
    </div>
  );
}
