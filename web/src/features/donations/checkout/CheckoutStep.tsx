import { Trans, useLingui } from '@lingui/react/macro';
import { createPaymentIntent } from '@openlarder/domain/donations/donation-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { useEffect } from 'react';
import { call } from '#web/lib/call.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { bodyOf, type DonationDraft } from '../donation-draft.ts';
import { formatMoney } from '../donation-format.ts';
import { typeLabel } from '../donation-labels.ts';
import { StepHeading } from '../StepHeading.tsx';

type CheckoutStepProps = { readonly draft: DonationDraft; readonly onBack: () => void };

/** Where a donation is paid. The community takes no payments: it says so, and asks the server again on request. */
export function CheckoutStep({ draft, onBack }: CheckoutStepProps) {
  const { t } = useLingui();
  const keyFor = useIdempotencyKey();
  const body = bodyOf(draft);
  const begin = useMutation({
    mutationFn: () => call(createPaymentIntent, { body, idempotencyKey: keyFor(body) }),
    onError: () =>
      toast({
        title: t`Payment Error`,
        description: t`Failed to initialize payment. Please try again.`,
        tone: 'destructive',
      }),
  });
  useEffect(() => {
    toast({
      title: t`Payment Unavailable`,
      description: t`Payment processing is not configured. Please contact support.`,
      tone: 'destructive',
    });
  }, [t]);
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <Summary draft={draft} />
      <PaymentSetupFailed onBack={onBack} onRetry={() => begin.mutate()} isRetrying={begin.isPending} />
    </div>
  );
}

function Summary({ draft }: { readonly draft: DonationDraft }) {
  const { amount, donationType } = bodyOf(draft);
  const money = formatMoney(amount);
  const purpose = typeLabel(donationType);
  return (
    <StepHeading className="text-2xl">
      <Trans>
        {money} · {purpose}
      </Trans>
    </StepHeading>
  );
}

type PaymentSetupFailedProps = {
  readonly onBack: () => void;
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
};

/** The payment could not be begun; nobody was charged. */
function PaymentSetupFailed({ onBack, onRetry, isRetrying }: PaymentSetupFailedProps) {
  return (
    <Card
      as="section"
      aria-labelledby="payment-setup-failed"
      className="flex flex-col items-center text-center"
    >
      <span className="inline-flex size-14 items-center justify-center rounded-full bg-tomato-soft text-tomato-soft-ink">
        <CreditCard aria-hidden="true" className="size-7" />
      </span>
      <h3 id="payment-setup-failed" className="mt-4 text-lg font-semibold">
        <Trans>Payment Setup Failed</Trans>
      </h3>
      <p className="mt-1 max-w-[42ch] text-muted">
        <Trans>
          Payment processing is temporarily unavailable. Please contact support or try again later.
        </Trans>
      </p>
      <p className="mt-2 max-w-[42ch] text-muted">
        <Trans>You haven't been charged, and what you chose is still here.</Trans>
      </p>
      <div className="mt-5 flex w-full flex-wrap justify-center gap-3 *:flex-1 sm:*:flex-none">
        <Button variant="secondary" onClick={onBack}>
          <Trans>Go Back</Trans>
        </Button>
        <Button busy={isRetrying} onClick={onRetry}>
          <Trans>Try Again</Trans>
        </Button>
      </div>
    </Card>
  );
}
