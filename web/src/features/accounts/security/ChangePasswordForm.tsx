import { zodResolver } from '@hookform/resolvers/zod';
import { Trans, useLingui } from '@lingui/react/macro';
import { changePassword, listSessions } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { MIN_PASSWORD_LENGTH } from '@openlarder/domain/accounts/account-fields.ts';
import { changePasswordBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { PasswordField } from './PasswordField.tsx';

type Values = { currentPassword: string; newPassword: string };

/** Changes the password. `email` is for password managers. */
export function ChangePasswordForm({ email, onSaved }: { email: string; onSaved: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const form = useForm<Values>({
    resolver: zodResolver(changePasswordBody),
    defaultValues: { currentPassword: '', newPassword: '' },
  });
  const { errors } = form.formState;
  const saving = useMutation({
    mutationFn: (body: Values) => call(changePassword, { body }),
    onSuccess: () => {
      toast({
        title: t`Your password is changed`,
        description: t`Your other devices are signed out.`,
        tone: 'success',
      });
      void queryClient.invalidateQueries({ queryKey: endpointKey(listSessions) });
      onSaved();
    },
    onError: (error) => {
      if (handleUnauthorized(error)) return;
      if (!showFieldErrors(error, ['currentPassword', 'newPassword'], form.setError))
        form.setError('root', { message: errorMessage(error) });
    },
  });
  const submit = form.handleSubmit((values) => saving.mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={<Trans>Your password now</Trans>}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...form.register('currentPassword')}
      />
      <PasswordField
        label={<Trans>New password</Trans>}
        autoComplete="new-password"
        hint={
          <Trans>At least {MIN_PASSWORD_LENGTH} characters. Your other devices are then signed out.</Trans>
        }
        error={errors.newPassword?.message}
        {...form.register('newPassword')}
      />
      {errors.root?.message && (
        <Notice tone="error" announce title={errors.root.message}>
          <Trans>Your password is as it was.</Trans>
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={saving.isPending}>
        <Trans>Save the new password</Trans>
      </Button>
    </form>
  );
}
