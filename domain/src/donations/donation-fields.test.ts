import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canBecome,
  DONATION_STATUSES,
  type DonationStatus,
  hasReceipt,
  isFinal,
  statusesBefore,
} from './donation-fields.ts';

describe('a donation', () => {
  it('becomes only what the table says', () => {
    const moves = DONATION_STATUSES.flatMap((from) =>
      DONATION_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} -> ${to}`),
    );
    expect(moves).toEqual([
      'pending -> succeeded',
      'pending -> failed',
      'pending -> canceled',
      'pending -> requires_action',
      'failed -> pending',
      'failed -> succeeded',
      'failed -> canceled',
      'failed -> requires_action',
      'requires_action -> pending',
      'requires_action -> succeeded',
      'requires_action -> failed',
      'requires_action -> canceled',
    ]);
  });

  it('stays succeeded or canceled, in any order of events', () => {
    const status = fc.constantFrom(...DONATION_STATUSES);
    fc.assert(
      fc.property(fc.array(status, { maxLength: 12 }), (news) => {
        let now: DonationStatus = 'pending';
        for (const next of news) {
          const before: DonationStatus = now;
          if (canBecome(now, next)) now = next;
          if (isFinal(before)) expect(now).toBe(before);
        }
      }),
    );
  });

  it('is pending again while a bank debit after a failed attempt is on its way', () => {
    expect(statusesBefore('pending')).toEqual(['failed', 'requires_action']);
  });

  it('has a receipt once it has succeeded, and only then', () => {
    expect(DONATION_STATUSES.filter(hasReceipt)).toEqual(['succeeded']);
  });
});
