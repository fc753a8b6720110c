import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ErrorNotice } from '#web/ui/Notice.tsx';
import { TextField } from '#web/ui/TextField.tsx';

/** A password field with "show password"; password managers recognize it by its `autoComplete`. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const { t } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={shown ? t`Hide password` : t`Show password`}
          icon={shown ? <EyeOff /> : <Eye />}
          onClick={() => setShown((was) => !was)}
        />
      }
    />
  );
}

export type PasswordFormProps = Pick<ComponentProps<typeof PasswordField>, 'autoComplete' | 'hint'> & {
  readonly intro: ReactNode;
  readonly submitLabel: ReactNode;
  readonly busy: boolean;
  /** Error of the last password. */
  readonly error: string | undefined;
  /** Any other error. */
  readonly formError: string | undefined;
  readonly onPassword: (password: string) => void;
  readonly children?: ReactNode;
};

/** Asks for a password alone; the children are below the button. */
export function PasswordForm(props: PasswordFormProps) {
  const { intro, submitLabel, busy, error, formError, onPassword, children, ...field } = props;
  const [password, setPassword] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') input.current?.focus();
    else if (!busy) onPassword(password);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p>{intro}</p>
      <PasswordField
        label={<Trans>Password</Trans>}
        {...field}
        ref={input}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
      />
      <ErrorNotice>{formError}</ErrorNotice>
      <Button type="submit" size="large" wide busy={busy}>
        {submitLabel}
      </Button>
      {children}
    </form>
  );
}
