import { Trans, useLingui } from '@lingui/react/macro';
import { closeAccount, exportAccount, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { HttpError, isNetworkError, isUnauthorized, errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { endSessionAndGo } from '#web/lib/session-navigation.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { fetchCurrentUser } from '../fetch-current-user.ts';
import { PasswordField } from './PasswordField.tsx';

export function CloseAccountForm({ me, onKeep }: { me: User; onKeep: () => void }) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const [isAsked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const closing = useMutation({
    mutationFn: () =>
      endSessionAndGo(
        paths.closed,
        () => call(closeAccount, { body: me.hasPassword ? { password } : {} }),
        fetchCurrentUser,
      ),
    onError: (error) => {
      if (!isUnauthorized(error)) field.current?.focus();
    },
  });
  const told = closing.error instanceof HttpError ? closing.error.fields['password'] : undefined;
  const missing = isAsked && me.hasPassword && password === '' ? t`Please enter your password` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (closing.isPending || closing.isSuccess) return;
    setAsked(true);
    if (me.hasPassword && password === '') field.current?.focus();
    else closing.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <ul className="flex flex-col gap-2 [&_li]:ms-5 [&_li]:list-disc [&_li]:ps-1">
        <li>
          <Trans>
            We'll take down the food you're sharing and cancel all your open pickups and requests.
          </Trans>
        </li>
        <li>
          <Trans>
            The people you wrote to keep your messages, shown as from a “Deleted account”. We'll let them know
            if a pickup is canceled.
          </Trans>
        </li>
        <li>
          <Trans>We'll delete your name, email, password, places, and photos.</Trans>
        </li>
        <li>
          <Trans>You can't undo this. You can use the same email for a new account.</Trans>
        </li>
      </ul>
      <p>
        <Trans>
          To keep a copy,{' '}
          <a
            href={exportAccount.path}
            download
            className="rounded-small py-2.5 font-semibold underline underline-offset-4"
          >
            download your data
          </a>{' '}
          first.
        </Trans>
      </p>
      {me.hasPassword && (
        <>
          <input type="text" autoComplete="username" value={me.email} readOnly hidden />
          <PasswordField
            label={<Trans>Your password</Trans>}
            autoComplete="current-password"
            ref={field}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={missing ?? told}
          />
        </>
      )}
      {closing.isError && !told && !isUnauthorized(closing.error) && (
        <Notice tone="error" announce title={errorMessage(closing.error)}>
          {isNetworkError(closing.error) ? (
            <Trans>We don't know if your account was closed. It's safe to try again.</Trans>
          ) : (
            <Trans>Your account hasn't changed.</Trans>
          )}
        </Notice>
      )}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onKeep}>
          <Trans>Keep my account</Trans>
        </Button>
        <Button type="submit" variant="danger" busy={closing.isPending || closing.isSuccess}>
          <Trans>Close my account</Trans>
        </Button>
      </div>
    </form>
  );
}
