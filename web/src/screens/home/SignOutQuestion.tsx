import { Trans } from '@lingui/react/macro';
import { useAppName } from '#web/features/community/community-settings.ts';
import { paths } from '#web/lib/paths.ts';
import { forgetPersonWhoLeaves } from '#web/lib/session-navigation.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Asks before the session ends. */
export function SignOutQuestion({ onClose }: { readonly onClose: () => void }) {
  const appName = useAppName();
  return (
    <ConfirmDialog
      onOpenChange={onClose}
      title={<Trans>Sign out of {appName}?</Trans>}
      description={<Trans>Your pickups and messages will be here when you come back.</Trans>}
      confirmLabel={<Trans>Sign Out</Trans>}
      cancelLabel={<Trans>Stay signed in</Trans>}
      onConfirm={() => {
        forgetPersonWhoLeaves();
        window.location.assign(paths.signOut);
      }}
    />
  );
}
