import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  feedEndMs,
  type FreshnessLevel,
  freshnessLevel,
  hoursLeft,
  type ListingTimes,
  type ScoreLabel,
} from '@openlarder/domain/listings/freshness.ts';

const LABELS: Readonly<Record<FreshnessLevel, MessageDescriptor>> = {
  expired: msg`Expired`,
  critical: msg`Expires Very Soon`,
  urgent: msg`Expires Soon`,
  today: msg`Expires Today`,
  tomorrow: msg`Expires Tomorrow`,
  fresh: msg`Fresh`,
};

const SCORE_LABELS: Readonly<Record<ScoreLabel, MessageDescriptor>> = {
  Excellent: msg`Excellent`,
  Good: msg`Good`,
  Fair: msg`Fair`,
  Poor: msg`Poor`,
  Critical: msg`Critical`,
};

export const freshnessLabel = (level: FreshnessLevel): string => i18n._(LABELS[level]);
export const scoreWord = (label: ScoreLabel): string => i18n._(SCORE_LABELS[label]);

/** How soon a listing has to be eaten, as seen at `nowMs`. */
export function listingLevel(times: ListingTimes, nowMs: number): FreshnessLevel {
  return freshnessLevel(hoursLeft(feedEndMs(times), nowMs));
}
