import os from 'node:os';
import { createInterface } from 'node:readline/promises';
import { INTERRUPTED, openersOf, runAdminCommand } from '#server/admin/run-admin-command.ts';
import { adminTexts } from '#server/admin/admin-texts.ts';
import { communityLanguage, translateInto } from '#server/platform/texts/translate.ts';

const translate = translateInto(communityLanguage(process.env['LANGUAGE']));

let opening: Promise<{ close(): Promise<void> }> | null = null;
let isLeaving = false;

/** Closes what was opened, also while it is still opening: an embedded PostgreSQL is left as it was found. */
async function leave(exitCode: number): Promise<void> {
  if (isLeaving) return;
  isLeaving = true;
  const opened = await opening?.catch(() => null);
  await opened?.close();
  process.exit(exitCode);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void leave(INTERRUPTED));

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once('SIGINT', () => void leave(INTERRUPTED));
  try {
    const answer = await terminal.question(translate(adminTexts, 'ask', { question }));
    return translate(adminTexts, 'yes').split(',').includes(answer.trim().toLowerCase());
  } finally {
    terminal.close();
  }
}

// what answers calls goes first
if (process.argv[2] === 'backup') os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
const { exitCode, lines } = await runAdminCommand(process.argv.slice(2), {
  translate,
  confirm,
  isInterrupted: () => isLeaving,
  ...openersOf(process.env, translate, (opened) => {
    opening = opened;
    return opened;
  }),
});
for (const line of lines) (exitCode === 0 ? console.log : console.error)(line);
await leave(exitCode);
