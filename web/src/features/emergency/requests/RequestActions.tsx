import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_CODE_TRIES } from '@openlarder/domain/claims/claim-states.ts';
import type { EmergencyRequest } from '@openlarder/domain/emergency/request-contract.ts';
import type { MatchReleaseReason } from '@openlarder/domain/emergency/request-fields.ts';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { ActionDialog, ActionError } from '#web/features/claims/handover/ActionDialog.tsx';
import { PickupCodeForm } from '#web/features/claims/handover/PickupCodeForm.tsx';
import { paths } from '#web/lib/paths.ts';
import { useFocusRecovery } from '#web/lib/use-focus-recovery.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import {
  helperReleaseReasons,
  type ReleaseReasonOption,
  requesterReleaseReasons,
  requesterUpcomingSentence,
} from '../request-labels.ts';
import { allowedRequestActions, awaitedAction } from './request-actions.ts';
import { RevealAddressButtons } from './RevealAddress.tsx';
import { type RequestActions, useRequestActions } from './use-request-actions.ts';

type RequesterActionsProps = {
  readonly request: EmergencyRequest;
  /** Above the conversation with the helper: leaves out what the conversation already says. */
  readonly isAboveMessages?: boolean;
  /** Shows only the action that the helper waits for. */
  readonly isBrief?: boolean;
};

