import { Trans, useLingui } from '@lingui/react/macro';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { DISPUTE_HOURS, type ReleaseReason } from '@openlarder/domain/handovers/handover-states.ts';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { useId, useState } from 'react';
import { nameInSentence } from '#web/features/accounts/profile/person-labels.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { randomKey } from '#web/lib/idempotency-key.ts';
import { useNow } from '#web/lib/use-now.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import { actionLabels, releaseConsequence, releaseReasonOptions } from './action-labels.ts';
import { ActionDialog, type ActionDialogProps } from './ActionDialog.tsx';
import { answersRequest, handoverPhase, isReceiverUnnamed, otherParty } from './handover-actions.ts';
import type { HandoverActionsState } from './use-handover-actions.ts';

type DialogProps = ActionDialogProps & {
  readonly handover: Handover;
  readonly actions: HandoverActionsState;
};

function ReleaseTitle({ handover, isOver }: { readonly handover: Handover; readonly isOver: boolean }) {
  if (isOver) return <Trans>What happened?</Trans>;
  if (!answersRequest(handover)) return <Trans>Cancel this pickup?</Trans>;
  return handover.side === 'giver' ? (
    <Trans>You can't help this time?</Trans>
  ) : (
    <Trans>Ask someone else?</Trans>
  );
}

/** `initialReason` is the one that the pressed button named; null if it named none. */
type ReleaseDialogProps = DialogProps & { readonly initialReason: ReleaseReason | null };

/** Releases a handover, with a reason worded without blame, and says what follows. */
function ReleaseDialog({ handover, actions, initialReason, ...dialog }: ReleaseDialogProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [reason, setReason] = useState(initialReason);
  const [isMissing, setMissing] = useState(false);
  // the key stays with the words, which may have arrived although the page said nothing of it
  const [{ lastWords, sent, key }, change, forget] = useFormDraft(`last-words-${handover.id}`, {
    lastWords: '',
    sent: '',
    key: '',
  });
  const group = useId();
  const name = nameInSentence(otherParty(handover).displayName);
  const isUnnamed = isReceiverUnnamed(handover);
  const isOver = handoverPhase(handover, nowMs) === 'after';
  const options = releaseReasonOptions(handover, nowMs);
  const release = () => {
    setMissing(reason === null);
    if (reason === null) document.querySelector<HTMLInputElement>(`input[name="${group}"]`)?.focus();
    else {
      const content = reason === 'not_genuine' ? '' : lastWords.trim();
      const idempotencyKey = content === sent ? key : randomKey();
      change({ sent: content, key: idempotencyKey });
      const note = content === '' ? null : { content, idempotencyKey };
      actions.run({ kind: 'release', reason, note }, () => {
        forget();
        dialog.onClose();
      });
    }
  };
  return (
    <ActionDialog
      {...dialog}
      actions={actions}
      kind="release"
      title={<ReleaseTitle handover={handover} isOver={isOver} />}
      description={
        handover.side === 'receiver' && answersRequest(handover) ? (
          <Trans>
            We'll let {name} know, hide your address again, and ask others. It won't count against either of
            you.
          </Trans>
        ) : isUnnamed ? (
          <Trans>
            Things come up. We'll let them know, and it won't count against you. Your chat here ends, and
            shared addresses are hidden again.
          </Trans>
        ) : (
          <Trans>
            Things come up. We'll let {name} know, and it won't count against you. Your chat here ends, and
            shared addresses are hidden again.
          </Trans>
        )
      }
      confirmLabel={
        isOver ? (
          isUnnamed ? (
            <Trans>Let them know</Trans>
          ) : (
            <Trans>Tell {name}</Trans>
          )
        ) : answersRequest(handover) ? (
          <Trans>End this match</Trans>
        ) : (
          <Trans>Cancel pickup</Trans>
        )
      }
      cancelLabel={isOver ? <Trans>Back</Trans> : <Trans>Keep it</Trans>}
      onConfirm={release}
    >
      <RadioGroup<ReleaseReason | ''>
        label={t`Why?`}
        name={group}
        options={options}
        value={reason ?? ''}
        error={isMissing ? t`Please choose a reason` : undefined}
        onChange={(event) => {
          setReason(options.find(({ value }) => value === event.target.value)?.value ?? null);
          setMissing(false);
        }}
      />
      <p aria-live="polite" className="text-sm text-muted">
        {reason !== null && releaseConsequence(handover, reason, nowMs)}
      </p>
      {reason !== 'not_genuine' && (
        <TextArea
          label={isUnnamed ? t`A last word` : t`A last word to ${name}`}
          optional
          rows={2}
          maxLength={MAX_TEXT_LENGTH}
          value={lastWords}
          onChange={(event) => change({ lastWords: event.target.value })}
        />
      )}
    </ActionDialog>
  );
}

/** Ends it after the meeting time, without reporting a miss. */
function StopWaitingDialog({ handover, actions, ...dialog }: DialogProps) {
  const nowMs = useNow();
  const name = nameInSentence(otherParty(handover).displayName);
  const isUnnamed = isReceiverUnnamed(handover);
  return (
    <ActionDialog
      {...dialog}
      actions={actions}
      kind="stop_waiting"
      title={isUnnamed ? <Trans>Stop waiting?</Trans> : <Trans>Stop waiting for {name}?</Trans>}
      description={
        isUnnamed ? (
          <Trans>We'll let them know. It won't count against anyone.</Trans>
        ) : (
          <Trans>We'll let {name} know. It won't count against anyone.</Trans>
        )
      }
      confirmLabel={<Trans>Stop waiting</Trans>}
      cancelLabel={<Trans>Wait a little longer</Trans>}
      onConfirm={() => actions.run({ kind: 'stop_waiting' }, dialog.onClose)}
    >
      <p className="text-muted">{releaseConsequence(handover, 'stopped_waiting', nowMs)}</p>
    </ActionDialog>
  );
}

