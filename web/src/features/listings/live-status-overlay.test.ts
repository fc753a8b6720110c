import { describe, expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { createLiveStatusOverlay } from './live-status-overlay.ts';

const listing = aListing();
const statusAfter = (askedAtMs: number, states: ReturnType<typeof createLiveStatusOverlay>) =>
  states.correct([listing], askedAtMs)[0]?.status;

describe('a status received while a response was under way', () => {
  it('overrides the response', () => {
    const states = createLiveStatusOverlay();
    states.hear(listing.id, 'claimed', 1000);
    expect(statusAfter(900, states)).toBe('claimed');
    expect(statusAfter(1001, states)).toBe('posted');
  });

  it('keeps the last status only, and does not override once the listing is posted again', () => {
    const states = createLiveStatusOverlay();
    states.hear(listing.id, 'claimed', 1000);
    states.hear(listing.id, 'posted', 1100);
    expect(statusAfter(900, states)).toBe('posted');
  });

  it('is dropped after two minutes', () => {
    const states = createLiveStatusOverlay();
    states.hear(listing.id, 'claimed', 0);
    states.hear(aListing().id, 'claimed', 120_001);
    expect(statusAfter(0, states)).toBe('posted');
  });
});
