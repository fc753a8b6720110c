import { expect, test } from 'vitest';
import type { Viewer } from '#server/platform/live/live-topic.ts';
import { makeStatementCounter } from '#server/testing/count-statements.ts';
import { emergencyFixture } from '#server/testing/factories/emergency-fixture.ts';
import {
  REQUEST_ALERTED,
  REQUEST_CHANGED,
  type RequestAlerted,
  type RequestChanged,
} from './emergency.events.ts';
import { emergencyTopics } from './emergency.live.ts';
import { listActive } from './requests/request-queries.ts';

const { ctx, pool, person, donor, ask } = await emergencyFixture();
const counted = makeStatementCounter(pool);
const topics = new Map(emergencyTopics(ctx).map((topic) => [topic.kind, topic]));

const payloadsOf = async <Payload>(kind: string): Promise<Payload[]> =>
  (await pool.query('select payload from live_event where kind = $1 order by number', [kind])).rows.map(
    ({ payload }) => payload,
  );

test('takes the same number of statements for one request as for many, and none for other people’s', async () => {
  const helper = await donor();
  const stranger = await person();
  for (let nth = 0; nth < 12; nth++) await ask(await person());
  const viewer = (userId: string): Viewer => ({
    userId,
    sessionId: '',
    bounds: null,
    groups: new Set(['emergency-donors']),
  });
  const listed = await listActive(ctx, helper);
  for (const kind of [REQUEST_ALERTED, REQUEST_CHANGED]) {
    const all = await payloadsOf<RequestAlerted & RequestChanged>(kind);
    const replay = async (some: readonly object[], userId: string): Promise<readonly unknown[]> =>
      (await topics.get(kind)?.replay(some, viewer(userId))) ?? [];
    const theirs = all.filter(({ donorIds, alertedIds }) => (donorIds ?? alertedIds).includes(helper.userId));
    expect(theirs).toHaveLength(12);
    expect((await replay(theirs, helper.userId)).every((told) => told && told !== 'withheld')).toBe(true);
    const one = await counted.in(() => replay(theirs.slice(0, 1), helper.userId));
    expect(await counted.in(() => replay(theirs, helper.userId))).toBe(one);
    expect(one).toBeLessThanOrEqual(12);
    if (kind === REQUEST_CHANGED) expect(await counted.in(() => replay(theirs, stranger.userId))).toBe(0);
  }
  expect(listed).toHaveLength(12);
});
