import { Trans, useLingui } from '@lingui/react/macro';
import { createPaymentIntent, type Donation } from '@openlarder/domain/donations/donation-contract.ts';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementLocale, StripeError } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#web/lib/call.ts';
import { HttpError } from '#web/lib/http-error.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { useDarkTheme } from '#web/ui/map/use-dark-theme.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { toastFailure } from '#web/ui/toast-store.ts';
import { bodyOf, type DonationAttempt, type DonationDraft } from '../donation-draft.ts';
import { announceOutcome, fetchDonation, paymentReturnUrl } from './payment-outcome.ts';
import { PaymentFieldsSkeleton, PaymentSetupFailed } from './PaymentFallbacks.tsx';

type PaymentStepProps = {
  readonly publishableKey: string;
  readonly draft: DonationDraft;
  readonly attempt: DonationAttempt;
  readonly onBack: () => void;
  readonly onPaid: (donation: Donation | null) => void;
};

/** Begins the payment and loads the provider's script in parallel, then shows its form. */
export function PaymentStep({ publishableKey, draft, attempt, onBack, onPaid }: PaymentStepProps) {
  const { t, i18n } = useLingui();
  const isDark = useDarkTheme();
  const appearance = useMemo(() => providerAppearance(isDark), [isDark]);
  const [hasFailed, setFailed] = useState(false);
  const body = bodyOf(draft);
  const fail = (description = t`Failed to initialize payment. Please try again.`) => {
    setFailed(true);
    toastFailure(t`Payment Error`, description);
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
          appearance,
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one that Stripe lacks is shown in English
          locale: i18n.locale as StripeElementLocale,
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

/** Colors and sizes for the provider's fields, which are in a frame without our styles. */
function providerAppearance(isDark: boolean): Appearance {
  const probe = document.body.appendChild(document.createElement('span'));
  // the value of a token names both themes; a color that is computed from it has the one that is active
  const token = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const [primary, background, text] = [token('--brand'), token('--surface'), token('--ink')];
  const [secondary, danger, control] = [token('--muted'), token('--tomato'), token('--control')];
  probe.remove();
  return {
    theme: isDark ? 'night' : 'stripe',
    labels: 'above',
    variables: {
      colorPrimary: primary,
      colorBackground: background,
      colorText: text,
      colorTextSecondary: secondary,
      colorDanger: danger,
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: '14px',
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { borderColor: control, padding: '12px' },
      '.Label': { fontWeight: '600' },
    },
  };
}

type PaymentFormProps = {
  /** In minor units of the community's currency. */
  readonly amount: number;
  readonly donationId: string;
  readonly clientSecret: string;
  readonly onBack: () => void;
  readonly onPaid: (donation: Donation | null) => void;
  readonly onBroken: () => void;
  /** The payment stayed unfinished until the provider canceled it: it can never be paid. */
  readonly onCanceled: () => void;
};

type Problem = 'away' | 'refused' | { readonly message: string };

/**
 * The provider's fields, and the button that pays. A payment can be tried again until it has gone through, and only
 * once.
 */
function PaymentForm({
  amount,
  donationId,
  clientSecret,
  onBack,
  onPaid,
  onBroken,
  onCanceled,
}: PaymentFormProps) {
  const { t } = useLingui();
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setReady] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const isUnderWay = useRef(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const money = formatMoney(amount);

  const finish = async (isOnItsWay: boolean) => {
    const donation = await fetchDonation(donationId);
    // the provider's status counts until our server has received it
    announceOutcome(isOnItsWay && donation?.status !== 'succeeded' ? 'processing' : 'succeeded');
    onPaid(donation);
  };

  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe || !elements || isUnderWay.current) return;
    isUnderWay.current = true;
    setPaying(true);
    setProblem(null);
    try {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: paymentReturnUrl(donationId) },
        redirect: 'if_required',
      });
      // another tab may have paid it
      const status = (paymentIntent ?? error?.payment_intent)?.status ?? (await statusNow());
      if (status === 'succeeded' || status === 'processing') await finish(status === 'processing');
      else if (status === 'canceled') onCanceled();
      else setProblem(error ? problemOf(error) : 'refused');
    } catch {
      setProblem('away');
    } finally {
      isUnderWay.current = false;
      setPaying(false);
    }
  };
  /** The outcome is unknown, for example because the connection broke. */
  const statusNow = async () => (await stripe?.retrievePaymentIntent(clientSecret))?.paymentIntent?.status;

  return (
    <Card as="section" aria-label={t`Payment`}>
      <form aria-label={t`Payment`} className="flex flex-col gap-5" onSubmit={(event) => void pay(event)}>
        {!isReady && <PaymentFieldsSkeleton />}
        <div className={isReady ? undefined : 'sr-only'}>
          <PaymentElement
            options={{ layout: 'tabs' }}
            onReady={() => setReady(true)}
            onLoadError={onBroken}
          />
        </div>
        {problem !== null && (
          <Notice tone="error" announce>
            <ProblemText problem={problem} />
          </Notice>
        )}
        <div className="flex flex-wrap-reverse gap-3 *:flex-1">
          <Button variant="secondary" disabled={isPaying} onClick={onBack}>
            <Trans>Go Back</Trans>
          </Button>
          <Button type="submit" busy={isPaying} disabled={!isReady}>
            <Trans>Donate {money}</Trans>
          </Button>
        </div>
        <p className="text-sm text-muted">
          <Trans>Your card details go straight to Stripe, our card provider. We never see them.</Trans>
        </p>
      </form>
    </Card>
  );
}

/** Errors a person can fix are shown in the provider's words; all others in ours. */
function problemOf({ type, message }: StripeError): Problem {
  if (type === 'api_connection_error') return 'away';
  const isTheirs = type === 'card_error' || type === 'validation_error';
  return isTheirs && message ? { message } : 'refused';
}

function ProblemText({ problem }: { readonly problem: Problem }) {
  if (problem === 'away')
    return <Trans>We couldn't reach our card provider. Please try again – you won't be charged twice.</Trans>;
  if (problem === 'refused')
    return <Trans>Your payment didn't go through. Please try again or use another card.</Trans>;
  return problem.message;
}
