import { t } from '@lingui/core/macro';
import type { OwnReport } from '@openlarder/domain/moderation/moderation-contract.ts';
import { REPORT_REASONS } from '@openlarder/domain/moderation/report-reasons.ts';

export type ReportReason = (typeof REPORT_REASONS)[number];

export function reportSubjectLabel(type: OwnReport['subject']['type']): string {
  const words: Readonly<Record<typeof type, () => string>> = {
    person: () => t`A person`,
    listing: () => t`A listing`,
    conversation: () => t`A conversation`,
    message: () => t`A message`,
    claim: () => t`A pickup`,
    request: () => t`A request for food`,
  };
  return words[type]();
}

const reasonWords: Readonly<Record<ReportReason, () => string>> = {
  unsafe_food: () => t`The food isn't safe`,
  harassment: () => t`Harassment or threats`,
  dishonest: () => t`Something dishonest`,
  spam: () => t`Spam, or someone selling things`,
  other: () => t`Something else`,
};

const reasonName = (reason: ReportReason): string => reasonWords[reason]();

export const reportReasonOptions = (): { value: ReportReason; label: string }[] =>
  REPORT_REASONS.map((value) => ({ value, label: reasonName(value) }));

/** The label of a stored reason; null for reasons that people cannot choose, such as a dispute. */
export function reportReasonLabel(reason: string): string | null {
  const known = REPORT_REASONS.find((one) => one === reason);
  return known ? reasonName(known) : null;
}
