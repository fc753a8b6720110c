import {
  type AmountChoice,
  DEFAULT_AMOUNT,
  effectiveAmountCents,
} from '@openlarder/domain/donations/donation-amounts.ts';
import type { SelectableDonationType } from '@openlarder/domain/donations/donation-fields.ts';

/** What the person has chosen so far. */
export type DonationDraft = {
  readonly amount: AmountChoice;
  readonly type: SelectableDonationType;
  readonly message: string;
  readonly isAnonymous: boolean;
};

export const EMPTY_DRAFT: DonationDraft = {
  amount: DEFAULT_AMOUNT,
  type: 'platform_donation',
  message: '',
  isAnonymous: false,
};

/** The draft as the request body. */
export const bodyOf = ({ amount, type, message, isAnonymous }: DonationDraft) => ({
  amount: effectiveAmountCents(amount),
  donationType: type,
  donorMessage: message.trim(),
  isAnonymous,
  foodListingId: null,
  emergencyRequestId: null,
});
