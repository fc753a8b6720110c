import { Trans, useLingui } from '@lingui/react/macro';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { paths } from '#web/lib/paths.ts';
import { Illustration } from '#web/ui/illustrations.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

export function NotFound() {
  const { t } = useLingui();
  useDocumentTitle(t`Page not found`);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 px-gutter py-16 text-center">
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
  );
}
