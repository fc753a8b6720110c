import { Trans } from '@lingui/react/macro';
import type { RequestUrgency } from '@openlarder/domain/emergency/request-fields.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function RequestUrgencyBadge({ urgency }: { readonly urgency: RequestUrgency }) {
  return urgency === 'emergency' ? (
    <Badge tone="critical">
      <span aria-hidden="true">🚨</span>
      <Trans>EMERGENCY</Trans>
    </Badge>
  ) : (
    <Badge tone="urgent">
      <span aria-hidden="true">⚡</span>
      <Trans>HIGH</Trans>
    </Badge>
  );
}
