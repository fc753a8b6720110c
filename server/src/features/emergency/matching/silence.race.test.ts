import { HOUR_MS, MINUTE_MS } from '@openlarder/domain/kernel/time.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { postSystemMessage, sendMessage } from '#server/features/messaging/messages/send-message.ts';
import * as messaging from '#server/features/messaging/messaging.service.ts';
import { inTransaction } from '#server/platform/postgres/database.ts';
import { brokenInvariants } from '#server/test/factories/claims-fixture.ts';
import { brokenRequestInvariants, emergencyFixture } from '#server/test/factories/emergency-fixture.ts';
import { expireRequests } from '../requests/end-request.ts';
import { getRequest } from '../requests/request-queries.ts';

const { ctx, clock, pool, donor, matched } = await emergencyFixture();

afterEach(async () => {
  expect([...(await brokenInvariants(pool)), ...(await brokenRequestInvariants(pool))]).toEqual([]);
});

/** Resolves when so many statements wait for a lock. */
const waitForLocks = (count: number): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBe(count);

/** A match that the next run of the task ends, unless this side writes before. */
async function nearlySilent(side: 'helper' | 'requester') {
  const scene = await matched();
  // whose words count, too
  await pool.query('update person set verified = true where id = $1', [scene.helper.userId]);
  if (side === 'requester') await sendMessage(ctx, scene.helper, scene.conversationId, 'On my way');
  clock.forward(side === 'helper' ? 20 * MINUTE_MS : 2 * HOUR_MS);
  return { ...scene, speaker: scene[side] };
}

describe.each(['helper', 'requester'] as const)(
  'a message of the %s while their match ends in silence',
  (side) => {
    test('keeps the match if it is sent first', async () => {
      const { requester, id, conversationId, speaker } = await nearlySilent(side);
      const [said, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const saying = inTransaction(ctx, async (tx) => {
        await postSystemMessage(tx, conversationId, 'place_shared', speaker.userId);
        said.resolve();
        await mayCommit.promise;
      });
      await said.promise;
      const ending = expireRequests(ctx);
      await waitForLocks(1);
      mayCommit.resolve();
      await Promise.all([saying, ending]);
      expect(await getRequest(ctx, requester, id)).toMatchObject({ status: 'matched' });
    });

    test('is in the conversation if it comes second, and the helper may rejoin', async () => {
      const { requester, helper, id, conversationId, speaker } = await nearlySilent(side);
      // an alert to this donor is the last of what the end of a match writes
      await donor();
      const holder = await pool.connect();
      try {
        await holder.query('begin');
        await holder.query('lock table emergency_alert in share mode');
        const ending = expireRequests(ctx);
        await waitForLocks(1);
        const saying = sendMessage(ctx, speaker, conversationId, 'Here I am');
        await waitForLocks(2);
        await holder.query('commit');
        await Promise.all([ending, saying]);
      } finally {
        holder.release();
      }
      expect(await getRequest(ctx, requester, id)).toMatchObject({ status: 'pending' });
      expect(await getRequest(ctx, helper, id)).toMatchObject({ earlierHelp: 'may-rejoin' });
      const { messages } = await messaging.listMessages(ctx, requester, conversationId, {
        limit: 2,
        cursor: null,
      });
      expect(messages.map(({ event, content }) => event ?? content)).toEqual(['helper_silent', 'Here I am']);
    });
  },
);
