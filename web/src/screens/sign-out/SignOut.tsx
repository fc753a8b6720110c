import { Trans, useLingui } from '@lingui/react/macro';
import { useAppName } from '#web/features/community/community-settings.ts';
import { useDocumentTitle } from '#web/features/community/use-document-title.ts';
import { WordMark } from '#web/features/community/WordMark.tsx';
import { paths } from '#web/lib/paths.ts';
import { forgetPersonWhoLeaves } from '#web/lib/session-navigation.ts';
import { Card } from '#web/ui/Card.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** Shown when another site led here: only a press on our own page ends the session. */
export function SignOut() {
  const { t } = useLingui();
  const appName = useAppName();
  useDocumentTitle(t`Sign Out`);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 px-gutter py-16">
      <WordMark />
      <Card className="w-full max-w-md text-center">
        <h1 className="text-2xl">
          <Trans>Sign out of {appName}?</Trans>
        </h1>
        <div className="mt-6 flex flex-col gap-2">
          <LinkButton href={paths.signOut} leaves wide onClick={forgetPersonWhoLeaves}>
            <Trans>Sign Out</Trans>
          </LinkButton>
          <LinkButton href={paths.home} variant="secondary" wide>
            <Trans>Stay signed in</Trans>
          </LinkButton>
        </div>
      </Card>
    </main>
  );
}
