import { Trans, useLingui } from '@lingui/react/macro';
import { completeHandover, type Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Delete, ScanLine } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { amountBeside } from '#web/features/listings/titles.ts';
import { call } from '#web/lib/call.ts';
import { errorMessage, HttpError } from '#web/lib/http-error.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { useNow } from '#web/lib/use-now.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Optional } from '#web/ui/ErrorBoundary.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { ActionError } from '../actions/ActionDialog.tsx';
import { isReceiverUnnamed } from '../actions/handover-actions.ts';
import { actionLabels } from '../actions/action-labels.ts';
import { useHandoverActions } from '../actions/use-handover-actions.ts';
import { useMarkSeenOpen } from '../completion/completion-moment.ts';
import { HandoverCompletion } from '../completion/HandoverCompletion.tsx';
import { TakenServings, useTakenServings } from '../completion/TakenServings.tsx';
import { cacheHandover } from '../handover-cache.ts';
import { handoverSentence } from '../handover-labels.ts';
import { openCodeOverlay } from './CodeButton.tsx';
import { DoneButton } from './DoneButton.tsx';
import { mayScan } from './scan-code.ts';
import { useCodeEntry } from './use-code-entry.ts';

const Scanner = lazyPart(async () => (await import('./Scanner.tsx')).Scanner);

type SheetProps = {
  readonly handover: Handover;
  readonly name?: string;
  readonly amount: string | null;
  readonly onClose: () => void;
  /** Receives the focus on close if the opening button is gone. */
  readonly elseFocus: RefObject<HTMLElement | null>;
};

/**
 * Asks for the code of one handover, from the bottom on phones: whose it is and what they get on top, then the keys.
 */
export function CodeSheet(props: SheetProps) {
  const { onClose, elseFocus } = props;
  return (
    <Sheet {...headingOf(props)} onClose={onClose} elseFocus={elseFocus}>
      <CodeForm {...props} />
    </Sheet>
  );
}

/** The same from a ticket or a conversation; it stays to say how it went. */
export function EnterCodeSheet(props: SheetProps) {
  const { handover, onClose, elseFocus } = props;
  const nowMs = useNow();
  useMarkSeenOpen(handover);
  const isOpen = handover.status === 'open';
  const heading = isOpen
    ? headingOf(props)
    : { title: handoverSentence(handover, nowMs), footer: <DoneButton onClick={onClose} /> };
  return (
    <Sheet {...heading} onClose={onClose} elseFocus={elseFocus}>
      {isOpen && <CodeForm {...props} />}
      {handover.status === 'completed' && <HandoverCompletion handover={handover} place="overlay" />}
    </Sheet>
  );
}

function headingOf({ handover, name, amount: all }: SheetProps) {
  const title = shownTitle(handover.title);
  const amount = all === null ? null : amountBeside(title, handover.servings, handover.countedAs);
  return {
    title: (
      <bdi translate="no" className="text-2xl">
        {name ?? handover.receiver.displayName}
      </bdi>
    ),
    description: (
      <span className="text-lg text-ink">
        {amount === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Trans>
            <b>{amount}</b>, <bdi>{title}</bdi>
          </Trans>
        )}
      </span>
    ),
  };
}

const CodeForm = ({ handover, onClose }: SheetProps) =>
  handover.codeLocked ? (
    <LockedCode handover={handover} onDone={onClose} />
  ) : (
    <CodeEntry handover={handover} onClose={onClose} />
  );

type FrameProps = Pick<SheetProps, 'onClose' | 'elseFocus'> & {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
};

const Sheet = ({ onClose, ...dialog }: FrameProps) => (
  <Dialog {...dialog} onOpenChange={onClose} size="small" />
);

