import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { Illustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

export function NotFound() {
  const { t } = useLingui();
  useDocumentTitle(t`Page not found`);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="page-width flex min-h-17 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-gutter py-2">
        <Link href={paths.home} className="rounded-small">
          <WordMark />
        </Link>
        <nav aria-label={t`Main`} className="-mx-4 flex flex-wrap">
          <LinkButton href={paths.tab('share')} variant="quiet">
            <Trans>Share Food</Trans>
          </LinkButton>
          <LinkButton href={paths.tab('messages')} variant="quiet">
            <Trans>Messages</Trans>
          </LinkButton>
          <LinkButton href={paths.tab('profile')} variant="quiet">
            <Trans>Profile</Trans>
          </LinkButton>
        </nav>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center gap-5 px-gutter pt-6 pb-24 text-center">
        <Illustration name="plate" className="h-36 w-39" />
        <h1 className="text-2xl">
          <Trans>404 Page Not Found</Trans>
        </h1>
        <p className="max-w-[40ch] text-muted">
          <Trans>There's nothing on this plate. The link may be old or mistyped.</Trans>
        </p>
        <LinkButton href={paths.home}>
          <Trans>Back to Home</Trans>
        </LinkButton>
      </main>
    </div>
  );
}
