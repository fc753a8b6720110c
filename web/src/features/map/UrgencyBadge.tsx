import type { UrgencyLevel } from '@openlarder/domain/listings/listing-contract.ts';
import { Clock } from 'lucide-react';
import { urgencyName } from '#web/features/listings/urgency-words.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const TONES: Readonly<Record<UrgencyLevel, BadgeTone>> = {
  low: 'plain',
  medium: 'today',
  high: 'urgent',
  emergency: 'critical',
};

/** How urgent it is, in words; the colour repeats them. */
export function UrgencyBadge({ level }: { readonly level: UrgencyLevel }) {
  return (
    <Badge tone={TONES[level]} icon={<Clock aria-hidden="true" />}>
      {urgencyName(level)}
    </Badge>
  );
}
