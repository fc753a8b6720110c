import { Trans } from '@lingui/react/macro';
import { useAppName } from '#web/features/community/community-settings.ts';
import { Spinner } from '#web/ui/Spinner.tsx';

/** While it is not known who is there. */
export function LoadingScreen() {
  const appName = useAppName();
  return (
    <output className="flex min-h-dvh flex-col items-center justify-center gap-4 text-muted">
      <Spinner className="size-9 text-brand" />
      <p>
        <Trans>Loading {appName}</Trans>
      </p>
    </output>
  );
}
