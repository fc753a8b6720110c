import type fc from 'fast-check';
import { expect } from 'vitest';
import { brokenInvariants } from '#server/testing/factories/claims-fixture.ts';
import { type Act, expectedOf } from './claim-acts.ts';
import type { Model } from './claim-model.ts';
import { brokenLimits, modelState, perform, type World, worldState } from './claim-world.ts';

export type ClaimCommand = fc.AsyncCommand<Model, World>;
/** How often each act had each outcome, over all runs. */
export type Coverage = Map<string, number>;

/** Applies an act to the product and to the model, and compares the outcomes and the complete states. */
async function live(coverage: Coverage, name: string, act: Act, m: Model, world: World): Promise<void> {
  const answered = await perform(world, act);
  const { answer, why, made } = expectedOf(m, act);
  expect([name, answered.answer]).toEqual([name, answer]);
  if (made) {
    made.id = answered.id ?? '';
    // no two objects are created in the same instant, so that their order is known
    m.nowMs++;
    world.fixture.clock.forward(1);
  }
  if (act.do === 'close') {
    const newcomer = await world.fixture.person();
    world.people.set(newcomer.userId, newcomer);
    m.seats[act.seat] = newcomer.userId;
  }
  const [state, promises, limits] = await Promise.all([
    worldState(world),
    brokenInvariants(world.fixture.pool),
    brokenLimits(world),
  ]);
  expect([name, state]).toEqual([name, modelState(m)]);
  expect([name, promises, limits]).toEqual([name, [], []]);
  const counted = `${act.do}: ${answer}${why ? ` (${why})` : ''}`;
  coverage.set(counted, (coverage.get(counted) ?? 0) + 1);
  for (const { status } of m.claims) coverage.set(`claim is ${status}`, 1);
  for (const { status } of m.listings) coverage.set(`listing is ${status}`, 1);
}

/** The next act, if it is possible. */
export type Step = (m: Model) => Act | undefined;
export const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step);

/** The command that takes these steps in turn; skipped where the first one is not possible. */
export function command(coverage: Coverage, name: string, ...steps: readonly Step[]): ClaimCommand {
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
