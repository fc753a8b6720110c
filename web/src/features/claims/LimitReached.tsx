import { Trans } from '@lingui/react/macro';
import type { ClaimLimits } from '@openlarder/domain/claims/claim-contract.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/lib/paths.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { missedSentence, openCountSentence, reachedSentence } from './claim-limit-words.ts';

/** In place of the button that would be refused: why, and where one's pickups are. */
export function LimitReached({ limits }: { readonly limits: ClaimLimits }) {
  const nowMs = useNow();
  const missed = missedSentence(limits, nowMs);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-60 flex-1">
        <p className="font-semibold tabular-nums">{openCountSentence(limits)}</p>
        <p className="text-sm text-muted">
          {reachedSentence(limits)} {missed}
        </p>
      </div>
      <LinkButton href={paths.tab('profile')} variant="secondary">
        <Trans>See my pickups</Trans>
      </LinkButton>
    </div>
  );
}
