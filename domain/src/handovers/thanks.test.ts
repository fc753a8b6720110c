import { describe, expect, it } from 'vitest';
import { HANDOVER_STATUSES } from './handover-states.ts';
import { thanksRefusal } from './thanks.ts';

const done = { status: 'completed', side: 'receiver', isThanked: false } as const;

describe('thanks', () => {
  it('are for the receiver of food that changed hands, once', () => {
    expect(thanksRefusal(done)).toBeNull();
    expect(thanksRefusal({ ...done, side: 'giver' })).toBe('not-yours');
    expect(thanksRefusal({ ...done, isThanked: true })).toBe('already-done');
  });

  it.each(HANDOVER_STATUSES.filter((status) => status !== 'completed'))(
    'are refused if it is %s',
    (status) => {
      expect(thanksRefusal({ ...done, status })).toBe('not-handed-over');
      expect(thanksRefusal({ ...done, status, isThanked: true })).toBe('already-done');
    },
  );
});
