import { Trans } from '@lingui/react/macro';
import { PageHeading } from '#web/ui/PageHeading.tsx';

/** Conversations and the one that is open. */
export function MessagesTab() {
  return (
    <PageHeading>
      <Trans>Messages</Trans>
    </PageHeading>
  );
}
