import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type ShareIndicator, shareIndicator } from '@openlarder/domain/listings/freshness.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

const WORDS: Readonly<Record<ShareIndicator, MessageDescriptor>> = {
  Expired: msg`Expired`,
  'Expires Very Soon': msg`Expires Very Soon`,
  'Expires Today': msg`Expires Today`,
  'Expires Tomorrow': msg`Expires Tomorrow`,
  Fresh: msg`Fresh`,
};

const TONES: Readonly<Record<ShareIndicator, BadgeTone>> = {
  Expired: 'expired',
  'Expires Very Soon': 'critical',
  'Expires Today': 'today',
  'Expires Tomorrow': 'tomorrow',
  Fresh: 'fresh',
};

/** How fresh food with this best-by date is, in words and tone; null while there is no date. */
export function indicatorOf(bestByDate: string, nowMs: number): { words: string; tone: BadgeTone } | null {
  const bestByMs = Date.parse(bestByDate);
  if (Number.isNaN(bestByMs)) return null;
  const indicator = shareIndicator(bestByMs, nowMs);
  return { words: i18n._(WORDS[indicator]), tone: TONES[indicator] };
}
