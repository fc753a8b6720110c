import { Trans } from '@lingui/react/macro';
import { paths } from '#web/lib/paths.ts';
import { signInPath } from '#web/lib/session-navigation.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** Instead of the history, once the session has ended. */
export function SignInRequired() {
  return (
    <EmptyState
      drawing="shield"
      headingLevel={2}
      title={<Trans>Sign In Required</Trans>}
      action={
        <LinkButton href={signInPath(paths.donateStep('history'))} leaves>
          <Trans>Sign In</Trans>
        </LinkButton>
      }
    >
      <Trans>Sign in to see your donations.</Trans>
    </EmptyState>
  );
}
