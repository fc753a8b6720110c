import { describe, expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { makeHeardStates } from './heard-states.ts';

const listing = aListing();
const statusAfter = (askedAtMs: number, states: ReturnType<typeof makeHeardStates>) =>
  states.correct([listing], askedAtMs)[0]?.status;

describe('news that came while an answer was on its way', () => {
  it('stand against what that answer still offers', () => {
    const states = makeHeardStates();
    states.hear(listing.id, 'claimed', 1000);
    expect(statusAfter(900, states)).toBe('claimed');
    expect(statusAfter(1001, states)).toBe('posted');
  });

  it('say the last thing that was heard, and nothing of how much is offered again', () => {
    const states = makeHeardStates();
    states.hear(listing.id, 'claimed', 1000);
    states.hear(listing.id, 'posted', 1100);
    expect(statusAfter(900, states)).toBe('posted');
  });

  it('are forgotten after two minutes', () => {
    const states = makeHeardStates();
    states.hear(listing.id, 'claimed', 0);
    states.hear(aListing().id, 'claimed', 120_001);
    expect(statusAfter(0, states)).toBe('posted');
  });
});
