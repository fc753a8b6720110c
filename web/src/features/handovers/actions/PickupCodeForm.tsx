import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';

const CODE = /^\d{4}$/;

type Props = {
  /** The person whose ticket has the code. */
  readonly name: string;
  /** Whether it is the most likely action now. */
  readonly isPrimary: boolean;
  readonly busy: boolean;
  /** Why the last attempt failed. */
  readonly error: unknown;
  readonly onSubmit: (code: string) => void;
  /** Called when the code changes after an error, to clear the error. */
  readonly onChange: () => void;
};

/** The giver enters the four digits of the other party's ticket, which completes the handover immediately. */
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
    ? t`The code has 4 digits`
    : error
      ? (fieldError ?? errorMessage(error))
      : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Above a conversation the error may be outside the visible part.
    if (shownError !== undefined) form.current?.scrollIntoView({ block: 'nearest' });
  }, [shownError]);
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex items-start gap-2">
      <TextField
        label={t`Pickup code`}
        hint={t`Ask ${name} for the 4 digits to finish.`}
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
