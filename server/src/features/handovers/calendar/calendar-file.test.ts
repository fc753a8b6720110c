import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import { type CalendarPickup, calendarFile } from './calendar-file.ts';
import { translateInto } from '#server/platform/texts/translate.ts';
import { sized } from '#server/test/long-run.ts';

const HOUSE = {
  translate: translateInto('en'),
  appName: 'Midtown Larder',
  publicUrl: 'https://food.example:8443',
  isDiscreet: false,
  discreetSetAt: null,
};
const PICKUP: CalendarPickup = {
  handoverId: '01989c2e-0000-7000-8000-000000000009',
  claimId: '01989c2e-0000-7000-8000-000000000001',
  side: 'receiver',
  status: 'open',
  title: 'Vegetable soup',
  otherName: 'Ada O.',
  from: new Date('2026-05-04T12:30:00Z'),
  until: new Date('2026-05-04T20:00:00Z'),
  createdAt: new Date('2026-05-04T12:00:00Z'),
  changedAt: new Date('2026-05-04T12:00:00Z'),
  publicAddress: null,
};

/** Parsed by an independent library. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  return { calendar, events, event: events[0] };
}
const property = (event: ICAL.Event | undefined, name: string): unknown =>
  event?.component.getFirstPropertyValue(name)?.toString();

describe('a pickup', () => {
  test('is an event with its window in UTC, a link and an alarm an hour before', () => {
    const { calendar, event } = read(calendarFile([PICKUP], HOUSE));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('prodid')).toBe('-//OpenLarder//Pickups//EN');
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Midtown Larder');
    expect(calendar.getFirstPropertyValue('refresh-interval')?.toString()).toBe('PT1H');
    expect(event?.uid).toBe('01989c2e-0000-7000-8000-000000000009@food.example');
    expect(event?.summary).toBe('Pick up: Vegetable soup');
    expect(event?.startDate.toString()).toBe('2026-05-04T12:30:00Z');
    expect(event?.endDate.toString()).toBe('2026-05-04T20:00:00Z');
    const link = 'https://food.example:8443/?tab=profile&claim=01989c2e-0000-7000-8000-000000000001';
    expect(property(event, 'url')).toBe(link);
    expect(event?.description).toBe(`From Ada O.\nWhere to go, your code, and your messages: ${link}`);
    expect(property(event, 'status')).toBe('CONFIRMED');
    expect(property(event, 'transp')).toBe('TRANSPARENT');
    expect(event?.component.hasProperty('location')).toBe(false);
    expect(event?.component.hasProperty('geo')).toBe(false);
    const alarm = event?.component.getFirstSubcomponent('valarm');
    expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
    expect(alarm?.getFirstPropertyValue('trigger')?.toString()).toBe('-PT1H');
  });

  test('is an appointment without food if its owner uses discreet mode', () => {
    const switchedAt = new Date('2026-05-04T12:10:00Z');
    const discreet = { ...HOUSE, isDiscreet: true, discreetSetAt: switchedAt };
    const place = '5 Elm Street, Midtown';
    for (const one of [{}, { side: 'giver' }, { claimId: null }, { status: 'released' }] as const) {
      const text = calendarFile([{ ...PICKUP, publicAddress: place, ...one }], discreet);
      const { calendar, event } = read(text);
      expect(event?.summary).toBe('Appointment');
      expect(event?.component.hasProperty('description')).toBe(false);
      expect(event?.location).toBe(place);
      expect(property(event, 'url')).toBe('https://food.example:8443/?tab=profile');
      expect(event?.startDate.toString()).toBe('2026-05-04T12:30:00Z');
      expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Appointments');
      // nor in invisible fields, apart from the server's own name
      expect(text.replaceAll('food.example', '')).not.toMatch(/soup|Ada|larder|pick|claim|food|hand/i);
    }
  });

  test('has changed once its owner has switched the discreet mode, either way', () => {
    const discreetSetAt = new Date('2026-05-04T12:10:00Z');
    const [before, on, off] = [
      HOUSE,
      { ...HOUSE, isDiscreet: true, discreetSetAt },
      { ...HOUSE, discreetSetAt: new Date('2026-05-04T12:20:00Z') },
    ].map((source) => read(calendarFile([PICKUP], source)).event);
    expect([before, on, off].map((event) => event?.sequence)).toEqual([0, 600, 1200]);
    expect(property(on, 'last-modified')).toBe('2026-05-04T12:10:00Z');
  });

  test('is described from the side of the calendar’s owner', () => {
    const { event } = read(calendarFile([{ ...PICKUP, side: 'giver' }], HOUSE));
    expect(event?.summary).toBe('Hand over: Vegetable soup');
    expect(event?.description).toMatch(/^For Ada O\.\nYour messages: /);
  });

  test('is byte-identical while nothing changes, and has a higher sequence once something does', () => {
    const first = calendarFile([PICKUP], HOUSE);
    expect(calendarFile([PICKUP], HOUSE)).toBe(first);
    const changedAt = new Date('2026-05-04T12:10:00.250Z');
    const until = new Date('2026-05-04T21:00:00Z');
    const [before, after] = [first, calendarFile([{ ...PICKUP, until, changedAt }], HOUSE)].map(
      (text) => read(text).event,
    );
    expect(after?.uid).toBe(before?.uid);
    expect([before?.sequence, after?.sequence]).toEqual([0, 601]);
    expect(property(after, 'last-modified')).toBe('2026-05-04T12:10:01Z');
    expect(property(after, 'dtstamp')).toBe('2026-05-04T12:10:01Z');
  });

  test.each([
    ['open', 'CONFIRMED', 1],
    ['completed', 'CONFIRMED', 1],
    ['disputed', 'CONFIRMED', 1],
    ['released', 'CANCELLED', 0],
    ['no_show', 'CANCELLED', 0],
    ['lapsed', 'CANCELLED', 0],
  ] as const)('that is %s is %s', (status, stands, alarms) => {
    const { event } = read(calendarFile([{ ...PICKUP, status }], HOUSE));
    expect(property(event, 'status')).toBe(stands);
    expect(event?.component.getAllSubcomponents('valarm')).toHaveLength(alarms);
  });

  test('of a request links to the conversations', () => {
    const { event } = read(calendarFile([{ ...PICKUP, claimId: null }], HOUSE));
    expect(property(event, 'url')).toBe('https://food.example:8443/?tab=messages');
  });

  test('at a business has its public address', () => {
    const { event } = read(calendarFile([{ ...PICKUP, publicAddress: '5 Elm Street, corner; "A"' }], HOUSE));
    expect(event?.location).toBe('5 Elm Street, corner; "A"');
  });
});

test('pickups are in the order they begin; an empty calendar is valid', () => {
  const later = {
    ...PICKUP,
    handoverId: '01989c2e-0000-7000-8000-000000000008',
    from: new Date('2026-05-04T13:00:00Z'),
  };
  const { events } = read(calendarFile([later, PICKUP], HOUSE));
  expect(events.map(({ uid }) => uid.slice(35, 36))).toEqual(['9', '8']);
  expect(read(calendarFile([], HOUSE)).events).toEqual([]);
});

describe('escaping', () => {
  const hostile = [
    'Soup, bread; and \\ more: "all"',
    'Line one\nBEGIN:VEVENT\r\nUID:other\rEND:VCALENDAR',
    'Tab\there, \u0007bell, \u0085next line, \u2028separator, \u000bvertical, \u000cform',
    '🥕'.repeat(60),
    '👩‍👩‍👧‍👦 für 4 Leute, ñandú, 日本語のスープ'.repeat(3),
    'x'.repeat(200),
    'é'.repeat(100),
    '^n^\' ="quotes"',
    'مرحبا שלום',
  ];

  /** As a line of text: controls and line ends become a space. */
  const shown = (title: string): string => title.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

  function check(title: string): void {
    const text = calendarFile([{ ...PICKUP, title, otherName: title, publicAddress: title }], HOUSE);
    const lines = text.split('\r\n');
    expect(lines.at(-1)).toBe('');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(lines.every((line) => line.isWellFormed())).toBe(true);
    const { events } = read(text);
    expect(events).toHaveLength(1);
    const [event] = events;
    expect(event?.uid).toBe(`${PICKUP.handoverId}@food.example`);
    // what is written from right to left is isolated in the sentence
    expect(event?.summary.replaceAll(/[\u2068\u2069]/g, '')).toBe(`Pick up: ${shown(title)}`);
    expect(event?.location).toBe(shown(title));
    expect(event?.startDate.toJSDate()).toEqual(PICKUP.from);
  }

  test.each(hostile)('%j is parsed back unchanged', check);

  test('keeps any listing title in its line', () => {
    const title = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 200 })
      .filter((text) => shown(text) !== '');
    fc.assert(fc.property(title, check), { numRuns: sized(100, 300) });
  });

  test('keeps any community name in its line', () => {
    const { calendar, events } = read(calendarFile([PICKUP], { ...HOUSE, appName: 'Larder\r\nX-EVIL:1 🥕' }));
    expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Larder X-EVIL:1 🥕');
    expect(calendar.hasProperty('x-evil')).toBe(false);
    expect(events).toHaveLength(1);
  });
});
