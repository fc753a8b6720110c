import { useQuery } from '@tanstack/react-query';
import { useNow } from '#web/lib/use-now.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { missedSentence, openCountSentence, reachedSentence } from './claim-limit-words.ts';
import { claimLimits } from './claims.queries.ts';

/** How much somebody may claim, and why it may be less than usual. Says nothing to who has nothing open. */
export function ClaimLimitsNote() {
  const nowMs = useNow();
  // Without an answer nothing is said: the server refuses what is too much, and says why.
  const { data: limits } = useQuery(claimLimits);
  if (!limits) return null;
  const missed = missedSentence(limits, nowMs);
  const reached = reachedSentence(limits);
  if (limits.openClaims === 0 && !missed && !reached) return null;
  return (
    <div className="mb-4 flex flex-col gap-3">
      <p className="text-muted">
        <span className="font-medium text-ink tabular-nums">{openCountSentence(limits)}.</span> {reached}
      </p>
      {missed && <Notice>{missed}</Notice>}
    </div>
  );
}
