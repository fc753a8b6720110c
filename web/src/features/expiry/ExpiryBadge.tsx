import { Plural, Trans } from '@lingui/react/macro';
import { alertLevel } from '@openlarder/domain/expiry/expiry-alerts.ts';
import { expiryBadge } from '@openlarder/domain/listings/freshness.ts';
import { Clock, Timer } from 'lucide-react';
import { Badge } from '#web/ui/Badge.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

type Props = { readonly endMs: number; readonly nowMs: number };

/** How much time food has left: "Now!" within an hour, hours within a day, else days. */
export function ExpiryBadge({ endMs, nowMs }: Props) {
  const level = alertLevel(endMs, nowMs);
  const left = expiryBadge(endMs, nowMs);
  return (
    <Badge
      tone={level ?? 'tomorrow'}
      icon={level === 'critical' ? <Timer aria-hidden="true" /> : <Clock aria-hidden="true" />}
    >
      <VisuallyHidden>
        <Trans>Time left:</Trans>{' '}
      </VisuallyHidden>
      {left.kind === 'now' && <Trans>Now!</Trans>}
      {left.kind === 'hours' && <Plural value={left.count} one="# hour" other="# hours" />}
      {left.kind === 'days' && <Plural value={left.count} one="# day" other="# days" />}
    </Badge>
  );
}
