import { Trans, useLingui } from '@lingui/react/macro';
import { type Handover, thankForHandover } from '@openlarder/domain/handovers/handover-contract.ts';
import { afterHandoverRefusal, MAX_THANKS_LENGTH } from '@openlarder/domain/handovers/thanks.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { failureTitle } from '#web/lib/failure-title.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { useFocusRecovery } from '#web/lib/focus.ts';
import { useNow } from '#web/lib/use-now.ts';
import { shownTitle } from '#web/lib/tile-title.ts';
import { Button } from '#web/ui/Button.tsx';
import { LeafBurst } from '#web/ui/LeafBurst.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import { answersRequest, mayTellName } from '../actions/handover-actions.ts';
import { HandoverDialog } from '../actions/HandoverDialogs.tsx';
import { useHandoverActions } from '../actions/use-handover-actions.ts';
import { cacheHandover } from '../handover-cache.ts';
import { type CompletionPlace, useCompletionMoment } from './completion-moment.ts';

type Props = { readonly handover: Handover; readonly place?: CompletionPlace };

/**
 * What a completed handover shows: once its moment, with leaves for shared food and a calm sentence where a person
 * asked for food, and the receiver's thanks.
 */
export function HandoverCompletion({ handover, place = 'inline' }: Props) {
  const isNow = useCompletionMoment(handover, place);
  return (
    <div className="flex flex-col gap-4 empty:hidden">
      {isNow && (
        <div className="text-center">
          {!answersRequest(handover) && <LeafBurst />}
          <output className="mt-2 block text-lg font-semibold">{completionSentence(handover)}</output>
        </div>
      )}
      <Thanks handover={handover} isPrimary={isNow || place === 'overlay'} />
      <TellName handover={handover} />
    </div>
  );
}

function completionSentence(handover: Handover): ReactNode {
  const { side } = handover;
  const title = shownTitle(handover.title);
  if (answersRequest(handover))
    return side === 'giver' ? <Trans>That helped. Thank you.</Trans> : <Trans>We hope it helps.</Trans>;
  return side === 'giver' ? <Trans>“{title}” has found its table.</Trans> : <Trans>Enjoy “{title}”!</Trans>;
}

/** Later, an old list would ask for thanks at every row. */
const OFFERED_DAYS = 7;

const isRecent = ({ endedAt }: Handover, nowMs: number): boolean =>
  endedAt !== null && nowMs < Date.parse(endedAt) + OFFERED_DAYS * DAY_MS;

export function offersThanks(handover: Handover, nowMs: number): boolean {
  const { status, side, thankedAt } = handover;
  return (
    isRecent(handover, nowMs) && afterHandoverRefusal({ status, side, isDone: thankedAt !== null }) === null
  );
}

function TellName({ handover }: { readonly handover: Handover }) {
  const nowMs = useNow();
  const actions = useHandoverActions(handover);
  const [isAsking, setAsking] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(part, `named ${String(handover.receiverNamed)}`);
  const name = handover.giver.displayName;
  const isOffered = mayTellName(handover) && isRecent(handover, nowMs);
  return (
    <div ref={part} tabIndex={-1} {...focusRecovery} className="outline-none empty:hidden">
      {isOffered && (
        <>
          {handover.thankedAt === null && (
            <p className="text-sm text-muted">
              <Trans>{name} doesn't see your full name.</Trans>
            </p>
          )}
          <button
            type="button"
            className="min-h-11 rounded-small text-sm font-semibold underline underline-offset-4"
            onClick={() => setAsking(true)}
          >
            <Trans>Tell {name} my name</Trans>
          </button>
        </>
      )}
      {isAsking && (
        <HandoverDialog
          kind="tell_name"
          handover={handover}
          actions={actions}
          elseFocus={part}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

type ThanksProps = {
  readonly handover: Handover;
  readonly isPrimary: boolean;
};

/** The receiver thanks the giver with one tap, or with a note; both see the thanks. */
function Thanks({ handover, isPrimary }: ThanksProps) {
  const nowMs = useNow();
  const part = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(part, `thanks ${handover.thankedAt ?? ''}`);
  const name = handover.receiver.displayName;
  const isThanked = handover.thankedAt !== null;
  if (!isThanked && !offersThanks(handover, nowMs)) return null;
  return (
    <div ref={part} tabIndex={-1} {...focusRecovery} className="outline-none">
      {isThanked ? (
        <p className="flex items-center gap-2 text-start">
          <Heart className="size-5 shrink-0" />
          {handover.side === 'receiver' ? (
            <Trans>You said thank you.</Trans>
          ) : (
            <Trans>{name} says thank you.</Trans>
          )}
        </p>
      ) : (
        <ThanksForm handover={handover} isPrimary={isPrimary} />
      )}
    </div>
  );
}

function ThanksForm({ handover, isPrimary }: ThanksProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [{ note }, change, forget] = useFormDraft(`thanks-${handover.id}`, { note: '' });
  const [hasNote, setHasNote] = useState(note !== '');
  const mutationKey = ['handover-action', handover.id];
  const thanks = useMutation({
    mutationKey,
    mutationFn: () =>
      call(thankForHandover, { params: { id: handover.id }, body: hasNote ? { note } : null }),
    onSuccess: (changed) => {
      forget();
      cacheHandover(queryClient, changed);
    },
  });
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (hasNote) field.current?.focus();
  }, [hasNote]);
  const name = handover.giver.displayName;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (queryClient.isMutating({ mutationKey }) === 0) thanks.mutate();
  };
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-2 text-start">
      {hasNote && (
        <TextArea
          ref={field}
          label={t`A note for ${name}`}
          hint={t`Only ${name} can read it.`}
          optional
          maxLength={MAX_THANKS_LENGTH}
          value={note}
          onChange={(event) => change({ note: event.target.value })}
        />
      )}
      {thanks.isError && (
        <Notice tone="error" announce title={failureTitle(thanks.error)}>
          {errorMessage(thanks.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-1.5">
        <Button
          type="submit"
          variant={isPrimary ? 'primary' : 'secondary'}
          className="flex-auto"
          busy={thanks.isPending}
        >
          <Heart className="size-5" />
          <Trans>Thank {name}</Trans>
        </Button>
        {!hasNote && (
          <Button variant="quiet" className="max-sm:px-2.5" onClick={() => setHasNote(true)}>
            <Trans>Add a note</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
