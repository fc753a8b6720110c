import { Trans, useLingui } from '@lingui/react/macro';
import { createPaymentIntent } from '@openlarder/domain/donations/donation-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { call } from '#web/lib/call.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { bodyOf, type DonationAttempt, type DonationDraft } from '../donation-draft.ts';
import { typeLabel } from '../donation-labels.ts';
import { StepHeading } from '../StepHeading.tsx';
import { announceOutcome, fetchDonation } from './payment-outcome.ts';
import { PaymentFieldsSkeleton, PaymentSetupFailed } from './PaymentFallbacks.tsx';

const PaymentStep = lazyPart(async () => (await import('./PaymentStep.tsx')).PaymentStep);

type CheckoutStepProps = {
  readonly draft: DonationDraft;
  readonly attempt: DonationAttempt;
  readonly onBack: () => void;
  /** The payment has gone through, or is on its way. */
  readonly onPaid: () => void;
};

/** Where a donation is paid. Without a card provider it says so, and asks the server again on request. */
export function CheckoutStep({ draft, attempt, onBack, onPaid }: CheckoutStepProps) {
  const community = useCommunity();
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <Summary draft={draft} />
      {community?.payments === null && (
        <PaymentUnavailable draft={draft} attempt={attempt} onBack={onBack} onPaid={onPaid} />
      )}
      {community?.payments && (
        <Suspense fallback={<PaymentFieldsSkeleton />}>
          <PaymentStep
            publishableKey={community.payments.publishableKey}
            draft={draft}
            attempt={attempt}
            onBack={onBack}
            onPaid={onPaid}
          />
        </Suspense>
      )}
      {!community && <PaymentFieldsSkeleton />}
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

/** The community takes no payments; in a demo, a test card. */
function PaymentUnavailable({ draft, attempt, onBack, onPaid }: CheckoutStepProps) {
  const { t } = useLingui();
  const body = bodyOf(draft);
  const takesTestCards = useCommunity()?.takesTestCards === true;
  const failed = () => toastFailure(t`Payment Error`, t`Failed to initialize payment. Please try again.`);
  const begin = useMutation({
    mutationFn: () => call(createPaymentIntent, { body, idempotencyKey: attempt.keyFor(body) }),
    // payments have been enabled since this page was loaded: its settings and its policy are stale
    onSuccess: () => window.location.reload(),
    onError: failed,
  });
  const test = useMutation({
    async mutationFn() {
      const paid = { ...body, testCard: true };
      const { donationId } = await call(createPaymentIntent, {
        body: paid,
        idempotencyKey: attempt.keyFor(paid),
      });
      return fetchDonation(donationId);
    },
    onSuccess(donation) {
      announceOutcome(donation?.status ?? 'unknown');
      onPaid();
    },
    onError: failed,
  });
  useEffect(() => {
    toastFailure(t`Payment Unavailable`, t`Payment processing is not configured. Please contact support.`);
  }, [t]);
  return (
    <PaymentSetupFailed
      onBack={onBack}
      onRetry={() => begin.mutate()}
      isRetrying={begin.isPending}
      beside={
        takesTestCards && (
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            <Trans>Try a test card</Trans>
          </Button>
        )
      }
    />
  );
}
