import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type AppPair, ORIGIN, startAppPair } from '#server/testing/app-pair.ts';
import type { TestPerson } from '#server/testing/factories/people.ts';
import { openTrustedLive } from '#server/testing/live/live-client.ts';

type Ask = (method: string, url: string, body?: object) => Promise<number>;
type Scene = { readonly ask: Ask; readonly person: TestPerson; readonly db: AppPair['db'] };

/** Every way in which a session can end. */
const ENDINGS: readonly (readonly [string, (scene: Scene) => Promise<unknown>])[] = [
  ['signing out', ({ ask }) => ask('GET', '/api/logout')],
  ['ending this device from the list', ({ ask, person }) => ask('DELETE', sessionPath(person))],
  ['signing out everywhere', ({ ask }) => ask('POST', '/api/auth/sign-out-everywhere')],
  ['closing the account', ({ ask }) => ask('POST', '/api/users/close-account', {})],
  [
    'running out',
    ({ db, person }) =>
      db
        .updateTable('session')
        .set({ expires_at: new Date() })
        .where('id', '=', person.caller.sessionId)
        .execute(),
  ],
  [
    'a program of its own, such as the admin command',
    ({ db, person }) => db.deleteFrom('session').where('person_id', '=', person.id).execute(),
  ],
];

const sessionPath = ({ caller }: TestPerson): string => `/api/auth/sessions/${caller.sessionId}`;

test('when a session ends, its sockets in every process close immediately, even while an open transaction holds back all events', async () => {
  const { apps, db, connection, createPerson } = await startAppPair();
  const idle = new Client(connection);
  await idle.connect();
  onTestFinished(() => idle.end());
  await idle.query('begin');
  await idle.query('select pg_current_xact_id()');
  const join = ({ cookie }: TestPerson, which: 0 | 1) =>
    openTrustedLive(`${apps[which].address.replace('http', 'ws')}/ws`, { cookie, origin: ORIGIN });
  const bystander = await createPerson();
  const others = await Promise.all([join(bystander, 0), join(bystander, 1)]);

  const tookMs: Record<string, number> = {};
  for (const [how, end] of ENDINGS) {
    const person = await createPerson();
    const ask: Ask = async (method, url, body) => {
      const { status } = await fetch(apps[0].address + url, {
        method,
        redirect: 'manual',
        headers: {
          origin: ORIGIN,
          referer: `${ORIGIN}/`,
          cookie: person.cookie,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return status;
    };
    const tabs = await Promise.all([join(person, 0), join(person, 1)]);
    await end({ ask, person, db });
    const endedMs = performance.now();
    const codes = await Promise.race([Promise.all(tabs.map(({ closed }) => closed)), sleep(10_000)]);
    tookMs[how] = Math.round(performance.now() - endedMs);
    expect(codes, how).toEqual([4401, 4401]);
    // by the event log, which the open transaction holds back, it takes more than five seconds
    expect(tookMs[how], how).toBeLessThan(4000);
  }
  console.log('from the end of a session to its last socket, in ms:', tookMs);
  for (const { socket } of others) expect(socket.readyState).toBe(socket.OPEN);
});