/** Reports a miss, after saying when it counts. Its default is to wait. */
function MissDialog({
  handover,
  actions,
  kind,
  ...dialog
}: DialogProps & { readonly kind: 'report_no_show' | 'report_no_food' }) {
  const nowMs = useNow();
  const name = nameInSentence(otherParty(handover).displayName);
  const couldNot = actionLabels('release', handover, nowMs).label;
  const isNoShow = kind === 'report_no_show';
  return (
    <ActionDialog
      {...dialog}
      actions={actions}
      kind={kind}
      prefersCancel
      title={
        isNoShow ? (
          <Trans>{{ name: otherParty(handover).displayName }} didn't come?</Trans>
        ) : (
          <Trans>The food wasn't there?</Trans>
        )
      }
      description={
        <Trans>
          They may just be late. If you're tired of waiting, you can just stop. It won't count against anyone.
        </Trans>
      }
      confirmLabel={isNoShow ? <Trans>They didn't come</Trans> : <Trans>The food wasn't there</Trans>}
      cancelLabel={<Trans>Wait a little longer</Trans>}
      onConfirm={() => actions.run({ kind }, dialog.onClose)}
    >
      {!answersRequest(handover) && (
        <p className="text-muted">
          {isNoShow && (
            <>
              <Trans>
                It counts only if {name} doesn't disagree within {DISPUTE_HOURS} hours, and only once three
                neighbors have said so. It fades with time.
              </Trans>{' '}
            </>
          )}
          <Trans>If it was you who couldn't be there, choose “{couldNot}” instead.</Trans>
        </p>
      )}
      <p className="text-muted">{releaseConsequence(handover, isNoShow ? null : 'no_food', nowMs)}</p>
    </ActionDialog>
  );
}

function DisputeDialog({ handover, actions, ...dialog }: DialogProps) {
  const { t } = useLingui();
  const nowMs = useNow();
  const [{ details }, change, forget] = useFormDraft(`dispute-${handover.id}`, { details: '' });
  const name = nameInSentence(otherParty(handover).displayName);
  return (
    <ActionDialog
      {...dialog}
      actions={actions}
      kind="dispute"
      title={actionLabels('dispute', handover, nowMs).label}
      description={
        <Trans>
          An organizer will take a look. We'll let {name} know that you disagree, but not what you write.
        </Trans>
      }
      confirmLabel={<Trans>Tell an organizer</Trans>}
      cancelLabel={<Trans>Back</Trans>}
      onConfirm={() =>
        actions.run({ kind: 'dispute', details }, () => {
          forget();
          dialog.onClose();
        })
      }
    >
      <TextArea
        label={t`What happened?`}
        optional
        maxLength={MAX_TEXT_LENGTH}
        value={details}
        onChange={(event) => change({ details: event.target.value })}
      />
    </ActionDialog>
  );
}

function TellNameDialog({ handover, actions, ...dialog }: DialogProps) {
  const name = otherParty(handover).displayName;
  return (
    <ActionDialog
      {...dialog}
      actions={actions}
      kind="tell_name"
      title={<Trans>Tell {name} your name?</Trans>}
      description={
        <Trans>
          {name} will see your name and profile in this conversation. Once told, it can't be taken back. Next
          time you ask, you can choose again.
        </Trans>
      }
      confirmLabel={<Trans>Tell {name} my name</Trans>}
      cancelLabel={<Trans>Not now</Trans>}
      onConfirm={() => actions.run({ kind: 'tell_name' }, dialog.onClose)}
    />
  );
}

/** The actions that ask something before they are taken. */
export type AskedAction =
  | 'release'
  | 'stop_waiting'
  | 'report_no_show'
  | 'report_no_food'
  | 'dispute'
  | 'tell_name';

/** The reason that the pressed button named; null if it named none. */
function reasonNamed(handover: Handover, nowMs: number): ReleaseReason | null {
  const isGiver = handover.side === 'giver';
  if (answersRequest(handover)) return isGiver ? 'cannot_make_it' : null;
  if (!isGiver) return 'cannot_come';
  return handoverPhase(handover, nowMs) === 'after' ? 'cannot_hand_over' : null;
}

export function HandoverDialog({ kind, ...dialog }: DialogProps & { readonly kind: AskedAction }) {
  const nowMs = useNow();
  switch (kind) {
    case 'release':
      return <ReleaseDialog {...dialog} initialReason={reasonNamed(dialog.handover, nowMs)} />;
    case 'stop_waiting':
      return <StopWaitingDialog {...dialog} />;
    case 'report_no_show':
    case 'report_no_food':
      return <MissDialog {...dialog} kind={kind} />;
    case 'dispute':
      return <DisputeDialog {...dialog} />;
    case 'tell_name':
      return <TellNameDialog {...dialog} />;
    default:
      return kind satisfies never;
  }
}
