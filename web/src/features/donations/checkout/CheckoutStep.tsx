import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { createPaymentIntent, type Donation } from '@openlarder/domain/donations/donation-contract.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { call } from '#web/lib/call.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { toast, toastFailure } from '#web/ui/toast-store.ts';
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
  /** The payment has gone through, or is on its way; null if its donation could not be fetched. */
  readonly onPaid: (donation: Donation | null) => void;
};

/** Where a donation is paid. Without a card provider it says so, and asks the server again on request. */
export function CheckoutStep(props: CheckoutStepProps) {
  const community = useCommunity();
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <Summary draft={props.draft} />
      {community?.payments === null &&
        (community.takesTestCards ? <TestCard {...props} /> : <PaymentUnavailable {...props} />)}
      {community?.payments && (
        <Suspense fallback={<PaymentFieldsSkeleton />}>
          <PaymentStep publishableKey={community.payments.publishableKey} {...props} />
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

const failed = () => toastFailure(t`Payment Error`, t`Failed to initialize payment. Please try again.`);

/** In a demo without a card provider: the card that charges no one, and below it what a community without one shows. */
function TestCard(props: CheckoutStepProps) {
  const { draft, attempt, onPaid } = props;
  const body = { ...bodyOf(draft), testCard: true };
  const money = formatMoney(body.amount);
  const pay = useMutation({
    async mutationFn() {
      const { donationId } = await call(createPaymentIntent, {
        body,
        idempotencyKey: attempt.keyFor(body),
      });
      return fetchDonation(donationId);
    },
    onSuccess(donation) {
      announceOutcome(donation?.status ?? 'unknown');
      onPaid(donation);
    },
    onError: failed,
  });
  return (
    <>
      <Card as="section" aria-labelledby="test-card" className="flex flex-col items-center gap-5 text-center">
        <PlasticCard />
        <div>
          <h3 id="test-card" className="text-lg font-semibold">
            <Trans>Pay with our test card</Trans>
          </h3>
          <p className="mt-1 max-w-[42ch] text-muted">
            <Trans>
              This is a demo, so no one is charged {money}. Your receipt and history work like the real thing.
            </Trans>
          </p>
        </div>
        <Button size="large" wide busy={pay.isPending} onClick={() => pay.mutate()}>
          <Trans>Try a test card</Trans>
        </Button>
      </Card>
      <PaymentUnavailable isAside {...props} />
    </>
  );
}

/** The provider's well-known number for tests, on a drawn card. */
function PlasticCard() {
  return (
    <div
      aria-hidden="true"
      className="flex aspect-[1.6] w-60 max-w-full flex-col justify-between rounded-card bg-brand p-5 text-start text-on-brand shadow-card forced-colors:border"
    >
      <span className="h-7 w-10 rounded-small bg-mango" />
      <span className="font-semibold tracking-wider tabular-nums">•••• •••• •••• 4242</span>
    </div>
  );
}

/** The community takes no payments. */
function PaymentUnavailable({
  draft,
  attempt,
  onBack,
  isAside = false,
}: CheckoutStepProps & { readonly isAside?: boolean }) {
  const body = bodyOf(draft);
  const begin = useMutation({
    mutationFn: () => call(createPaymentIntent, { body, idempotencyKey: attempt.keyFor(body) }),
    // payments have been enabled since this page was loaded: its settings and its policy are stale
    onSuccess: () => window.location.reload(),
    onError: failed,
  });
  useEffect(() => {
    // nothing has gone wrong for the person, and the panel below says it too
    toast({
      title: t`Payment Unavailable`,
      description: t`Payment processing is not configured. Please contact support.`,
    });
  }, []);
  return (
    <PaymentSetupFailed
      onBack={onBack}
      onRetry={() => begin.mutate()}
      isRetrying={begin.isPending}
      isAside={isAside}
    />
  );
}
