import { Trans } from '@lingui/react/macro';
import { resetPassword } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/account-fields.ts';
import { resetPasswordBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage, isNetworkError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { isLinkExpired } from './use-sign-in.ts';
import { PasswordField } from '../security/PasswordField.tsx';

type NewPasswordFormProps = {
  token: string;
  onSaved: () => void;
  /** The link is used, expired or unknown. */
  onLinkOver: () => void;
};

export function NewPasswordForm({ token, onSaved, onLinkOver }: NewPasswordFormProps) {
  const form = useForm<{ token: string; newPassword: string }>({
    resolver: contractResolver(resetPasswordBody),
    defaultValues: { token, newPassword: '' },
  });
  const { errors } = form.formState;
  const saving = useMutation({
    mutationFn: (body: { token: string; newPassword: string }) => call(resetPassword, { body }),
    onSuccess: onSaved,
    onError: (error) => {
      if (isLinkExpired(error)) onLinkOver();
      else if (!showFieldErrors(error, ['newPassword'], form.setError))
        form.setError('root', { message: errorMessage(error) });
    },
  });
  const submit = form.handleSubmit((values) => saving.mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <PasswordField
        label={<Trans>New password</Trans>}
        autoComplete="new-password"
        hint={<Trans>At least {MIN_PASSWORD_LENGTH} characters.</Trans>}
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      {errors.root?.message && (
        <Notice tone="error" announce title={errors.root.message}>
          {isNetworkError(saving.error) ? (
            <Trans>We don't know if your password was changed. It's safe to try again.</Trans>
          ) : (
            <Trans>Your password hasn't changed, and the link still works.</Trans>
          )}
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={saving.isPending || saving.isSuccess}>
        <Trans>Save new password</Trans>
      </Button>
      <p className="text-sm text-muted">
        <Trans>This signs you out everywhere. Then sign in with your new password.</Trans>
      </p>
    </form>
  );
}
