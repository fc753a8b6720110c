import { plural, t } from '@lingui/core/macro';
import { useMustConfirmEmail } from '#web/features/community/use-must-confirm-email.ts';
import { formatDayAtTime } from '#web/lib/format.ts';
import { type BulkLimits, bulkServingsLeft } from './bulk-limits.ts';

/** How much bulk food the person may still take now, and when it increases. */
export function BulkShareNote({ share, nowMs }: { readonly share: BulkLimits; readonly nowMs: number }) {
  const hasToConfirm = useMustConfirmEmail();
  return (
    <p className="text-sm text-muted">
      {shareSentence(share, nowMs)} {nextSentence(share, hasToConfirm)}
    </p>
  );
}

function shareSentence(share: BulkLimits, nowMs: number): string {
  const left = bulkServingsLeft(share);
  if (share.servingsTaken === 0)
    return plural(left, {
      one: "You can take up to # serving from big donations for now, so there's enough for everyone.",
      other: "You can take up to # servings from big donations for now, so there's enough for everyone.",
    });
  if (left > 0)
    return plural(left, {
      one: "You can take # more serving from big donations for now, so there's enough for everyone.",
      other: "You can take # more servings from big donations for now, so there's enough for everyone.",
    });
  const at = formatDayAtTime(share.nextAt ?? nowMs, nowMs);
  return plural(share.servingsTaken, {
    one: `You've taken # serving from big donations in the last 24 hours. You can take more ${at}.`,
    other: `You've taken # servings from big donations in the last 24 hours. You can take more ${at}.`,
  });
}

/** What makes the share larger; null at the last level. */
function nextSentence({ level, maxServingsNext }: BulkLimits, hasToConfirm: boolean): string | null {
  if (maxServingsNext === null) return null;
  if (level === 'new')
    return hasToConfirm
      ? t`Confirm your email to take more.`
      : t`After your first day here, you can take up to ${maxServingsNext}.`;
  return t`Once you've met a few neighbors, you can take up to ${maxServingsNext}.`;
}
