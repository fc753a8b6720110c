import { Trans } from '@lingui/react/macro';
import { sentenceOf } from '#web/lib/http-error.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';

type Props = { readonly problem: unknown; readonly onRetry: () => void; readonly busy: boolean };

/** What did not go through, kept in sight beside the way to try it again. */
export function MoveProblem({ problem, onRetry, busy }: Props) {
  if (!problem) return null;
  return (
    <ErrorState title={<Trans>That did not go through.</Trans>} onRetry={onRetry} retrying={busy}>
      {sentenceOf(problem)}
    </ErrorState>
  );
}
