import type fc from 'fast-check';
import { expect } from 'vitest';
import { type Act, expectedOf } from './request-acts.ts';
import type { Model } from './request-model.ts';
import { broken, modelState, newcomer, perform, type World, worldState } from './request-world.ts';

export type RequestCommand = fc.AsyncCommand<Model, World>;
/** How often each act had each outcome, over all runs. */
export type Coverage = Map<string, number>;

/** Applies an act to the product and to the model, and compares the outcomes and the complete states. */
async function live(coverage: Coverage, name: string, act: Act, m: Model, world: World): Promise<void> {
  const answered = await perform(world, act);
  const { answer, why, made, claim, isNew } = expectedOf(m, act);
  expect([name, answered.answer]).toEqual([name, answer]);
  if (made) made.id = answered.id ?? '';
  if (claim) claim.id = answered.claimId ?? '';
  if (made || isNew) {
    // no two objects are created in the same instant, so that their order is known
    m.food.nowMs++;
    world.fixture.clock.forward(1);
  }
  if (act.do === 'close') await takeSeat(m, world, act.seat);
  expect([name, await worldState(world)]).toEqual([name, modelState(m)]);
  expect([name, await broken(world)]).toEqual([name, []]);
  const count = (what: string): void => void coverage.set(what, (coverage.get(what) ?? 0) + 1);
  count(`${act.do}: ${answer}${why ? ` (${why})` : ''}`);
  for (const request of m.requests) {
    count(`request is ${request.status}`);
    for (const { status, claim: given } of request.matches)
      count(`match ${given ? 'with' : 'without'} a listing is ${status}`);
  }
}

/** A new person of the same kind takes the seat of the one who left. */
async function takeSeat(m: Model, world: World, seat: number): Promise<void> {
  const kind = m.kinds.get(m.food.seats[seat] ?? '') ?? 'recipient';
  const person = await newcomer(world.fixture, kind);
  world.people.set(person.userId, person);
  m.kinds.set(person.userId, kind);
  m.food.seats[seat] = person.userId;
}

/** The next act, if it is possible. */
export type Step = (m: Model) => Act | undefined;

/** The command that takes these steps in turn; skipped where the first one is not possible. */
export function command(coverage: Coverage, name: string, ...steps: readonly Step[]): RequestCommand {
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
