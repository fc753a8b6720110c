import { Trans, useLingui } from '@lingui/react/macro';
import {
  MIN_PASSWORD_LENGTH,
  SIGN_UP_CODE_DIGITS,
  type UserType,
  VERIFY_LINK_HOURS,
} from '@openlarder/domain/accounts/account-fields.ts';
import { enterSignUpCode } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { enterSignUpCodeBody, signUpBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { call } from '#web/lib/call.ts';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { paths } from '#web/lib/paths.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { PasswordField } from '../security/PasswordField.tsx';
import { ConfirmationPanel } from './ConfirmationPanel.tsx';
import { isLinkExpired, reloadSignedIn, type SignUpValues, useSignUp } from './use-sign-in.ts';

const typedSchema = z.object({ firstName: z.string(), lastName: z.string(), email: z.string() });
const nothing = { firstName: '', lastName: '', email: '' };
/** What was typed, without the password: it is still there after a look at another page. Gone with the tab. */
const typed = storedValue({
  key: 'sign-up-typed',
  lasts: 'session',
  parse: (value) => z.safeParse(typedSchema, value).data ?? null,
});

const FIELDS = ['firstName', 'lastName', 'email', 'password', 'userType'] as const;

type SignUpFormProps = {
  returnTo: string;
  userType?: UserType;
  /** The terms, above the button. */
  agreement: ReactNode;
  onSignIn: () => void;
};

/**
 * Creates an account and continues to `returnTo` signed in, or, where the community sends mail, once its code or link
 * is used. The input is kept for another try with another address.
 */
export function SignUpForm({
  returnTo: wantedReturn,
  userType = 'recipient',
  agreement,
  onSignIn,
}: SignUpFormProps) {
  const { t } = useLingui();
  const form = useForm<SignUpValues, unknown, SignUpValues>({
    resolver: contractResolver(signUpBody),
    defaultValues: { ...(typed.get() ?? nothing), password: '', userType },
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { firstName, lastName = '', email } }) =>
          typed.set({ firstName, lastName, email }),
      }),
    [form],
  );
  const { errors } = form.formState;
  const [isForBusiness, setForBusiness] = useState(false);
  const chosenType = useWatch({ control: form.control, name: 'userType' });
  const asBusiness = isForBusiness && chosenType === 'donor';
  const returnTo = asBusiness ? paths.registerBusiness : wantedReturn;
  const signUp = useSignUp(returnTo);
  /** Where the mail went; kept while it is sent again. */
  const [sentTo, setSentTo] = useState<string | null>(null);
  const submit = form.handleSubmit((values) => {
    signUp.mutate(values, {
      onSuccess: (answer) => {
        typed.set(null);
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
        hint={
          <Trans>
            Everyone can find, share and ask for food. Only people with food to share see who needs some. You
            can change this in your profile.
          </Trans>
        }
        options={[
          { value: 'recipient', label: t`I'm looking for food` },
          { value: 'donor', label: t`I have food to share` },
          { value: 'volunteer', label: t`I want to help out` },
        ]}
        {...form.register('userType')}
      />
      <Checkbox
        label={<Trans>I run a restaurant or shop</Trans>}
        hint={asBusiness && <Trans>Right after this, we'll ask for its name and address.</Trans>}
        checked={asBusiness}
        onChange={({ target }) => {
          setForBusiness(target.checked);
          if (target.checked) form.setValue('userType', 'donor');
        }}
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
          hint={<Trans>Others see its first letter; all of it only after a pickup together.</Trans>}
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
      <ErrorNotice>{errors.root?.message}</ErrorNotice>
      {agreement}
      <Button type="submit" size="large" wide busy={signUp.isPending || signUp.isSuccess}>
        <Trans>Create Account</Trans>
      </Button>
    </form>
  );
}

type SignUpCodeProps = {
  sentTo: string;
  returnTo: string;
  /** The sign-up that was sent; sent again, it mails another code. */
  signUp: ReturnType<typeof useSignUp>;
  onOtherAddress: () => void;
  onSignIn: () => void;
};

/** Asks for the mailed code. It says the same of an address with an account, whose owner gets a mail. */
function SignUpCode({ sentTo, returnTo, signUp, onOtherAddress, onSignIn }: SignUpCodeProps) {
  const { t } = useLingui();
  const form = useForm<{ code: string }>({
    resolver: contractResolver(enterSignUpCodeBody),
    defaultValues: { code: '' },
  });
  const { errors } = form.formState;
  const entering = useMutation({
    mutationFn: (body: { code: string }) => call(enterSignUpCode, { body }),
    onSuccess: () => reloadSignedIn(returnTo),
    onError: (error) => {
      if (showFieldErrors(error, ['code'], form.setError)) return;
      const message = isLinkExpired(error)
        ? t`This code doesn't work anymore. Open the link in the email, or get a new email in 10 minutes.`
        : errorMessage(error);
      form.setError('root', { message });
    },
  });
  const submit = form.handleSubmit((values) => entering.mutate(values));
  const sendAgain = () => {
    if (!signUp.variables) return;
    signUp.mutate(signUp.variables, { onSuccess: () => form.reset() });
  };
  return (
    <ConfirmationPanel
      title={<Trans>Check your email</Trans>}
      actions={
        <>
          <Button variant="secondary" wide busy={signUp.isPending} onClick={sendAgain}>
            <Trans>Send the email again</Trans>
          </Button>
          <Button variant="quiet" wide onClick={onOtherAddress}>
            <Trans>Use another email</Trans>
          </Button>
          <Button variant="quiet" wide onClick={onSignIn}>
            <Trans>Sign in instead</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          We sent an email to <strong className="wrap-anywhere">{sentTo}</strong>. Type the code from it, or
          open its link, and you're in. Both work for {VERIFY_LINK_HOURS} hours.
        </Trans>
      </p>
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <TextField
          label={<Trans>Code from the email</Trans>}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={SIGN_UP_CODE_DIGITS + 2}
          error={errors.code?.message}
          {...form.register('code')}
        />
        <ErrorNotice>{errors.root?.message}</ErrorNotice>
        <Button type="submit" size="large" wide busy={entering.isPending || entering.isSuccess}>
          <Trans>Continue</Trans>
        </Button>
      </form>
      <ErrorNotice>{signUp.isError && errorMessage(signUp.error)}</ErrorNotice>
      <p className="text-muted">
        <Trans>
          Nothing there after a few minutes? Check your spam folder, and the email above for typos.
        </Trans>
      </p>
    </ConfirmationPanel>
  );
}
