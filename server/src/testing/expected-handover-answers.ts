import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Scene } from '#server/testing/factories/personas.ts';
import { type Expected, only } from './expected-answer.ts';

/** The handover of the claimer's claim on the owner's listing. */
const handoverOf = ({ claim }: Scene): string => claim.handover.id;
const inTwoHours = (_id: string, clock: Clock) => ({
  time: new Date(clock.now().getTime() + 2 * HOUR_MS).toISOString(),
});

/** The calls about handovers: the owner gives, the claimer receives. */
export const EXPECTED_OF_HANDOVERS = {
  'GET /api/handovers/{id}': { answers: only({ claimer: 200, owner: 200 }), about: handoverOf },
  'GET /api/handovers/{id}/pickup.ics': { answers: only({ claimer: 200, owner: 200 }), about: handoverOf },
  'POST /api/handovers/{id}/propose-time': {
    answers: only({ claimer: 200, owner: 200 }),
    about: handoverOf,
    body: inTwoHours,
  },
  'POST /api/handovers/{id}/accept-time': {
    answers: only({ claimer: 409, owner: 409 }),
    about: handoverOf,
    body: inTwoHours,
  },
  'POST /api/handovers/{id}/coming': { answers: only({ claimer: 409, owner: 403 }), about: handoverOf },
  'POST /api/handovers/{id}/on-my-way': { answers: only({ claimer: 409, owner: 409 }), about: handoverOf },
  'POST /api/handovers/{id}/release': {
    answers: only({ claimer: 200, owner: 200 }),
    about: handoverOf,
    body: () => ({ reason: 'other' }),
  },
  'POST /api/handovers/{id}/no-show': { answers: only({ claimer: 403, owner: 409 }), about: handoverOf },
  'POST /api/handovers/{id}/dispute': {
    answers: only({ claimer: 409, owner: 409 }),
    about: handoverOf,
    body: () => ({ details: 'It was not so' }),
  },
  'POST /api/handovers/{id}/complete': {
    answers: only({ claimer: 403, owner: 422 }),
    about: handoverOf,
    body: () => ({ code: '0000' }),
  },
  'POST /api/handovers/{id}/thank': {
    answers: only({ claimer: 409, owner: 403 }),
    about: handoverOf,
    body: () => ({ note: 'Thank you' }),
  },
} satisfies Record<string, Expected>;
