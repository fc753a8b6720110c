import type fc from 'fast-check';
import { expect } from 'vitest';
import { type Act, expectedOf } from './handover-acts.ts';
import { brokenHandovers } from './handover-invariants.ts';
import { kindOf, type Model } from './handover-model.ts';
import { modelState, worldState } from './handover-state.ts';
import { newcomer, perform, type World } from './handover-world.ts';

export type HandoverCommand = fc.AsyncCommand<Model, World>;
/** How often each act had each outcome, over all runs. */
export type Coverage = Map<string, number>;

/** Applies an act to the product and to the model, and compares the outcomes and the complete states. */
async function live(coverage: Coverage, name: string, act: Act, m: Model, world: World): Promise<void> {
  const answered = await perform(world, act);
  const { answer, why, made } = expectedOf(m, act);
  expect([name, act.do, answered.answer]).toEqual([name, act.do, answer]);
  if (made) {
    made.id = answered.id ?? '';
    // no two objects are created in the same instant, so that their order is known
    m.nowMs++;
    world.fixture.clock.forward(1);
  }
  if (act.do === 'close') await takeSeat(m, world, act.seat);
  const [state, broken] = await Promise.all([worldState(world), brokenHandovers(world)]);
  expect([name, state]).toEqual([name, modelState(m)]);
  expect([name, broken]).toEqual([name, []]);
  const count = (what: string): void => void coverage.set(what, (coverage.get(what) ?? 0) + 1);
  count(`${labelOf(act)}: ${answer}${why ? ` (${why})` : ''}`);
  for (const one of m.handovers) coverage.set(`${kindOf(one)} is ${one.status}`, 1);
  for (const { status } of m.listings) coverage.set(`listing is ${status}`, 1);
  for (const { status } of m.requests) coverage.set(`request is ${status}`, 1);
}

/**
 * The act's name in the coverage, with the handover's kind; a release for `no_food` or `stopped_waiting` has its reason
 * as name.
 */
function labelOf(act: Act): string {
  if (!('handover' in act)) return act.do;
  const isNamed = act.do === 'release' && (act.reason === 'no_food' || act.reason === 'stopped_waiting');
  return `${isNamed ? act.reason : act.do} on ${kindOf(act.handover)}`;
}

/** A new person of the same kind takes the seat of the one who left. */
async function takeSeat(m: Model, world: World, seat: number): Promise<void> {
  const kind = m.kinds.get(m.seats[seat] ?? '') ?? 'recipient';
  const person = await newcomer(world.fixture, kind);
  world.people.set(person.userId, person);
  m.kinds.set(person.userId, kind);
  m.bornMs.set(person.userId, m.nowMs);
  m.seats[seat] = person.userId;
}

/** The next act, if it is possible. */
export type Step = (m: Model) => Act | undefined;
export const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);

/** The command that takes these steps in turn; skipped where the first one is not possible. */
export function command(coverage: Coverage, name: string, ...steps: readonly Step[]): HandoverCommand {
  return {
    check: (m) => steps[0]?.(m) !== undefined,
    async run(m, world) {
      for (const step of steps) {
        const act = step(m);
        if (act) await live(coverage, name, act, m, world);
      }
    },
    toString: () => name,
  };
}
