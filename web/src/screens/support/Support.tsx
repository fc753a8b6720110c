import { Trans, useLingui } from '@lingui/react/macro';
import { DONATION_PRESETS } from '@openlarder/domain/donations/donation-amounts.ts';
import { fromDollarCents } from '@openlarder/domain/kernel/currency-scales.ts';
import { HeartHandshake } from 'lucide-react';
import { useAppName, useCommunity } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { HowDonationsHelp, HowToPay } from '#web/features/donations/amount/HowDonationsHelp.tsx';
import { presetText } from '#web/features/donations/donation-labels.ts';
import { communityRegion, formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { BackToHome, VisitorFooter, VisitorHeader } from '#web/screens/landing/VisitorFrame.tsx';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** The donation page for visitors: nothing is loaded, and no donations are listed. */
export function Support() {
  const { t } = useLingui();
  const appName = useAppName();
  const claims = useCommunity()?.claims ?? null;
  useDocumentTitle(t`Donate`);
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <VisitorHeader signIn={signInPath(paths.donate)}>
        <BackToHome />
      </VisitorHeader>
      <main className="page-width grid flex-1 grid-cols-1 content-start gap-4 px-gutter pt-4 pb-14 sm:pt-8 wide:grid-cols-[minmax(0,1fr)_24rem] wide:gap-6 wide:pb-20">
        <section className="flex flex-col items-start rounded-sheet bg-brand-soft px-6 py-9 text-brand-soft-ink sm:px-10 wide:row-span-2 wide:px-14 wide:py-16">
          <span className="inline-flex size-16 items-center justify-center rounded-full bg-surface text-brand">
            <HeartHandshake className="size-8" />
          </span>
          <h1 className="mt-5 text-[min(2.25rem,12vw)]/[1.08] text-balance wide:text-[3.25rem]/[1.04]">
            <Trans>Support {appName}</Trans>
          </h1>
          <p className="mt-4 max-w-[42ch] text-lg wide:text-xl">
            <Trans>Food here is always free. A donation helps it reach the next table.</Trans>
          </p>
          <LinkButton href={paths.home} size="large" className="mt-7 max-sm:w-full">
            <Trans>Sign In to Donate</Trans>
          </LinkButton>
          <p className="mt-4 max-w-[52ch] text-sm">
            <Trans>
              Choose an amount and what it's for. You'll get a receipt, and see what all donations came to,
              down to the fees. You need an account so that your receipts stay yours.
            </Trans>
          </p>
          <div className="mt-5 empty:hidden">
            <HowToPay forVisitors />
          </div>
        </section>
        <Card as="section" aria-labelledby="amounts">
          <h2 id="amounts" className="text-lg">
            <Trans>What a donation does</Trans>
          </h2>
          <dl className="mt-3 flex flex-col divide-y divide-line">
            {DONATION_PRESETS.map((preset) => (
              <div key={preset} className="flex items-baseline gap-4 py-2.5">
                <dt className="w-14 shrink-0 font-display text-xl font-bold tabular-nums">
                  {formatMoney(fromDollarCents(preset, communityRegion().currency))}
                </dt>
                <dd>{presetText(preset)}</dd>
              </div>
            ))}
          </dl>
        </Card>
        <HowDonationsHelp claims={claims} forVisitors />
      </main>
      <VisitorFooter />
    </div>
  );
}