/** What the requester may do now, by the rules of `domain` that the server checks too. */
export function RequesterActions({
  request,
  isAboveMessages = false,
  isBrief = false,
}: RequesterActionsProps) {
  const nowMs = useNow();
  const actions = useRequestActions(request);
  const [openDialog, setOpenDialog] = useState<'cancel' | 'release' | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(container, `${request.status} ${String(request.placeShared)}`);
  const allAllowed = allowedRequestActions(request, nowMs);
  const allowed = isBrief ? allAllowed.filter((action) => action === awaitedAction(request)) : allAllowed;
  const { match, status } = request;
  const upcoming = isAboveMessages ? null : requesterUpcomingSentence(request, nowMs);
  const ask = (dialog: typeof openDialog) => {
    actions.reset();
    setOpenDialog(dialog);
  };
  const gotFood = () => {
    actions.reset();
    actions.run(status === 'pending' ? { kind: 'cancel', reason: 'got_food' } : { kind: 'fulfil' });
  };
  const dialogProps = { actions, onClose: () => setOpenDialog(null), elseFocus: container };
  const isRevealing = actions.running === 'share_place';
  return (
    <div
      ref={container}
      tabIndex={-1}
      {...focusRecovery}
      className="flex flex-col gap-3 outline-none empty:hidden"
    >
      {upcoming && <p className="text-sm text-muted">{upcoming}</p>}
      {allowed.includes('share_place') && (
        <RevealAddressButtons request={request} actions={actions} elseFocus={container} />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {match?.claimId && status === 'matched' && !isAboveMessages && (
          <LinkButton href={paths.claim(match.claimId)} variant="secondary">
            <Trans>See the ticket</Trans>
          </LinkButton>
        )}
        {(allowed.includes('fulfil') || (status === 'pending' && allowed.includes('cancel'))) && (
          <Button
            variant={match?.helperConfirmedAt ? 'primary' : 'secondary'}
            busy={actions.running !== null && openDialog === null && !isRevealing}
            onClick={gotFood}
          >
            <Trans>I got food</Trans>
          </Button>
        )}
        {allowed.includes('release') && (
          <Button variant="quiet" onClick={() => ask('release')}>
            <Trans>Let go</Trans>
          </Button>
        )}
        {allowed.includes('cancel') && (
          <Button variant="quiet" onClick={() => ask('cancel')}>
            <Trans>Take it back</Trans>
          </Button>
        )}
      </div>
      {openDialog === null && !isRevealing && (
        <ActionError error={actions.error} onRetry={actions.retry} busy={actions.running !== null} />
      )}
      {openDialog === 'cancel' && (
        <CancelRequestDialog {...dialogProps} helperName={match?.helper.displayName ?? null} />
      )}
      {openDialog === 'release' && match && (
        <ReleaseHelperDialog {...dialogProps} helperName={match.helper.displayName} />
      )}
    </div>
  );
}

type HelperActionsProps = {
  readonly request: EmergencyRequest;
  readonly requesterName: string;
  /** Shows only the reply that the requester waits for. */
  readonly isBrief?: boolean;
};

/** What the helper may do now, by the rules of `domain` that the server checks too. */
export function HelperActions({ request, requesterName, isBrief = false }: HelperActionsProps) {
  const nowMs = useNow();
  const actions = useRequestActions(request);
  const [isReleasing, setReleasing] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(
    container,
    `${request.status} ${String(request.match?.helperConfirmedAt)}`,
  );
  const allowed = allowedRequestActions(request, nowMs);
  const isReply = Boolean(request.match?.requesterConfirmedAt);
  const { running, error } = actions;
  const isCodeError = actions.failed === 'fulfil_by_code';
  return (
    <div
      ref={container}
      tabIndex={-1}
      {...focusRecovery}
      className="flex flex-col gap-4 outline-none empty:hidden"
    >
      {allowed.includes('fulfil_by_code') && !isBrief && !isReply && (
        <PickupCodeForm
          name={requesterName}
          isPrimary={false}
          busy={running === 'fulfil_by_code'}
          error={isCodeError ? error : null}
          onSubmit={(code) => actions.run({ kind: 'fulfil_by_code', code })}
          onChange={actions.reset}
        />
      )}
      {request.match?.codeLocked && request.status === 'matched' && !isBrief && (
        <p className="text-sm text-muted">
          <Trans>
            The code is locked after {MAX_CODE_TRIES} wrong tries. It is done once you have both said so.
          </Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {allowed.includes('fulfil') && (
          <Button
            variant={isReply ? 'primary' : 'secondary'}
            busy={running === 'fulfil'}
            onClick={() => {
              actions.reset();
              actions.run({ kind: 'fulfil' });
            }}
          >
            <Trans>I handed it over</Trans>
          </Button>
        )}
        {allowed.includes('release') && !isBrief && (
          <Button
            variant="quiet"
            onClick={() => {
              actions.reset();
              setReleasing(true);
            }}
          >
            <Trans>I can't make it</Trans>
          </Button>
        )}
      </div>
      {!isReleasing && !isCodeError && (
        <ActionError error={error} onRetry={actions.retry} busy={running !== null} />
      )}
      {isReleasing && (
        <StopHelpingDialog
          actions={actions}
          requesterName={requesterName}
          onClose={() => setReleasing(false)}
          elseFocus={container}
        />
      )}
    </div>
  );
}

type DialogProps = {
  readonly actions: RequestActions;
  readonly onClose: () => void;
  readonly elseFocus: RefObject<HTMLElement | null>;
};

function CancelRequestDialog({
  actions,
  onClose,
  elseFocus,
  helperName,
}: DialogProps & { readonly helperName: string | null }) {
  return (
    <ActionDialog
      onClose={onClose}
      title={<Trans>Take your request back?</Trans>}
      description={
        helperName === null ? (
          <Trans>Donors no longer see it. You can ask again.</Trans>
        ) : (
          <Trans>{helperName} is told, and can no longer see your address. You can ask again.</Trans>
        )
      }
      confirmLabel={<Trans>Take it back</Trans>}
      cancelLabel={<Trans>Keep it</Trans>}
      busy={actions.running !== null}
      error={actions.error}
      onConfirm={() => actions.run({ kind: 'cancel', reason: 'no_longer_needed' }, onClose)}
      elseFocus={elseFocus}
    />
  );
}

function ReleaseHelperDialog({ helperName, ...props }: DialogProps & { readonly helperName: string }) {
  return (
    <ReleaseMatchDialog
      {...props}
      title={<Trans>Ask somebody else?</Trans>}
      description={
        <Trans>
          {helperName} can no longer see your address, and others near you are asked again. Nothing is held
          against either of you.
        </Trans>
      }
      cancelLabel={<Trans>Keep waiting</Trans>}
      reasons={requesterReleaseReasons(helperName)}
      defaultReason="no_answer"
    />
  );
}

function StopHelpingDialog({
  requesterName: name,
  ...props
}: DialogProps & { readonly requesterName: string }) {
  return (
    <ReleaseMatchDialog
      {...props}
      title={<Trans>You can't help this time?</Trans>}
      description={
        <Trans>
          That happens. {name} is told, and others near are asked again while there is time. You can no longer
          write to each other here.
        </Trans>
      }
      cancelLabel={<Trans>Keep helping</Trans>}
      reasons={helperReleaseReasons(name)}
      defaultReason="cannot_make_it"
    />
  );
}

type ReleaseMatchDialogProps = DialogProps & {
  readonly title: ReactNode;
  readonly description: ReactNode;
  readonly cancelLabel: ReactNode;
  readonly reasons: readonly ReleaseReasonOption[];
  readonly defaultReason: MatchReleaseReason;
};

/** Ends a match for either side, with a reason. */
function ReleaseMatchDialog({ actions, reasons, defaultReason, ...dialog }: ReleaseMatchDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState(defaultReason);
  return (
    <ActionDialog
      {...dialog}
      confirmLabel={<Trans>Let go</Trans>}
      busy={actions.running !== null}
      error={actions.error}
      onConfirm={() => actions.run({ kind: 'release', reason }, dialog.onClose)}
    >
      <RadioGroup<MatchReleaseReason>
        name="release-reason"
        label={t`Why?`}
        options={reasons}
        value={reason}
        onChange={(event) => {
          const chosen = reasons.find(({ value }) => value === event.target.value);
          if (chosen) setReason(chosen.value);
        }}
      />
    </ActionDialog>
  );
}
