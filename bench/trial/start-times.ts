// start-times.ts FOLDER DATA_DIR PORT COUNT: prints as JSON how many milliseconds each start of a release takes from the spawn to
// the first 200 of /healthz. The first start makes the database, and does not count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const [folder = '', dataDir = '', port = '', count = ''] = process.argv.slice(2);
const env = { PATH: process.env['PATH'], PORT: port, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent' };
const times: number[] = [];
for (let nth = 0; nth <= Number(count); nth++) {
  const beganMs = performance.now();
  const app = spawn('node_modules/.bin/node', ['scripts/start.mjs'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(app, 'exit');
  const answers = async (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await answers())) {
    if (app.exitCode !== null) throw new Error(`it ended with ${app.exitCode}`);
    await sleep(10);
  }
  if (nth > 0) times.push(performance.now() - beganMs);
  app.kill('SIGTERM');
  await ended;
}
console.log(JSON.stringify(times));
