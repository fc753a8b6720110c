import { Trans, useLingui } from '@lingui/react/macro';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeError } from '@stripe/stripe-js';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { formatMoney } from '../donation-format.ts';
import { PaymentFieldsSkeleton } from './PaymentFieldsSkeleton.tsx';
import { announceOutcome, fetchDonation } from './payment-outcome.ts';
import { paymentReturnUrl } from './use-payment-return.ts';

type PaymentFormProps = {
  /** In cents. */
  readonly amount: number;
  readonly donationId: string;
  readonly clientSecret: string;
  readonly onBack: () => void;
  readonly onPaid: () => void;
  /** The provider's fields cannot be shown. */
  readonly onBroken: () => void;
  /** Nobody finished this payment for so long that it was canceled: it can never be paid. */
  readonly onCanceled: () => void;
};

type Problem = 'away' | 'refused' | { readonly message: string };

/** The provider's fields, and the button that pays. A payment can be tried again until it has gone through, and only once. */
export function PaymentForm({
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
    // the provider's own word counts until our server has heard it, too
    announceOutcome(isOnItsWay && donation?.status !== 'succeeded' ? 'processing' : 'succeeded');
    onPaid();
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
  /** After an answer that says nothing of the payment, as when the connection broke. */
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

/** The provider words what a person can mend with a card; all else is ours to say. */
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
