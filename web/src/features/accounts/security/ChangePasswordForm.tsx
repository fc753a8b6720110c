import { Trans, useLingui } from '@lingui/react/macro';
import { changePassword } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/account-fields.ts';
import { changePasswordBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage, isNetworkError, isUnauthorized } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PasswordField } from './PasswordField.tsx';

type Values = { currentPassword: string; newPassword: string };

/** Changes the password. `email` is for password managers. */
export function ChangePasswordForm({ email, onSaved }: { email: string; onSaved: () => void }) {
  const { t } = useLingui();
  const form = useForm<Values>({
    resolver: contractResolver(changePasswordBody),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors } = form.formState;
  const saving = useMutation({
    mutationFn: (body: Values) => call(changePassword, { body }),
    onSuccess: () => {
      toast({
        title: t`We changed your password`,
        description: t`We signed out your other devices.`,
        tone: 'success',
      });
      onSaved();
    },
    onError: (error) => {
      if (isUnauthorized(error)) return;
      if (!showFieldErrors(error, ['currentPassword', 'newPassword'], form.setError))
        form.setError('root', { message: errorMessage(error) });
    },
  });
  const submit = form.handleSubmit((values) => saving.mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={<Trans>Current password</Trans>}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label={<Trans>New password</Trans>}
        autoComplete="new-password"
        hint={
          <Trans>
            At least {MIN_PASSWORD_LENGTH} characters. This signs out your other devices and ends your
            calendar link. You can get a new one any time.
          </Trans>
        }
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      {errors.root?.message && (
        <Notice tone="error" announce title={errors.root.message}>
          {isNetworkError(saving.error) ? (
            <Trans>We don't know if your password was changed. You may need the new one next time.</Trans>
          ) : (
            <Trans>Your password hasn't changed.</Trans>
          )}
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={saving.isPending}>
        <Trans>Save new password</Trans>
      </Button>
    </form>
  );
}
