import { Trans, useLingui } from '@lingui/react/macro';
import { HeartHandshake } from 'lucide-react';
import { Link } from 'wouter';
import { useAppName } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** The donation page for visitors: nothing is loaded, and no donations are listed. */
export function Support() {
  const { t } = useLingui();
  const appName = useAppName();
  useDocumentTitle(t`Donate`);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-width flex min-h-17 items-center px-gutter py-2">
        <Link href={paths.home} className="rounded-small">
          <WordMark />
        </Link>
      </header>
      <main className="flex flex-1 items-center justify-center px-gutter pt-6 pb-24">
        <Card className="flex w-full max-w-md flex-col items-center px-6! py-9! text-center">
          <span className="inline-flex size-16 items-center justify-center rounded-full bg-brand-soft text-brand-soft-ink">
            <HeartHandshake className="size-8" />
          </span>
          <h1 className="mt-5 text-2xl">
            <Trans>Support {appName}</Trans>
          </h1>
          <p className="mt-2 max-w-[38ch] text-muted">
            <Trans>Food here is always free. A donation helps it reach the next table.</Trans>
          </p>
          <p className="mt-3 max-w-[38ch] text-muted">
            <Trans>
              Choose an amount and what it's for. You'll get a receipt, and see what all donations came to,
              down to the fees. You need an account so that your receipts stay yours.
            </Trans>
          </p>
          <LinkButton href={paths.home} size="large" wide className="mt-6">
            <Trans>Sign In to Donate</Trans>
          </LinkButton>
        </Card>
      </main>
    </div>
  );
}
