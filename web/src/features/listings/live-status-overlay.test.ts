import { describe, expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { createLiveStatusOverlay } from './listings.queries.ts';

const listing = aListing();
const statusAfter = (askedAtMs: number, overlay: ReturnType<typeof createLiveStatusOverlay>) =>
  overlay.correct([listing], askedAtMs)[0]?.status;

describe('a status received while a response was under way', () => {
  it('overrides the response', () => {
    const overlay = createLiveStatusOverlay();
    overlay.record(listing.id, 'claimed', 1000);
    expect(statusAfter(900, overlay)).toBe('claimed');
    expect(statusAfter(1001, overlay)).toBe('posted');
  });

  it('keeps the last status only, and does not override once the listing is posted again', () => {
    const overlay = createLiveStatusOverlay();
    overlay.record(listing.id, 'claimed', 1000);
    overlay.record(listing.id, 'posted', 1100);
    expect(statusAfter(900, overlay)).toBe('posted');
  });

  it('is dropped after two minutes', () => {
    const overlay = createLiveStatusOverlay();
    overlay.record(listing.id, 'claimed', 0);
    overlay.record(aListing().id, 'claimed', 120_001);
    expect(statusAfter(0, overlay)).toBe('posted');
  });
});
