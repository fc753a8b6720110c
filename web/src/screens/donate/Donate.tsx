import { Trans, useLingui } from '@lingui/react/macro';
import { choiceRefusal } from '@openlarder/domain/donations/donation-amounts.ts';
import type { Donation } from '@openlarder/domain/donations/donation-contract.ts';
import { ChevronLeft } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { AmountStep } from '#web/features/donations/amount/AmountStep.tsx';
import {
  CommunityDonationImpact,
  HowDonationsHelp,
} from '#web/features/donations/amount/HowDonationsHelp.tsx';
import { usePaymentReturn } from '#web/features/donations/checkout/payment-outcome.ts';
import { usePaymentPage } from '#web/features/donations/checkout/payment-page.ts';
import {
  type DonationDraft,
  EMPTY_DRAFT,
  useDonationAttempt,
} from '#web/features/donations/donation-draft.ts';
import { DONATE_STEPS, type DonateStep, useAddress } from '#web/lib/address.ts';
import { useIsWide } from '#web/lib/browser-state.ts';
import { useFormDraft } from '#web/lib/draft.ts';
import { requestHeadingFocus } from '#web/lib/focus.ts';
import { communityRegion } from '#web/lib/format.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';
import { Header } from '#web/screens/home/Header.tsx';
import { LazySafetyDialog } from '#web/screens/safety/LazySafetyDialog.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';

const CheckoutStep = lazyPart(
  async () => (await import('#web/features/donations/checkout/CheckoutStep.tsx')).CheckoutStep,
);
const HistoryStep = lazyPart(
  async () => (await import('#web/features/donations/history/HistoryStep.tsx')).HistoryStep,
);
const OwnReceipt = lazyPart(
  async () => (await import('#web/features/donations/history/ReceiptPage.tsx')).OwnReceipt,
);

export function Donate() {
  const { t } = useLingui();
  const { step, receiptId } = useDonateStep();
  usePaymentPage();
  const [paid, setPaid] = useState<Donation | null>(null);
  usePaymentReturn(setPaid);
  useDocumentTitle(step === 'history' ? t`Your Impact` : t`Donate`);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-70 rounded-control bg-brand px-4 py-3 font-semibold text-on-brand focus:not-sr-only focus:fixed focus:start-3 focus:top-3 print:hidden"
      >
        <Trans>Skip to content</Trans>
      </a>
      <DonateHeader />
      <main id="content" tabIndex={-1} className="page-width flex-1 px-gutter pt-4 pb-16">
        <ErrorBoundary key={receiptId ?? ''}>
          <Suspense fallback={<StepSkeleton />}>
            {receiptId === null ? <Steps paid={paid} onPaid={setPaid} /> : <OwnReceipt id={receiptId} />}
          </Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}

/** The header of all screens; on a phone a line that leads back. */
function DonateHeader() {
  const { t } = useLingui();
  const isWide = useIsWide();
  const [isSafetyOpen, setSafetyOpen] = useState(false);
  if (!isWide)
    return (
      <header className="sticky top-(--connection-strip,0px) z-30 border-b bg-bg print:hidden">
        <div className="flex min-h-(--header-bar) items-center px-2">
          <Link
            href={paths.tab('profile')}
            aria-label={t`Back to your profile`}
            className="inline-flex size-11 items-center justify-center rounded-full"
          >
            <ChevronLeft className="size-6 rtl:-scale-x-100" />
          </Link>
          <span aria-hidden="true" className="flex-1 pe-11 text-center font-semibold">
            <Trans>Donate</Trans>
          </span>
        </div>
      </header>
    );
  return (
    <div className="print:hidden">
      <Header tab={null} onSafety={() => setSafetyOpen(true)} />
      <LazySafetyDialog open={isSafetyOpen} onOpenChange={setSafetyOpen} />
    </div>
  );
}

type StepsProps = {
  /** Paid since the page was loaded, which the history thanks for. */
  readonly paid: Donation | null;
  readonly onPaid: (donation: Donation | null) => void;
};

