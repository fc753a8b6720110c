import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCellList } from './cell-list.ts';
import { changeOfSums, type Entry, makeEntry, withEntry, withoutEntry } from './cluster-cell.ts';

const entry = (nth: number): Entry =>
  makeEntry({
    id: `p${nth}`,
    kind: nth % 3 === 0 ? 'needed' : 'available',
    latitude: 40 + nth / 1000,
    longitude: -73 - nth / 1000,
    categories: ['other'],
    urgencyLevel: (['low', 'medium', 'high'] as const)[nth % 3] ?? 'low',
    ownerId: 'owner',
    createdAtMs: nth,
  });

/** An entry that comes or goes, and the number of its cell. Many numbers, so that blocks come and go as well. */
const steps = fc.array(fc.tuple(fc.nat(1500), fc.nat(9)), { maxLength: 3000, size: 'max' });
const stretch = fc
  .tuple(fc.nat(1500), fc.nat(1500))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

describe('makeCellList', () => {
  it('has the cells in order with the sums of their members, after any changes', () => {
    fc.assert(
      fc.property(steps, stretch, ([...come], [first, last]) => {
        const list = makeCellList();
        const model = new Map<number, Map<number, Entry>>();
        // first all come, then most go, so that blocks grow, are split, and are joined again
        for (const [nth, [number, name]] of [...come, ...come.filter((_, at) => at % 8 > 0)].entries()) {
          const there = model.get(number) ?? new Map<number, Entry>();
          const known = there.get(name);
          const one = known ?? entry(10 * number + name);
          if (known && nth >= come.length) {
            list.change(number, (cell) => cell && withoutEntry(cell, one), changeOfSums(one, -1));
            there.delete(name);
          } else if (!known && nth < come.length) {
            list.change(number, (cell) => withEntry(cell, one), changeOfSums(one, 1));
            there.set(name, one);
          }
          if (there.size > 0) model.set(number, there);
          else model.delete(number);
        }
        const found: unknown[] = [];
        list.eachBetween(first, last, ({ numbers, sums, facts }, from, to) => {
          for (let at = from; at < to; at++)
            found.push([numbers[at], ...sums.slice(2 * at, 2 * at + 2), ...facts.slice(3 * at, 3 * at + 3)]);
        });
        const inOrder = [...model].toSorted(([a], [b]) => a - b);
        const between = inOrder.filter(([number]) => number >= first && number <= last);
        const sum = (of: (one: Entry) => number, all: Map<number, Entry>): number =>
          [...all.values()].reduce((total, one) => total + of(one), 0);
        expect(found).toEqual(
          between.map(([number, all]) => [
            number,
            sum(({ latUnits }) => latUnits, all),
            sum(({ lngUnits }) => lngUnits, all),
            all.size,
            sum(({ point }) => Number(point.kind === 'needed'), all),
            Math.max(
              ...[...all.values()].map(({ point }) => ['low', 'medium', 'high'].indexOf(point.urgencyLevel)),
            ),
          ]),
        );
        expect(list.size).toBe(model.size);
        expect(list.numberFrom(first)).toBe(inOrder.find(([number]) => number >= first)?.[0]);
        expect(list.cell(first) === undefined).toBe(!model.has(first));
      }),
    );
  });
});
