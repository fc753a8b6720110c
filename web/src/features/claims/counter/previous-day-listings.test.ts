import type { Listing } from '@openlarder/domain/listings/listing-contract.ts';
import { describe, expect, it } from 'vitest';
import { aListing } from '#web/testing/samples.ts';
import { amountsOffered, previousDayListings, repeatKey } from './previous-day-listings.ts';

const NEW_YORK = 'America/New_York';
const at = (clock: string, day: number): string => new Date(`2026-11-${day}T${clock}:00-05:00`).toISOString();
const NOW = Date.parse(at('17:00', 23));

/** Bread shared at 5 PM of a day of November for that evening, all of it taken. */
const shared = (day: number, said: Partial<Listing> = {}): Listing =>
  aListing({
    title: 'Bread',
    status: 'completed',
    createdAt: at('17:00', day),
    availableFrom: at('18:00', day),
    availableUntil: at('22:30', day),
    estimatedServings: 60,
    servingsLeft: 0,
    ...said,
  });
const previous = (...listings: Listing[]) => previousDayListings(listings, NOW, NEW_YORK);

describe('previousDayListings', () => {
  it('has all of the last day on which something was shared, the first shared first', () => {
    const rolls = shared(22, { title: 'Rolls', createdAt: at('18:00', 22) });
    const bread = shared(22);
    expect(previous(rolls, bread, shared(21))).toEqual({
      out: [],
      hasSharedToday: false,
      again: [bread, rolls],
      daysAgo: 1,
    });
    expect(previous(shared(16)).daysAgo).toBe(7);
    expect(previous(shared(15))).toMatchObject({ again: [], daysAgo: null });
    expect(previous()).toMatchObject({ again: [], daysAgo: null });
  });

  it('leaves out withdrawn listings, and keeps expired ones', () => {
    const expired = shared(22, { status: 'expired' });
    expect(previous(shared(22, { status: 'withdrawn' }), expired).again).toEqual([expired]);
  });

  it('offers nothing again that is out: shared today under the same name, or still offered', () => {
    const today = shared(23, { status: 'posted', servingsLeft: 46 });
    const rolls = shared(22, { title: 'Rolls' });
    expect(previous(today, shared(22), rolls)).toMatchObject({
      out: [today],
      hasSharedToday: true,
      again: [rolls],
    });
    const overnight = shared(22, { status: 'posted', servingsLeft: 5, availableUntil: at('09:00', 24) });
    expect(previous(overnight, rolls)).toMatchObject({
      out: [overnight],
      hasSharedToday: false,
      again: [rolls],
    });
  });

  it('counts one listing for one of the same name', () => {
    const [one, other] = [shared(22), shared(22, { createdAt: at('19:00', 22) })];
    expect(previous(shared(23), one, other).again).toEqual([other]);
  });

  it('counts days in the given zone', () => {
    const late = shared(22, { createdAt: at('23:30', 22) });
    expect(previousDayListings([late], Date.parse(at('00:10', 23)), NEW_YORK).daysAgo).toBe(1);
    expect(previousDayListings([late], Date.parse(at('00:10', 23)), 'UTC').daysAgo).toBeNull();
  });

  it('still knows after midnight which listings are on offer', () => {
    const tonight = shared(22, { status: 'posted', servingsLeft: 10, availableUntil: at('00:30', 23) });
    expect(previousDayListings([tonight], Date.parse(at('00:10', 23)), NEW_YORK)).toMatchObject({
      out: [tonight],
      again: [],
    });
  });
});

it('sums up the servings left and shared', () => {
  const out = [
    shared(23, { status: 'posted', servingsLeft: 46 }),
    shared(23, { offeredServings: 60, estimatedServings: 14 }),
    shared(23, { status: 'expired', servingsLeft: 3, estimatedServings: 3 }),
  ];
  expect(amountsOffered(previous(...out).out)).toEqual([{ left: 46, shared: 74, unit: null }]);
});

it('sums up what is counted in different units apart', () => {
  const rolls = shared(23, { status: 'posted', countedAs: 'rolls', servingsLeft: 9, estimatedServings: 30 });
  const ofRolls = { left: 18, shared: 60, unit: 'rolls' };
  expect(amountsOffered([rolls, shared(23), rolls])).toEqual([ofRolls, { left: 0, shared: 60, unit: null }]);
});

it('has one key a day, and another after a withdrawal', () => {
  const bread = shared(22);
  const key = (nowMs: number, ...today: Listing[]) => repeatKey(bread, [bread, ...today], nowMs, NEW_YORK);
  expect(key(NOW)).toBe(`again-${bread.id}-2026-11-23-0`);
  expect(key(Date.parse(at('23:59', 23)), shared(23))).toBe(key(NOW));
  expect(key(Date.parse(at('00:00', 24)))).not.toBe(key(NOW));
  expect(key(NOW, shared(23, { status: 'withdrawn' }))).toBe(`again-${bread.id}-2026-11-23-1`);
  expect(key(NOW, shared(22, { status: 'withdrawn' }))).toBe(key(NOW));
});
