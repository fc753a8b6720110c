import { describe, expect, it } from 'vitest';
import { wallClock } from '../kernel/time.ts';
import { pickupChoices } from './share-defaults.ts';

const ZONE = 'America/New_York';
const said = (iso: string) =>
  pickupChoices(Date.parse(iso), ZONE).map(({ fromMs, untilMs }) => {
    const [from, until] = [wallClock(fromMs, ZONE), wallClock(untilMs, ZONE)];
    const minutes = until.minute > 0 ? `:${until.minute}` : '';
    return `${from.month}/${from.day} ${from.hour}-${until.hour}${minutes}`;
  });

describe('pickup windows beside the default', () => {
  it.each([
    [
      'at half past one in the afternoon',
      '2026-11-20T18:30:00Z',
      ['11/20 18-20', '11/21 9-11', '11/21 18-20'],
    ],
    ['just before the evening', '2026-11-20T22:45:00Z', ['11/20 20-22', '11/21 9-11', '11/21 18-20']],
    ['late in the evening', '2026-11-21T03:00:00Z', ['11/21 9-11', '11/21 18-20']],
    ['just before midnight', '2026-11-21T04:50:00Z', ['11/20 23-2', '11/21 9-11', '11/21 18-20']],
    ['past midnight', '2026-11-21T06:10:00Z', ['11/21 1-3:30', '11/21 9-11', '11/21 18-20']],
    ['the evening before clocks change', '2026-10-31T23:45:00Z', ['11/1 9-11', '11/1 18-20']],
  ])('%s', (_when, now, windows) => {
    expect(said(now)).toEqual(windows);
  });
});