function CodeEntry({ handover, onClose }: Pick<SheetProps, 'handover' | 'onClose'>) {
  const { t } = useLingui();
  const taken = useTakenServings(handover);
  const entry = useCodeEntry(handover, taken.said);
  const messageId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [isScanning, setScanning] = useState(false);
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
      {isScanning && (
        <Optional>
          <Scanner
            onCode={(digits) => {
              setScanning(false);
              entry.onScan(digits);
            }}
          />
        </Optional>
      )}
      <TakenServings handover={handover} taken={taken} />
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
      <div id={messageId} className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 sm:min-h-7">
        <output className={classNames('block text-center font-medium', Boolean(error) && 'text-tomato')}>
          {entry.isSending ? (
            <span className="flex items-center gap-2">
              <Spinner />
              <Trans>Checking the code…</Trans>
            </span>
          ) : (
            (Boolean(error) && errorMessage(error)) || <WhoseDigits handover={handover} />
          )}
        </output>
        <OtherPickup key={entry.code} error={error} code={entry.code} onDone={onClose} />
        {Boolean(error) && !isWrong && (
          <Button type="submit" variant="secondary" className="shrink-0">
            <Trans>Try Again</Trans>
          </Button>
        )}
      </div>
      <Keypad
        onDigit={entry.onDigit}
        onDelete={entry.onDelete}
        extra={
          mayScan() && (
            <Button
              variant="quiet"
              aria-pressed={isScanning}
              // the icon stands over the word, which fills a key
              className="flex-col gap-0! px-1!"
              onClick={() => setScanning((is) => !is)}
            >
              <ScanLine className="size-5" />
              <Trans>Scan</Trans>
            </Button>
          )
        }
      />
    </form>
  );
}

type OtherPickupProps = { readonly error: unknown; readonly code: string; readonly onDone: () => void };

/** Where the code is that of another pickup: hands that one over, and shows how it went. */
function OtherPickup({ error, code, onDone }: OtherPickupProps) {
  const queryClient = useQueryClient();
  const { name: whose, handoverId } = error instanceof HttpError ? error.paramsOf('code') : {};
  const name = String(whose);
  const other = useMutation({
    mutationFn: () => call(completeHandover, { params: { id: String(handoverId) }, body: { code } }),
    onSuccess: (changed) => {
      cacheHandover(queryClient, changed);
      onDone();
      openCodeOverlay({ kind: 'enter', handover: changed, amount: null });
    },
  });
  if (handoverId === undefined) return null;
  return (
    <>
      <Button className="shrink-0" busy={other.isPending} onClick={() => other.mutate()}>
        <Trans>Hand over to {name}</Trans>
      </Button>
      {other.isError && (
        <p role="alert" className="basis-full text-center font-medium text-tomato">
          {errorMessage(other.error)}
        </p>
      )}
    </>
  );
}

function WhoseDigits({ handover }: Pick<SheetProps, 'handover'>) {
  const name = handover.receiver.displayName;
  return isReceiverUnnamed(handover) ? (
    <Trans>Ask them for the 4 digits to finish.</Trans>
  ) : (
    <Trans>Ask {name} for the 4 digits to finish.</Trans>
  );
}

/** After too many wrong codes both have to say that it was handed over. */
function LockedCode({ handover, onDone }: { readonly handover: Handover; readonly onDone: () => void }) {
  const actions = useHandoverActions(handover);
  const taken = useTakenServings(handover, actions.reset);
  const { label, consequence } = actionLabels('confirm', handover, useNow());
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" announce title={<Trans>That was too many wrong codes.</Trans>}>
        {consequence}
      </Notice>
      <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      <TakenServings handover={handover} taken={taken} />
      <Button
        size="large"
        wide
        busy={actions.running === 'confirm'}
        onClick={() => actions.run({ kind: 'confirm', ...taken.said }, onDone)}
      >
        {label}
      </Button>
    </div>
  );
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
const KEY =
  'flex min-h-[56px] touch-manipulation select-none items-center justify-center rounded-control border border-control bg-surface font-display text-xl font-bold tabular-nums active:bg-brand-soft active:text-brand-soft-ink hover:bg-sunken';

type Props = {
  readonly onDigit: (digit: string) => void;
  readonly onDelete: () => void;
  /** In the free place beside the zero. */
  readonly extra?: ReactNode;
};

function Keypad({ onDigit, onDelete, extra }: Props) {
  const { t } = useLingui();
  // a pressed key has the focus: what is typed then belongs to the field all the same
  const onKeyDown = ({ key: typed, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || altKey || metaKey) return;
    if (/^\d$/.test(typed)) onDigit(typed);
    if (typed === 'Backspace') onDelete();
  };
  const key = (digit: string) => (
    <button key={digit} type="button" className={KEY} onClick={() => onDigit(digit)} onKeyDown={onKeyDown}>
      {digit}
    </button>
  );
  return (
    <fieldset aria-label={t`Keypad`} dir="ltr" className="grid min-w-0 grid-cols-3 gap-[8px]">
      {DIGITS.map(key)}
      {extra || <span />}
      {key('0')}
      <button
        type="button"
        aria-label={t`Delete the last digit`}
        className={KEY}
        onClick={onDelete}
        onKeyDown={onKeyDown}
      >
        <Delete className="size-6" />
      </button>
    </fieldset>
  );
}
