import { expect, test } from 'vitest';
import { handoverLogCsv, type LoggedHandover } from './impact-csv.ts';

const neighbor = (over: Partial<Extract<LoggedHandover, { answers: 'neighbor' }>> = {}): LoggedHandover => ({
  answers: 'neighbor',
  completedAtMs: Date.parse('2026-05-05T00:30:00Z'),
  title: 'Rolls',
  category: 'bakery_items',
  servings: 40,
  allergens: ['gluten', 'milk'],
  status: 'completed',
  ...over,
});
const linesOf = (...handovers: LoggedHandover[]): string[] =>
  handoverLogCsv(handovers, 'America/New_York', String).split('\r\n').slice(1, -1);

test('a line has the community’s wall clock, weights by the factors, and no names', () => {
  expect(linesOf(neighbor())).toEqual([
    '2026-05-04,20:30,Rolls,bakery items,40,48.0,21.8,gluten; milk,neighbor,completed,2026-11',
  ]);
  expect(linesOf(neighbor({ allergens: null, status: 'disputed' }))[0]).toContain(
    ',not stated,neighbor,disputed,',
  );
  expect(linesOf(neighbor({ allergens: [] }))[0]).toContain(',none,neighbor,');
});

test('an answered request has no food, day and time', () => {
  expect(linesOf({ answers: 'request', month: '2026-05', servings: 3 })).toEqual([
    '2026-05,,,,3,3.6,1.6,,request,completed,2026-11',
  ]);
});

test('a title cannot start a formula, nor break out of its cell', () => {
  expect(linesOf(neighbor({ title: '=HYPERLINK("https://evil.example")' }))[0]).toContain(
    `,"'=HYPERLINK(""https://evil.example"")",`,
  );
});

test('the same handovers give the same bytes', () => {
  const log = [neighbor(), neighbor({ servings: 1 })];
  expect(handoverLogCsv(log, 'Asia/Kathmandu', String)).toBe(
    handoverLogCsv([...log], 'Asia/Kathmandu', String),
  );
});
