import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { HttpError, errorMessage } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';

const CODE = /^\d{4}$/;

type Props = {
  /** Whose ticket it is on. */
  readonly name: string;
  /** Whether it is what is meant now. */
  readonly isPrimary: boolean;
  readonly busy: boolean;
  /** Why it did not go through. */
  readonly error: unknown;
  readonly onSubmit: (code: string) => void;
  /** Something else is typed: what went wrong before is no news. */
  readonly onChange: () => void;
};

/** Where whoever gives the food types the four digits from the other's ticket, which completes the handover at once. */
export function PickupCodeForm({ name, isPrimary, busy, error, onSubmit, onChange }: Props) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(!CODE.test(code));
    if (CODE.test(code)) onSubmit(code);
  };
  const fieldError = error instanceof HttpError ? error.fields['code'] : undefined;
  const shownError = isIncomplete
    ? t`The code has four digits`
    : error
      ? (fieldError ?? errorMessage(error))
      : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // above a conversation there may be less room than it takes
    if (shownError !== undefined) form.current?.scrollIntoView({ block: 'nearest' });
  }, [shownError]);
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex items-start gap-2">
      <TextField
        label={t`Code on their ticket`}
        hint={t`${name} shows it to you, and the pickup is done at once.`}
        error={shownError}
        value={code}
        onChange={(event) => {
          setCode(event.target.value.replace(/\D/g, '').slice(0, 4));
          setIncomplete(false);
          if (error) onChange();
        }}
        inputMode="numeric"
        autoComplete="off"
        className="w-56"
      />
      <Button
        type="submit"
        variant={isPrimary ? 'primary' : 'secondary'}
        busy={busy}
        className="mt-7.5 min-h-12"
      >
        <Trans>Confirm</Trans>
      </Button>
    </form>
  );
}
