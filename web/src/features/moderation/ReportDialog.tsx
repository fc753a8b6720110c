import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_TEXT_LENGTH } from '@openlarder/domain/kernel/text-limits.ts';
import { report } from '@openlarder/domain/moderation/moderation-contract.ts';
import { REPORT_REASONS } from '@openlarder/domain/moderation/report-reasons.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/lib/call.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { errorMessage } from '#web/lib/http-error.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { TextArea } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type ReportReason, reportReasonOptions } from './report-labels.ts';

export type ReportSubject = {
  readonly type: 'person' | 'listing' | 'conversation' | 'message' | 'request';
  readonly id: string;
};

type Props = {
  readonly subject: ReportSubject;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

export function ReportDialog({ subject, open, onOpenChange }: Props) {
  const { t } = useLingui();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [{ details }, change, forget] = useFormDraft(`report-${subject.type}-${subject.id}`, { details: '' });
  const [isReasonMissing, setReasonMissing] = useState(false);
  const keyFor = useIdempotencyKey();
  const reportMutation = useMutation({
    mutationFn: (chosen: ReportReason) => {
      const body = { subject, reason: chosen, details };
      return call(report, { body, idempotencyKey: keyFor(body) });
    },
    onSuccess: () => {
      onOpenChange(false);
      setReason(null);
      change({ details: '' });
      forget();
      toast({
        title: t`Thank you`,
        description: t`An organizer will take a look. You'll find your report on your profile.`,
        tone: 'success',
      });
    },
  });
  const send = () => {
    setReasonMissing(reason === null);
    if (reason !== null) reportMutation.mutate(reason);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Trans>What's wrong?</Trans>}
      description={<Trans>Only organizers will read this.</Trans>}
      footer={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={reportMutation.isPending} onClick={send}>
            <Trans>Send report</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {reportMutation.isError && (
          <Notice tone="error" announce title={<Trans>We couldn't send your report. It's still here.</Trans>}>
            {errorMessage(reportMutation.error)}
          </Notice>
        )}
        <RadioGroup<ReportReason | ''>
          name="reason"
          label={t`Reason`}
          error={isReasonMissing && reason === null ? t`Please choose a reason` : undefined}
          value={reason ?? ''}
          onChange={(event) => setReason(REPORT_REASONS.find((one) => one === event.target.value) ?? null)}
          options={reportReasonOptions()}
        />
        <TextArea
          label={t`In your own words`}
          optional
          maxLength={MAX_TEXT_LENGTH}
          value={details}
          onChange={(event) => change({ details: event.target.value })}
        />
      </div>
    </Dialog>
  );
}
