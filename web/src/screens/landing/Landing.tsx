import { Trans, useLingui } from '@lingui/react/macro';
import { useAppName } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { LandingAd } from './LandingAd.tsx';
import { Steps } from './Steps.tsx';
import { TableScene } from './TableScene.tsx';

/** The landing page. */
export function Landing() {
  const { t } = useLingui();
  const appName = useAppName();
  useDocumentTitle();
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <header className="page-width flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-gutter py-2">
        <WordMark />
        <nav aria-label={t`Main`}>
          <LinkButton href={paths.signIn} leaves variant="secondary">
            <Trans>Sign In</Trans>
          </LinkButton>
        </nav>
      </header>
      <main className="flex-1">
        <section className="page-width grid grid-cols-1 items-center gap-x-12 gap-y-8 px-gutter pt-6 pb-14 sm:pt-12 wide:grid-cols-2 wide:pt-16 wide:pb-24">
          <div>
            <h1 className="text-[min(2.25rem,15vw)]/[1.06] wide:text-[3.5rem]/[1.02]">
              <Trans>Turn Food Waste into Community Care</Trans>
            </h1>
            <p className="mt-5 max-w-[46ch] text-lg text-muted wide:text-xl">
              <Trans>
                Someone near you has food to spare, and someone near you could use it tonight. {appName}{' '}
                brings them together.
              </Trans>
            </p>
            <div className="mt-7 flex flex-col gap-3 sm:flex-row">
              <LinkButton href={paths.signUp} leaves size="large">
                <Trans>Get Started</Trans>
              </LinkButton>
            </div>
            <p className="mt-4 text-sm text-muted">
              <Trans>Always free. No one sees your address until you share it.</Trans>
            </p>
          </div>
          <TableScene />
        </section>
        <Steps />
        <LandingAd />
        <section className="page-width px-gutter py-14 wide:py-20">
          <div className="flex flex-col items-start gap-6 rounded-sheet bg-stage px-6 py-10 text-on-stage sm:px-10 wide:flex-row wide:items-center wide:justify-between wide:px-14 wide:py-14">
            <div>
              <h2 className="text-2xl wide:text-3xl">
                <Trans>There's a seat for you</Trans>
              </h2>
              <p className="mt-2 max-w-[48ch]">
                <Trans>Whether you've got too much soup or an empty plate, come as you are.</Trans>
              </p>
            </div>
            <LinkButton href={paths.signUp} leaves variant="accent" size="large" className="wide:shrink-0">
              <Trans>Join {appName} Today</Trans>
            </LinkButton>
          </div>
        </section>
      </main>
    </div>
  );
}
