import { useRef } from 'react';
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts';

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
