import { Trans, useLingui } from '@lingui/react/macro';
import { MIN_PASSWORD_LENGTH, type UserType } from '@openlarder/domain/accounts/account-fields.ts';
import { signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { PasswordField } from '../security/PasswordField.tsx';
import { type SignUpValues, useSignUp } from './use-sign-in.ts';
import { SignUpCode } from './SignUpCode.tsx';

const FIELDS = ['firstName', 'lastName', 'email', 'password', 'userType'] as const;

type SignUpFormProps = {
  returnTo: string;
  /** Chosen at first. */
  userType?: UserType;
  /** The terms, above the button. */
  agreement: ReactNode;
  /** Switches to the sign-in form. */
  onSignIn: () => void;
};

/**
 * Creates an account and continues to `returnTo` signed in, or, where the community sends mail, once its code or link is
 * used. The input is kept for another try with another address.
 */
export function SignUpForm({ returnTo, userType = 'recipient', agreement, onSignIn }: SignUpFormProps) {
  const { t } = useLingui();
  const form = useForm<SignUpValues, unknown, SignUpValues>({
    resolver: contractResolver(signUpBody),
    defaultValues: { firstName: '', lastName: '', email: '', password: '', userType },
  });
  const { errors } = form.formState;
  const signUp = useSignUp(returnTo);
  /** Where the mail went; kept while it is sent again. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = form.handleSubmit((values) => {
    signUp.mutate(values, {
      onSuccess: (answer) => {
        if ('sentTo' in answer) setSentTo(answer.sentTo);
      },
      onError: (error) => {
        if (!showFieldErrors(error, FIELDS, form.setError)) {
          form.setError('root', { message: errorMessage(error) });
        }
      },
    });
  });
  if (sentTo !== null) {
    return (
      <SignUpCode
        sentTo={sentTo}
        returnTo={returnTo}
        signUp={signUp}
        onSignIn={onSignIn}
        onOtherAddress={() => {
          signUp.reset();
          setSentTo(null);
          // The field exists again after this render.
          setTimeout(() => form.setFocus('email', { shouldSelect: true }));
        }}
      />
    );
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <RadioGroup
        label={<Trans>What brings you here?</Trans>}
        hint={<Trans>Everyone can find and share food, whatever you choose.</Trans>}
        options={[
          { value: 'recipient', label: t`I'm looking for food` },
          { value: 'donor', label: t`I have food to share` },
          { value: 'volunteer', label: t`I want to help out` },
        ]}
        {...form.register('userType')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={<Trans>First name</Trans>}
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label={<Trans>Last name</Trans>}
          optional
          autoComplete="family-name"
          hint={<Trans>Others see its first letter, and all of it only once you've met for a pickup.</Trans>}
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
      <TextField
        label={<Trans>Email</Trans>}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={<Trans>We never show it to anyone.</Trans>}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label={<Trans>Password</Trans>}
        autoComplete="new-password"
        hint={<Trans>At least {MIN_PASSWORD_LENGTH} characters.</Trans>}
        error={errors.password?.message}
        {...form.register('password')}
      />
      {errors.root?.message && (
        <Notice tone="error" announce>
          {errors.root.message}
        </Notice>
      )}
      {agreement}
      <Button type="submit" size="large" wide busy={signUp.isPending || signUp.isSuccess}>
        <Trans>Create Account</Trans>
      </Button>
    </form>
  );
}
