import type { Claim } from '@openlarder/domain/claims/claim-contract.ts';
import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { describe, expect, it } from 'vitest';
import { aClaim } from '#web/testing/samples.ts';
import { handedOverToday, isBusyHour, isExpectedNow, openPickups } from './pickup-queue.ts';

const NEW_YORK = 'America/New_York';
const at = (clock: string, day = 23): string => new Date(`2026-11-${day}T${clock}:00-05:00`).toISOString();
const msAt = (clock: string, day = 23): number => Date.parse(at(clock, day));

/** A claim at the counter, on food for 5 to 10:30 PM of 23 November. */
const claimed = (
  handover: Partial<Handover> = {},
  said: Partial<Omit<Claim, 'handover' | 'listing'>> = {},
): Claim =>
  aClaim(
    { side: 'donor', createdAt: at('16:00'), ...said },
    { availableFrom: at('17:00'), availableUntil: at('22:30') },
    handover,
  );
const stages = (claims: readonly Claim[], nowMs = msAt('18:30')) =>
  openPickups(claims, nowMs, NEW_YORK).today.map(({ claim, stage }) => [claim.id, stage]);

describe('openPickups', () => {
  it('sorts people nearby first, then by the time they come, ask for, or have to come by', () => {
    const received = claimed({ receiverConfirmedAt: at('18:29') });
    const onTheWay = claimed({ agreedTime: at('18:25'), receiverOnMyWayAt: at('18:26') });
    const early = claimed({ agreedTime: at('18:45') });
    const late = claimed({ agreedTime: at('19:30') });
    const asking = claimed({ proposal: { time: at('18:40'), by: 'receiver' } });
    const first = claimed({}, { createdAt: at('15:00') });
    const second = claimed({}, { createdAt: at('15:30') });
    const missed = claimed({ agreedTime: at('17:00') });
    expect(stages([missed, second, asking, late, first, early, onTheWay, received])).toEqual([
      [received.id, 'received'],
      [onTheWay.id, 'on-the-way'],
      [asking.id, 'asking'],
      [early.id, 'timed'],
      [late.id, 'timed'],
      [first.id, 'untimed'],
      [second.id, 'untimed'],
      [missed.id, 'overdue'],
    ]);
  });

  it('has what one person comes for together, where the first of it is due', () => {
    const sofia = { ...claimed().claimer, id: 'sofia' };
    const now = claimed({ agreedTime: at('18:40') }, { claimer: sofia });
    const between = claimed({ agreedTime: at('18:45') });
    const later = claimed({ agreedTime: at('19:00') }, { claimer: sofia });
    expect(stages([later, between, now]).map(([id]) => id)).toEqual([now.id, later.id, between.id]);
  });

  it('keeps an agreed time that the giver wants to change, and shows no own proposal as asked for', () => {
    const own = claimed({ proposal: { time: at('20:00'), by: 'giver' }, agreedTime: at('19:00') });
    expect(openPickups([own], msAt('18:30'), NEW_YORK).today).toMatchObject([
      { stage: 'timed', timeMs: msAt('19:00') },
    ]);
  });

  it('is of the day of the given zone, not of the device', () => {
    const tomorrow = claimed({ agreedTime: at('05:00', 24) });
    expect(stages([tomorrow])).toEqual([]);
    // From 6 AM on 23 November in New York it is the 24th in Auckland, until 6 AM.
    expect(openPickups([tomorrow], msAt('09:00'), 'Pacific/Auckland').today).toHaveLength(1);
  });

  it('leaves out food of another day, and ended pickups', () => {
    const nextDay = aClaim(
      { side: 'donor' },
      { availableFrom: at('07:00', 24), availableUntil: at('09:00', 24) },
    );
    const ended = claimed({ giverConfirmedAt: at('18:00') }, { status: 'completed', endedAt: at('18:00') });
    const said = claimed({ giverConfirmedAt: at('18:00') });
    expect(stages([nextDay, ended, said])).toEqual([]);
    const { others } = openPickups([nextDay, ended, said], msAt('18:30'), NEW_YORK);
    expect(others.map(({ claim }) => claim.id)).toEqual([nextDay.id]);
  });

  it('keeps a pickup that is due around midnight', () => {
    const late = claimed({ agreedTime: at('23:45') });
    const evening = claimed({ agreedTime: at('19:00') });
    expect(stages([late, evening], msAt('00:05', 24))).toEqual([[late.id, 'timed']]);
  });
});

it('expects someone from ten minutes before the agreed time, and once they are on their way', () => {
  const expected = (handover: Partial<Handover>, clock: string) => {
    const [pickup] = openPickups([claimed(handover)], msAt(clock), NEW_YORK).today;
    return pickup ? isExpectedNow(pickup, msAt(clock)) : null;
  };
  expect(expected({ agreedTime: at('19:00') }, '18:49')).toBe(false);
  expect(expected({ agreedTime: at('19:00') }, '18:50')).toBe(true);
  expect(expected({ agreedTime: at('19:00') }, '20:00')).toBe(false);
  expect(expected({}, '18:50')).toBe(false);
  expect(expected({ receiverConfirmedAt: at('18:40') }, '18:50')).toBe(true);
});

it('is busy if a person is due within the hour', () => {
  const isBusy = (handover: Partial<Handover>, clock: string) =>
    isBusyHour(openPickups([claimed(handover)], msAt(clock), NEW_YORK).today, msAt(clock));
  expect(isBusy({ agreedTime: at('19:00') }, '17:59')).toBe(false);
  expect(isBusy({ agreedTime: at('19:00') }, '18:00')).toBe(true);
  expect(isBusy({ agreedTime: at('19:00') }, '20:00')).toBe(false);
  expect(isBusy({}, '18:00')).toBe(false);
});

it('lists today’s handovers, the last first, also those the claimer has yet to confirm', () => {
  const done = (endedAt: string) => claimed({ giverConfirmedAt: endedAt }, { status: 'completed', endedAt });
  const [first, last, before] = [done(at('17:10')), done(at('18:10')), done(at('18:10', 22))];
  const said = claimed({ giverConfirmedAt: at('17:40') });
  const canceled = claimed({}, { status: 'released', endedAt: at('18:00') });
  expect(handedOverToday([first, before, said, canceled, last], msAt('18:30'), NEW_YORK)).toEqual([
    last,
    said,
    first,
  ]);
});
