import { Trans, useLingui } from '@lingui/react/macro';
import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { ActionError } from '#web/features/handovers/actions/ActionDialog.tsx';
import { actionLabels } from '#web/features/handovers/actions/action-labels.ts';
import { useHandoverActions } from '#web/features/handovers/actions/use-handover-actions.ts';
import { formatServings } from '#web/lib/format.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { Keypad } from './Keypad.tsx';
import { useCodeEntry } from './use-code-entry.ts';

type Props = {
  readonly claim: Claim;
  readonly onClose: () => void;
  /** Receives the focus on close. */
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/** Asks for the code of one pickup, from the bottom on phones: whose it is and what they get on top, then the keys. */
export function CodeSheet({ claim, onClose, elseFocus }: Props) {
  const { handover, listing } = claim;
  const amount = formatServings(claim.servings);
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="small"
      elseFocus={elseFocus}
      title={<bdi className="text-2xl">{claim.claimer.displayName}</bdi>}
      description={
        <span className="text-lg text-ink">
          <Trans>
            <b>{amount}</b>, <bdi>{listing.title}</bdi>
          </Trans>
        </span>
      }
    >
      {handover.codeLocked ? <LockedCode claim={claim} onDone={onClose} /> : <CodeEntry claim={claim} />}
    </Dialog>
  );
}

function CodeEntry({ claim: { handover } }: Pick<Props, 'claim'>) {
  const { t } = useLingui();
  const entry = useCodeEntry(handover);
  const messageId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const name = handover.receiver.displayName;
  const { error } = entry;
  const isWrong = error instanceof HttpError && error.fields['code'] !== undefined;
  return (
    <form
      noValidate
      className="flex flex-col gap-[8px] pt-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        entry.send();
      }}
    >
      {/* The field takes no keyboard of the phone: it would cover the keys. */}
      <input
        ref={field}
        value={entry.code}
        onChange={(event) => entry.onText(event.target.value)}
        inputMode="none"
        autoComplete="off"
        dir="ltr"
        aria-label={t`${name}'s pickup code`}
        placeholder={t`4 digits`}
        aria-describedby={messageId}
        aria-invalid={isWrong || undefined}
        className={classNames(
          'min-h-[64px] w-full rounded-control border-2 bg-surface text-center font-display text-2xl font-bold tracking-[0.3em] tabular-nums indent-[0.3em] placeholder:font-sans placeholder:text-lg placeholder:font-normal placeholder:tracking-normal placeholder:text-muted',
          isWrong ? 'border-tomato text-tomato' : 'border-control',
        )}
      />
      <div id={messageId} className="flex items-center justify-center gap-3 sm:min-h-7">
        <output className={classNames('block text-center font-medium', Boolean(error) && 'text-tomato')}>
          {entry.isSending ? (
            <span className="flex items-center gap-2">
              <Spinner />
              <Trans>Checking the code…</Trans>
            </span>
          ) : (
            Boolean(error) && errorMessage(error)
          )}
        </output>
        {Boolean(error) && !isWrong && (
          <Button type="submit" variant="secondary" className="shrink-0">
            <Trans>Try Again</Trans>
          </Button>
        )}
      </div>
      <Keypad onDigit={entry.onDigit} onDelete={entry.onDelete} />
    </form>
  );
}

/** After too many wrong codes both have to say that it was handed over. */
function LockedCode({ claim, onDone }: { readonly claim: Claim; readonly onDone: () => void }) {
  const actions = useHandoverActions(claim.handover);
  const { label, consequence } = actionLabels('confirm', claim.handover, useNow());
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" announce title={<Trans>That was too many wrong codes.</Trans>}>
        {consequence}
      </Notice>
      <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      <Button
        size="large"
        wide
        busy={actions.running === 'confirm'}
        onClick={() => actions.run({ kind: 'confirm' }, onDone)}
      >
        {label}
      </Button>
    </div>
  );
}
