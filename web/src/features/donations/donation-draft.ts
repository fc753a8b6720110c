import {
  type AmountChoice,
  DEFAULT_AMOUNT,
  effectiveAmount,
} from '@openlarder/domain/donations/donation-amounts.ts';
import type { SelectableDonationType } from '@openlarder/domain/donations/donation-fields.ts';
import { useRef } from 'react';
import { communityRegion } from '#web/lib/format.ts';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';

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
  amount: effectiveAmount(amount, communityRegion().currency),
  donationType: type,
  donorMessage: message.trim(),
  isAnonymous,
  foodListingId: null,
  emergencyRequestId: null,
});

/** One intended donation: as long as nothing of it changes, going back and forth leads to the same payment. */
export type DonationAttempt = {
  readonly keyFor: (body: object) => string;
  /** Makes later submissions a new donation, even with the same content. */
  readonly renew: () => void;
};

export function useDonationAttempt(): DonationAttempt {
  const keyFor = useIdempotencyKey();
  const count = useRef(0);
  return {
    keyFor: (body) => keyFor({ ...body, count: count.current }),
    renew: () => {
      count.current += 1;
    },
  };
}
