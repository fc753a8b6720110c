import { Trans } from '@lingui/react/macro';
import { sendVerificationMail, verifyEmail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { call } from '#web/lib/call.ts';
import { errorMessage, HttpError, isUnauthorized } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice, ErrorNotice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { fetchCurrentUser } from '../fetch-current-user.ts';
import { PasswordForm } from '../security/PasswordField.tsx';
import { ConfirmationPanel } from './ConfirmationPanel.tsx';
import { isLinkExpired, reloadSignedIn } from './use-sign-in.ts';

type ConfirmEmailProps = {
  token: string;
  returnTo: string;
  /** No session here to send a new link to. */
  onSignInFirst: () => void;
  onLeave: () => void;
};

/** What a link adds to its token if it changes the account's email: the new address, in base64url. */
const addressIn = (token: string): string | undefined => token.split('.')[1];

const base64url = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Confirms, unless a person who is already confirmed and signed in opened the link again. */
async function confirm(body: { token: string; password?: string }): Promise<void> {
  try {
    await call(verifyEmail, { body });
  } catch (error) {
    if (!isLinkExpired(error)) throw error;
    const me = await fetchCurrentUser();
    if (!me?.emailVerified) throw error;
    const address = addressIn(body.token);
    if (address !== undefined && address !== base64url(me.email)) throw error;
  }
}

/** Confirms the email address by a mailed link on mount and continues signed in. */
export function ConfirmEmail({ token, returnTo, onSignInFirst, onLeave }: ConfirmEmailProps) {
  const [isPasswordAsked, setPasswordAsked] = useState(false);
  const confirming = useMutation({
    mutationFn: confirm,
    meta: { mayBeSignedOut: true },
    onSuccess: () => reloadSignedIn(returnTo),
    onError: (error) => {
      if (passwordError(error) !== undefined) setPasswordAsked(true);
    },
  });
  const begun = useRef(false);
  const { mutate } = confirming;
  useEffect(() => {
    // A link works once, and effects run twice in development.
    if (!begun.current) mutate({ token });
    begun.current = true;
  }, [mutate, token]);

  if (isLinkExpired(confirming.error))
    return addressIn(token) === undefined ? <AnotherLink onSignInFirst={onSignInFirst} /> : <ChangeOver />;
  if (isPasswordAsked) {
    const fieldError = passwordError(confirming.error);
    return (
      // in another browser than the one that signed up; who did not sign up is led to an account of their own
      <PasswordForm
        intro={<Trans>You signed up in another browser. Enter your password to show it was you.</Trans>}
        autoComplete="current-password"
        submitLabel={<Trans>Confirm my email</Trans>}
        busy={confirming.isPending || confirming.isSuccess}
        error={confirming.variables?.password === undefined ? undefined : fieldError}
        formError={
          confirming.isError && fieldError === undefined ? errorMessage(confirming.error) : undefined
        }
        onPassword={(password) => mutate({ token, password })}
      >
        <p className="text-sm text-muted">
          <Trans>
            Didn't sign up, or don't know the password?{' '}
            <Link
              href={paths.forgotPassword(returnTo)}
              onClick={onLeave}
              className="rounded-small py-2.5 font-semibold text-brand underline underline-offset-4"
            >
              Choose a new one
            </Link>
            , and the account is yours alone.
          </Trans>
        </p>
      </PasswordForm>
    );
  }
  if (!confirming.isError) {
    return (
      <output className="flex items-center gap-3 py-4">
        <Spinner className="size-7 text-brand" />
        {confirming.isSuccess ? (
          <Trans>Confirmed. Signing you in.</Trans>
        ) : (
          <Trans>Confirming your email</Trans>
        )}
      </output>
    );
  }
  if (isUnauthorized(confirming.error)) return <SignInToConfirm onLeave={onLeave} />;
  return (
    <ErrorState
      title={<Trans>We couldn't confirm your email yet</Trans>}
      onRetry={() => mutate({ token })}
      retrying={confirming.isPending}
    >
      {errorMessage(confirming.error)}
    </ErrorState>
  );
}

const passwordError = (error: unknown): string | undefined =>
  error instanceof HttpError ? error.fields['password'] : undefined;

/** For an account without a password, in an unknown browser. */
function SignInToConfirm({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" announce title={<Trans>Please sign in first</Trans>}>
        <Trans>Then open the link in our email again. It still works.</Trans>
      </Notice>
      <Button size="large" wide onClick={onLeave}>
        <Trans>Go to the sign-in page</Trans>
      </Button>
    </div>
  );
}

/** Only the settings, which know the wanted address, can send another link to it. */
function ChangeOver() {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" announce title={<Trans>This link doesn't work anymore</Trans>}>
        <Trans>
          Your email hasn't changed by it. You can ask for a new link where you asked for this one, in your
          settings.
        </Trans>
      </Notice>
      <LinkButton href={paths.profileSection('settings')} leaves size="large" wide>
        <Trans>Open my settings</Trans>
      </LinkButton>
    </div>
  );
}

function AnotherLink({ onSignInFirst }: { onSignInFirst: () => void }) {
  const sending = useMutation({
    mutationFn: () => call(sendVerificationMail),
    meta: { mayBeSignedOut: true },
    onError: (error) => {
      if (isUnauthorized(error)) onSignInFirst();
    },
  });
  if (sending.data) {
    return (
      <ConfirmationPanel title={<Trans>A new link is on its way</Trans>}>
        <p>
          <Trans>
            We sent it to <strong className="wrap-anywhere">{sending.data.sentTo}</strong>. Open the newest
            email: older links don't work anymore.
          </Trans>
        </p>
      </ConfirmationPanel>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" announce title={<Trans>This link doesn't work anymore</Trans>}>
        <Trans>It's been used already, or it's too old. We'll gladly send you a new one.</Trans>
      </Notice>
      <ErrorNotice>
        {sending.isError && !isUnauthorized(sending.error) && errorMessage(sending.error)}
      </ErrorNotice>
      <Button size="large" wide busy={sending.isPending} onClick={() => sending.mutate()}>
        <Trans>Send a new link</Trans>
      </Button>
    </div>
  );
}
