import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type FormEvent, useState } from 'react';
import { HttpError, sentenceOf } from '#web/lib/http-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useClaimMove } from './use-claim-move.ts';

const CODE = /^\d{4}$/;

type Props = {
  readonly claim: Claim;
  /** Whether it is what is meant now. */
  readonly isPrimary: boolean;
};

/** Where the donor types the four digits from the other's ticket, which completes the handover at once. */
export function CodeEntry({ claim, isPrimary }: Props) {
  const { t } = useLingui();
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const { move, moving, problem, forget } = useClaimMove(claim);
  const name = claim.claimer.displayName;
  const enter = (event: FormEvent) => {
    event.preventDefault();
    setIncomplete(!CODE.test(code));
    if (CODE.test(code)) move({ kind: 'complete_by_code', code });
  };
  const refusal = problem instanceof HttpError ? problem.fields['code'] : undefined;
  const error = isIncomplete
    ? t`The code has four digits`
    : problem
      ? (refusal ?? sentenceOf(problem))
      : undefined;
  return (
    <form onSubmit={enter} noValidate className="flex items-start gap-2">
      <TextField
        label={t`Code on their ticket`}
        hint={t`${name} shows it to you, and the pickup is done at once.`}
        error={error}
        value={code}
        onChange={(event) => {
          setCode(event.target.value.replace(/\D/g, '').slice(0, 4));
          setIncomplete(false);
          if (problem) forget();
        }}
        inputMode="numeric"
        autoComplete="off"
        className="w-56"
      />
      <Button
        type="submit"
        variant={isPrimary ? 'primary' : 'secondary'}
        busy={moving !== null}
        className="mt-7.5 min-h-12"
      >
        <Trans>Confirm</Trans>
      </Button>
    </form>
  );
}
