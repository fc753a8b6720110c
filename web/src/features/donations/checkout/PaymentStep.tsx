import { Trans, useLingui } from '@lingui/react/macro';
import { createPaymentIntent } from '@openlarder/domain/donations/donation-contract.ts';
import { Elements } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { useDarkTheme } from '#web/ui/map/use-dark-theme.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { bodyOf, type DonationDraft } from '../donation-draft.ts';
import type { DonationAttempt } from './donation-attempt.ts';
import { PaymentFieldsSkeleton } from './PaymentFieldsSkeleton.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { PaymentSetupFailed } from './PaymentSetupFailed.tsx';
import { providerAppearance } from './provider-appearance.ts';

type PaymentStepProps = {
  readonly publishableKey: string;
  readonly draft: DonationDraft;
  readonly attempt: DonationAttempt;
  readonly onBack: () => void;
  readonly onPaid: () => void;
};

/** Begins the payment and loads the provider's script in parallel, then shows its form. */
export function PaymentStep({ publishableKey, draft, attempt, onBack, onPaid }: PaymentStepProps) {
  const { t, i18n } = useLingui();
  const isDark = useDarkTheme();
  const [hasFailed, setFailed] = useState(false);
  const body = bodyOf(draft);
  const fail = (description = t`Failed to initialize payment. Please try again.`) => {
    setFailed(true);
    toast({ title: t`Payment Error`, description, tone: 'destructive' });
  };
  const begin = useMutation({
    async mutationFn() {
      const [{ clientSecret, donationId }, stripe] = await Promise.all([
        call(createPaymentIntent, { body, idempotencyKey: attempt.keyFor(body) }),
        loadStripe(publishableKey),
      ]);
      if (!stripe) throw new Error('The card provider has no script here');
      return { clientSecret, donationId, stripe };
    },
    onError(error) {
      // this donation is finished, as in another tab: the next try is another one
      if (error instanceof HttpError && error.status === 409) attempt.renew();
      fail(error instanceof HttpError && error.status === 429 ? error.userMessage : undefined);
    },
    onSuccess: () => setFailed(false),
  });
  const { mutate } = begin;
  useEffect(() => mutate(), [mutate]);

  if (hasFailed)
    return <PaymentSetupFailed onBack={onBack} onRetry={() => mutate()} isRetrying={begin.isPending} />;
  if (!begin.data) return <PaymentFieldsSkeleton />;
  const { clientSecret, donationId, stripe } = begin.data;
  return (
    <>
      {publishableKey.startsWith('pk_test_') && (
        <Notice title={<Trans>Test mode</Trans>}>
          <Trans>Use a test card. No one is charged.</Trans>
        </Notice>
      )}
      <Elements
        stripe={stripe}
        options={{
          clientSecret,
          appearance: providerAppearance(isDark),
          locale: i18n.locale.startsWith('es') ? 'es' : 'en',
        }}
      >
        <PaymentForm
          amount={body.amount}
          donationId={donationId}
          clientSecret={clientSecret}
          onBack={onBack}
          onPaid={onPaid}
          onBroken={() => fail()}
          onCanceled={() => {
            attempt.renew();
            fail();
          }}
        />
      </Elements>
    </>
  );
}
