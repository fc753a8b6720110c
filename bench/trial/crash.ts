// The app and its database are killed again and again under writers.
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady, type Trial, untilTrue } from './stage.ts';
import { judge, startWriters } from './writers.ts';

const WRITERS = 40;
/** From the start to the kill, drawn: in the middle of anything. */
const KILL_AFTER_MS = { app: 600, database: 400 };

export const crash: Trial = async (stage, isShort) => {
  const kills = isShort ? { app: 3, database: 3 } : { app: 100, database: 50 };
  const app = await stage.app();
  const writers = await startWriters(app, stage.pool(), { count: WRITERS, peopleEach: isShort ? 10 : 60 });
  const backMs: number[] = [];
  const killed = async (kill: () => Promise<void>, afterMs: number): Promise<void> => {
    await sleep(stage.random() * afterMs);
    const before = writers.count();
    await kill();
    backMs.push(await untilTrue(() => writers.count() > before + 1));
  };
  for (let nth = 0; nth < kills.app; nth++)
    await killed(async () => {
      await app.end('SIGKILL');
      await app.start();
    }, KILL_AFTER_MS.app);
  for (let nth = 0; nth < kills.database; nth++)
    await killed(async () => {
      await untilTrue(() => stage.embeddedPid() !== null);
      process.kill(stage.embeddedPid() ?? 0, 'SIGKILL');
    }, KILL_AFTER_MS.database);
  await untilTrue(() => isReady(app));
  const { found, isGood } = await judge(writers, stage.pool());
  const exit = await app.end('SIGTERM');
  return [
    {
      done: `${kills.app} kills of the app, ${kills.database} of the database, ${WRITERS} writers`,
      found: `${found}; the slowest time until a write after a start ${Math.max(...backMs).toFixed(0)} ms; then exit ${exit}`,
      isGood: isGood && exit === 0,
    },
  ];
};
