// People who share, claim, write and release all the time, and repeat what got no answer, as the page does.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../../server/src/platform/clock.ts';
import { type AskedWrite, checkWrites, type WriteFault } from '../../server/test/check-writes.ts';
import { listingBody } from '../../server/test/factories/listing-body.ts';
import type { TestPerson } from '../../server/test/factories/people.ts';
import { type Answer, type App, call, createPeople, type Pool } from './stage.ts';

/** Drawn for each repetition, so that they do not come together. */
const REPEAT_AFTER_MS = { least: 200, most: 800 } as const;

export type Writers = {
  /** Every call with its answer. */
  readonly answers: (Answer & { readonly what: string })[];
  readonly asked: AskedWrite[];
  /** Acknowledged writes so far. */
  count(): number;
  /** Ends the load; resolves when every call has ended. */
  stop(): Promise<void>;
};

/** Starts `count` writers; each shares among `peopleEach` people, since a person may claim ten times a day. */
export async function startWriters(
  app: Pick<App, 'address'>,
  pool: Pool,
  {
    count,
    peopleEach = 20,
    pauseMs = 30,
    clock = systemClock,
  }: { count: number; peopleEach?: number; pauseMs?: number; clock?: Clock },
): Promise<Writers> {
  const people = await createPeople(pool, count * peopleEach);
  const answers: Writers['answers'] = [];
  const asked: AskedWrite[] = [];
  const over = new AbortController();
  // other writers may have been here before
  const run = randomBytes(3).toString('hex');

  /** One write, repeated until it is answered; null if it was refused, or the load has ended first. */
  async function write(who: TestPerson, one: AskedWrite, url: string, body?: object): Promise<unknown> {
    asked.push(one);
    while (!over.signal.aborted) {
      const answer = await call(
        app.address(),
        who.cookie,
        'POST',
        url,
        body,
        one.mark.replaceAll(/\W/g, '-'),
      );
      answers.push({ ...answer, what: one.what });
      if (answer.status >= 200 && answer.status < 300) {
        one.isAcknowledged = true;
        return answer.body;
      }
      if (answer.status !== 0 && answer.status !== 503) return null;
      await sleep(REPEAT_AFTER_MS.least + Math.random() * (REPEAT_AFTER_MS.most - REPEAT_AFTER_MS.least));
    }
    return null;
  }

  const ask = (what: AskedWrite['what'], mark: string): AskedWrite => ({ what, mark, isAcknowledged: false });

  async function live(writer: number): Promise<void> {
    for (let nth = 0; !over.signal.aborted; nth++) {
      const [giver, claimer] = [nth, nth + 1].map((at) => people[writer * peopleEach + (at % peopleEach)]);
      if (!giver || !claimer) return;
      const mark = `Soup ${run} ${writer} ${nth}`;
      const listing = textOf(
        await write(giver, ask('listing', mark), '/api/food-listings', {
          ...listingBody(clock),
          title: mark,
        }),
        'id',
      );
      const claimed =
        listing &&
        (await write(
          claimer,
          ask('claim', `${listing} ${claimer.id}`),
          `/api/food-listings/${listing}/claim`,
          {
            servings: 1,
          },
        ));
      if (claimed) {
        const { conversation, handover } = partsOf(claimed);
        const text = `At six? ${run} ${writer} ${nth}`;
        await write(claimer, ask('message', text), `/api/conversations/${conversation}/messages`, {
          content: text,
        });
        if (nth % 3 > 0) await write(claimer, ask('release', handover), `/api/handovers/${handover}/release`);
      }
      await sleep(pauseMs);
    }
  }

  const load = Array.from({ length: count }, (_, writer) => live(writer));
  return {
    answers,
    asked,
    count: () => asked.filter(({ isAcknowledged }) => isAcknowledged).length,
    async stop() {
      over.abort();
      await Promise.all(load);
    },
  };
}

const fieldOf = (from: unknown, name: string): unknown =>
  typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
const textOf = (from: unknown, name: string): string => {
  const value = fieldOf(from, name);
  return typeof value === 'string' ? value : '';
};
const partsOf = (claimed: unknown) => ({
  conversation: textOf(claimed, 'conversationId'),
  handover: textOf(fieldOf(fieldOf(claimed, 'claim'), 'handover'), 'id'),
});

/** What no writer meets who does nothing wrong: any refusal but that of a limit, and a fault. */
export const isOdd = ({ status, body }: Answer): boolean =>
  status >= 400 && status !== 429 && status !== 503 && textOf(body, 'code') !== 'claim-limit';

/** What the writers' calls and the database say together, as the end of a line of the table; `isMeant` is no fault. */
export async function judge(
  writers: Writers,
  pool: Pool,
  isMeant: (fault: WriteFault) => boolean = () => false,
) {
  await writers.stop();
  const faults = (await checkWrites(pool, writers.asked)).filter((fault) => !isMeant(fault));
  const counts = ['lost', 'doubled', 'half'].map(
    (fault) => `${faults.filter((one) => one.fault === fault).length} ${fault}`,
  );
  const odd = writers.answers.filter(isOdd);
  for (const { fault, what } of faults.slice(0, 10)) console.error(`  ${fault}: ${what}`);
  for (const { what, status, code, body } of odd.slice(0, 5))
    console.error(`  ${what}: ${status} ${code} ${JSON.stringify(body)}`);
  const repeated = writers.answers.filter(({ status }) => status === 0 || status === 503).length;
  return {
    found: `${writers.count()} acknowledged writes, ${repeated} calls repeated: ${counts.join(', ')}; ${odd.length} odd answers`,
    isGood: faults.length === 0 && odd.length === 0 && writers.count() > 0,
  };
}