function Steps({ paid, onPaid }: StepsProps) {
  const { t } = useLingui();
  const { step: named, go, arrive } = useDonateStep();
  const community = useCommunity();
  const [draft, change, forget] = useFormDraft<DonationDraft>('donation', EMPTY_DRAFT);
  const attempt = useDonationAttempt();
  // after a reload nothing has been chosen that could be paid
  const [mayPay, setMayPay] = useState(false);
  const step = named === 'checkout' && !mayPay ? 'amount' : named;
  const claims = community?.claims ?? null;
  // on return from the page of a bank the draft is what has been paid
  const isOnItsWay = paid?.status === 'succeeded' || paid?.status === 'pending';
  useEffect(() => {
    if (!isOnItsWay) return;
    change(EMPTY_DRAFT);
    forget();
  }, [isOnItsWay, change, forget]);

  const choose = (next: DonateStep) => {
    if (next === 'checkout') {
      if (choiceRefusal(draft.amount, communityRegion().currency) !== null) return;
      setMayPay(true);
    }
    go(next);
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-center gap-x-6 wide:justify-between">
        <h1 className="max-wide:sr-only text-3xl">
          <Trans>Donate</Trans>
        </h1>
        <StepIndicator step={step} />
      </div>
      <Tabs
        label={t`Donation`}
        fitted
        value={step}
        onValueChange={choose}
        tabs={[
          {
            value: 'amount',
            label: <Trans>Choose Amount</Trans>,
            content: (
              <AmountStep
                draft={draft}
                onChange={change}
                onProceed={() => {
                  setMayPay(true);
                  arrive('checkout');
                }}
                beside={
                  <div className="flex flex-col gap-4">
                    {community && <CommunityDonationImpact claims={claims} />}
                    {community && <HowDonationsHelp claims={claims} />}
                  </div>
                }
              />
            ),
          },
          {
            value: 'checkout',
            label: <Trans>Payment</Trans>,
            disabled: step === 'amount',
            content: (
              <Suspense fallback={<StepSkeleton />}>
                <CheckoutStep
                  draft={draft}
                  attempt={attempt}
                  onBack={() => arrive('amount')}
                  onPaid={(donation) => {
                    onPaid(donation);
                    attempt.renew();
                    change(EMPTY_DRAFT);
                    forget();
                    setMayPay(false);
                    arrive('history');
                  }}
                />
              </Suspense>
            ),
          },
          {
            value: 'history',
            label: <Trans>Your Impact</Trans>,
            content: (
              <Suspense fallback={<StepSkeleton />}>
                <HistoryStep paid={paid} />
              </Suspense>
            ),
          },
        ]}
      />
    </div>
  );
}

function StepSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-12 w-64" />
      <Skeleton className="h-40 rounded-card" />
      <Skeleton className="h-40 rounded-card" />
    </div>
  );
}

/** The step that the address names; Back leads to the previous one. `arrive` also moves the focus to its heading. */
function useDonateStep() {
  const [{ step, receipt: receiptId }] = useAddress();
  const [, navigate] = useLocation();
  const go = (next: DonateStep) => navigate(paths.donateStep(next));
  const arrive = (next: DonateStep) => {
    requestHeadingFocus();
    go(next);
  };
  return { step, go, arrive, receiptId };
}

const NAMES: Readonly<Record<DonateStep, ReactNode>> = {
  amount: <Trans>Amount</Trans>,
  checkout: <Trans>Payment</Trans>,
  history: <Trans>Your Impact</Trans>,
};

/** Three bars: the tabs below name the steps for those who see them. */
function StepIndicator({ step }: { readonly step: DonateStep }) {
  const { t } = useLingui();
  const nth = DONATE_STEPS.indexOf(step) + 1;
  const name = NAMES[step];
  return (
    <div className="flex items-center gap-3">
      <ol aria-label={t`Steps`} className="flex gap-1.5">
        {DONATE_STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={one === step ? 'step' : undefined}
            className={`h-1.5 w-8 rounded-full forced-colors:border ${index < nth ? 'bg-brand forced-colors:bg-[CanvasText]' : 'bg-line'}`}
          >
            <span className="sr-only">{NAMES[one]}</span>
          </li>
        ))}
      </ol>
      <output aria-label={t`Current step`} className="text-sm text-muted tabular-nums">
        <Trans>
          Step {nth} of 3<span className="sr-only">: {name}</span>
        </Trans>
      </output>
    </div>
  );
}
