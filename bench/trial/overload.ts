// What overload.ts measures, as lines of the table.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Row, Stage, Trial } from './stage.ts';

const PROGRAM = path.join(import.meta.dirname, '../overload.ts');

async function measured(stage: Stage, seconds: number): Promise<Row> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, SECONDS: String(seconds) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  stage.atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    process.stdout.write(`  ${text}`);
  });
  await once(child, 'close');
  const lines = said.trim().split('\n');
  const over = lines.find((line) => line.startsWith('at 3 times')) ?? '';
  return {
    done: `three times what it can do for ${seconds} s, and one person's flood`,
    found: `${over}; ${lines.find((line) => line.startsWith('normal')) ?? 'nothing'}`,
    isGood: child.exitCode === 0,
  };
}

export const overload: Trial = async (stage, isShort) => {
  const rows: Row[] = [];
  for (let nth = 0; nth < (isShort ? 1 : 3); nth++) rows.push(await measured(stage, isShort ? 5 : 60));
  return rows;
};
