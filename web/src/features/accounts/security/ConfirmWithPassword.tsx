import { Trans } from '@lingui/react/macro';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PasswordField } from './PasswordField.tsx';

type ConfirmWithPasswordProps = {
  returnTo: string;
  /** Called when the person leaves for the forgotten-password form. */
  onForgot: () => void;
  busy: boolean;
  /** Error of the last password. */
  error: string | undefined;
  /** Any other error. */
  formError: string | undefined;
  onPassword: (password: string) => void;
};

/**
 * Asks for the password if the link was opened in another browser than the one used to sign up. A person who
 * did not sign up is led to an account of their own.
 */
export function ConfirmWithPassword({
  returnTo,
  onForgot,
  busy,
  error,
  formError,
  onPassword,
}: ConfirmWithPasswordProps) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') field.current?.focus();
    else if (!busy) onPassword(password);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p>
        <Trans>You signed up in another browser. Enter your password to show it was you.</Trans>
      </p>
      <PasswordField
        label={<Trans>Password</Trans>}
        autoComplete="current-password"
        ref={field}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
      />
      {formError !== undefined && (
        <Notice tone="error" announce>
          {formError}
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={busy}>
        <Trans>Confirm my email</Trans>
      </Button>
      <p className="text-sm text-muted">
        <Trans>
          Didn't sign up, or don't know the password?{' '}
          <Link
            href={paths.forgotPassword(returnTo)}
            onClick={onForgot}
            className="rounded-small py-2.5 font-semibold text-brand underline underline-offset-4"
          >
            Choose a new one
          </Link>
          , and the account is yours alone.
        </Trans>
      </p>
    </form>
  );
}
