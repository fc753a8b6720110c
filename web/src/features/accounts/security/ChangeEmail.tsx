import { Trans } from '@lingui/react/macro';
import type { User } from '@openlarder/domain/accounts/account-contract.ts';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { VERIFY_LINK_HOURS } from '@openlarder/domain/accounts/account-fields.ts';
import { changeEmail } from '@openlarder/domain/accounts/sign-in-contract.ts';
import { changeEmailBody } from '@openlarder/domain/accounts/sign-in-schemas.ts';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '#web/lib/call.ts';
import { contractResolver, showFieldErrors } from '#web/lib/form-errors.ts';
import { errorMessage, isUnauthorized } from '#web/lib/http-error.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { ConfirmationPanel } from '../sign-in/ConfirmationPanel.tsx';
import { PasswordField } from './PasswordField.tsx';

export function ChangeEmail({ me }: { me: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Mail className="size-5" />
        <Trans>Change email</Trans>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} size="small" title={<Trans>Change email</Trans>}>
        <ChangeEmailForm me={me} />
      </Dialog>
    </>
  );
}

type Values = { email: string; currentPassword?: string | undefined };

/** Asks for the new address, which replaces the old one once the link that is mailed to it is opened. */
function ChangeEmailForm({ me }: { me: User }) {
  const form = useForm<Values>({
    resolver: contractResolver(changeEmailBody),
    defaultValues: { email: '', ...(me.hasPassword && { currentPassword: '' }) },
  });
  const { errors } = form.formState;
  const asking = useMutation({
    mutationFn: (body: Values) => call(changeEmail, { body }),
    onError: (error) => {
      if (isUnauthorized(error)) return;
      if (!showFieldErrors(error, ['email', 'currentPassword'], form.setError))
        form.setError('root', { message: errorMessage(error) });
    },
  });
  if (asking.data)
    return (
      <ConfirmationPanel title={<Trans>Check your email</Trans>}>
        <p>
          <Trans>
            We sent a link to <strong className="wrap-anywhere">{asking.data.sentTo}</strong>. Open it within{' '}
            {VERIFY_LINK_HOURS} hours, and we'll use that email from then on.
          </Trans>
        </p>
      </ConfirmationPanel>
    );
  const submit = form.handleSubmit((values) => asking.mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <p className="text-muted">
        <Trans>
          Now we write to{' '}
          <strong translate="no" className="wrap-anywhere">
            {me.email}
          </strong>
          .
        </Trans>
      </p>
      <TextField
        label={<Trans>New email</Trans>}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      {me.hasPassword && (
        <PasswordField
          label={<Trans>Current password</Trans>}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register('currentPassword')}
        />
      )}
      {errors.root?.message && (
        <Notice tone="error" announce title={errors.root.message}>
          <Trans>Your email hasn't changed.</Trans>
        </Notice>
      )}
      <Button type="submit" size="large" wide busy={asking.isPending}>
        <Trans>Send me a link</Trans>
      </Button>
    </form>
  );
}
