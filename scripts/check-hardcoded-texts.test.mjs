import { expect, test } from 'vitest';
import { hardcodedTextsIn } from './check-hardcoded-texts.mjs';

test.each([
  ["const text = 'Someone was faster.';", 'Someone was faster.'],
  ["const text = 'please sign in again.';", 'please sign in again.'],
  ['const text = `You have ${count} open pickups`;', 'You have x open pickups'],
  ['const text = `“${title}”`;', '“x”'],
  ['const seen = <p>Nothing here</p>;', 'Nothing here'],
  ['const seen = <Button label="Save" />;', 'Save'],
  ['const seen = <img alt="" aria-label={on ? "Turn off" : "Turn on"} />;', 'Turn off'],
  ["throw conflict('Your request is still open.');", 'Your request is still open.'],
])('%s is found', (text, sentence) => {
  expect(hardcodedTextsIn(`// line one\n${text}`)[0]).toEqual({ line: 2, text: sentence });
});

test.each([
  ['const text = t`Someone was faster.`;'],
  ["const label = msg({ message: 'Someone was faster.' });"],
  ['const seen = <p><Trans>Nothing <b>is here</b></Trans></p>;'],
  ["const seen = plural(count, { one: 'Only one left', other: 'Many are left' });"],
  ["const table = textTable('mail', { gone: 'This food is gone.' });"],
  ["throw new Error('The page has no root to draw into');"],
  ["log.warn({ error }, 'The database is away.');"],
  ["const spec = { summary: 'Claims a listing', tag: 'Claims' };"],
  ['const rows = sql`select Some columns from here.`;'],
  ["const style = 'flex items-center gap-2';"],
  ["import { a } from './Some file.ts';"],
])('%s is allowed', (text) => {
  expect(hardcodedTextsIn(text)).toEqual([]);
});
