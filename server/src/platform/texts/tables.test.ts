import { globSync } from 'node:fs';
import path from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { isTextTable, type TextTable } from '@openlarder/domain/kernel/text-table.ts';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../../..');

async function tablesOf(folder: string): Promise<TextTable[]> {
  const cwd = path.join(ROOT, folder);
  const modules = await Promise.all(
    globSync('**/*-texts.ts', { cwd }).map(
      (file) => import(path.join(cwd, file)) as Promise<Record<string, unknown>>,
    ),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isTextTable);
}

const tables = [...(await tablesOf('domain/src')), ...(await tablesOf('server/src'))];
const texts = tables.flatMap(({ namespace, messages }) =>
  Object.entries(messages).map(([key, message]) => [`${namespace}.${key}`, message] as const),
);

test('every text has an id of its own', () => {
  const ids = texts.map(([id]) => id);
  expect(ids).toContain('error.not-found');
  expect(ids).toContain('startup.running');
  expect(new Set(ids).size).toBe(ids.length);
});

test('every text is a message', () => {
  for (const [id, message] of texts) expect([id, compileMessageOrThrow(message)]).not.toEqual([id, []]);
});
