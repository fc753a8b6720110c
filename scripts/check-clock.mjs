// Rules and use-cases get the time and random numbers passed in: nothing in domain or a feature of the server reads
// them. The web app has the server's time from `Date.now()` alone: `new Date()` is the device's.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './bootstrap.mjs';

const FORBIDDEN_MEMBERS = new Set([
  'Date.now',
  'Math.random',
  'performance.now',
  'process.hrtime',
  'Temporal.Now',
]);

/** Finds the places in a TypeScript text that read the clock or random numbers, as `{ line, what }`. */
export function clockReads(text, name = 'module.ts') {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const what = forbidden(node);
    if (what) found.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, what });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function forbidden(node) {
  if (ts.isPropertyAccessExpression(node)) {
    const owner = node.expression.getText().replace(/^globalThis[.]/, '');
    const member = `${owner}.${node.name.text}`;
    return FORBIDDEN_MEMBERS.has(member) ? member : null;
  }
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return null;
  if (!/^(globalThis[.])?Date$/.test(node.expression.getText())) return null;
  if (ts.isCallExpression(node)) return 'Date()';
  return node.arguments?.length ? null : 'new Date()';
}

const isChecked = (file) =>
  !/[.]test[.]tsx?$/.test(file) && /^(domain\/src|server\/src\/features|web\/src\/(?!testing\/))/.test(file);
/** Whether a file of the web app may read it. */
const isServerTime = (file, what) => file.startsWith('web/') && !/^(new )?Date\(\)$/.test(what);

if (process.argv[1] === import.meta.filename) {
  const files = ['domain/src', 'server/src', 'web/src']
    .flatMap((tree) =>
      fs.readdirSync(path.join(root, tree), { recursive: true }).map((file) => path.posix.join(tree, file)),
    )
    .filter((file) => /[.]tsx?$/.test(file) && isChecked(file));
  const faults = files.flatMap((file) =>
    clockReads(fs.readFileSync(path.join(root, file), 'utf8'), file)
      .filter(({ what }) => !isServerTime(file, what))
      .map(({ line, what }) => `${file}:${line}: ${what}`),
  );
  for (const fault of faults)
    console.error(
      `${fault}: the time and random numbers are passed in, or, in the web app, the time is Date.now()`,
    );
  if (files.length === 0) console.error('no module to check was found');
  process.exit(faults.length === 0 && files.length > 0 ? 0 : 1);
}
