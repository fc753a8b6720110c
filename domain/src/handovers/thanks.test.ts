import { describe, expect, it } from 'vitest';
import { HANDOVER_STATUSES } from './handover-states.ts';
import { afterHandoverRefusal } from './thanks.ts';

const done = { status: 'completed', side: 'receiver', isDone: false } as const;

describe('thanks, and the name', () => {
  it('are for the receiver of food that changed hands, once', () => {
    expect(afterHandoverRefusal(done)).toBeNull();
    expect(afterHandoverRefusal({ ...done, side: 'giver' })).toBe('not-yours');
    expect(afterHandoverRefusal({ ...done, isDone: true })).toBe('already-done');
  });

  it.each(HANDOVER_STATUSES.filter((status) => status !== 'completed'))(
    'are refused if it is %s',
    (status) => {
      expect(afterHandoverRefusal({ ...done, status })).toBe('not-handed-over');
      expect(afterHandoverRefusal({ ...done, status, isDone: true })).toBe('already-done');
    },
  );
});
