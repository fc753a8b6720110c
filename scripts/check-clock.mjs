// Rules and use-cases are given the time and the dice: nothing in domain, a service or a store reaches for them.
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

/** The places in a TypeScript text that read the clock or throw dice, as `{ line, what }`. */
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

const ruled = (file) =>
  !/[.]test[.]ts$/.test(file) && (/^domain\/src\//.test(file) || /[.](service|store)[.]ts$/.test(file));

if (process.argv[1] === import.meta.filename) {
  const files = ['domain/src', 'server/src']
    .flatMap((tree) =>
      fs.readdirSync(path.join(root, tree), { recursive: true }).map((file) => path.posix.join(tree, file)),
    )
    .filter((file) => /[.]ts$/.test(file) && ruled(file));
  const faults = files.flatMap((file) =>
    clockReads(fs.readFileSync(path.join(root, file), 'utf8')).map(
      ({ line, what }) => `${file}:${line}: ${what}`,
    ),
  );
  for (const fault of faults) console.error(`${fault}: the clock and the dice are passed in`);
  if (files.length === 0) console.error('no module to check was found');
  process.exit(faults.length === 0 && files.length > 0 ? 0 : 1);
}
