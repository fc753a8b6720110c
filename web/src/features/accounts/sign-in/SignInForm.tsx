import { Trans } from '@lingui/react/macro';
import { signInBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useForm } from 'react-hook-form';
import { Link } from 'wouter';
import { LogIn } from 'lucide-react';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice, ErrorNotice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { PasswordField } from '../security/PasswordField.tsx';
import { type SignInValues, useProviderSignIn, useSignIn } from './use-sign-in.ts';

type SignInFormProps = {
  returnTo: string;
  email?: string;
  /** Whether the community sends mail: an account begins with it. */
  sendsMail: boolean;
  onForgot: (email: string) => void;
};

const isWrongPassword = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'wrong-password';

export function SignInForm({ returnTo, email = '', sendsMail, onForgot }: SignInFormProps) {
  const form = useForm<SignInValues>({
    resolver: contractResolver(signInBody),
    defaultValues: { email, password: '' },
  });
  const { errors } = form.formState;
  const signIn = useSignIn(returnTo);
  const submit = form.handleSubmit((values) => {
    signIn.mutate(values, {
      onError: (error) => {
        if (showFieldErrors(error, ['email', 'password'], form.setError)) return;
        form.setError('root', { message: errorMessage(error) });
        form.setFocus('password');
      },
    });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <TextField
        label={<Trans>Email</Trans>}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={<Trans>Password</Trans>}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Link
        href={paths.forgotPassword(returnTo)}
        onClick={() => onForgot(form.getValues('email'))}
        className="-my-3 inline-flex min-h-11 items-center self-start rounded-small font-semibold text-brand underline underline-offset-4"
      >
        <Trans>Forgot your password?</Trans>
      </Link>
      {errors.root?.message && (
        <Notice tone="error" announce>
          {errors.root.message}
          {sendsMail && isWrongPassword(signIn.error) && (
            <>
              {' '}
              <Trans>Just signed up? Open the email we sent you first.</Trans>
            </>
          )}
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={signIn.isPending || signIn.isSuccess}>
        <Trans>Sign In</Trans>
      </Button>
    </form>
  );
}

export function ProviderButton({ name, returnTo }: { name: string; returnTo: string }) {
  const leaving = useProviderSignIn(returnTo);
  const busy = leaving.isPending || leaving.isSuccess;
  return (
    <div className="flex flex-col gap-3">
      <Button variant="secondary" size="large" wide busy={busy} onClick={() => leaving.mutate()}>
        {!busy && <LogIn className="size-5 rtl:-scale-x-100" />}
        <Trans>Continue with {name}</Trans>
      </Button>
      <ErrorNotice>{leaving.isError && errorMessage(leaving.error)}</ErrorNotice>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or with your email</Trans>
      </p>
    </div>
  );
}
