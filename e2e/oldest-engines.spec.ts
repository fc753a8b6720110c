import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import ts from 'typescript';
import { enginesWithout, OLDEST } from './hostile-browsers.ts';

const root = path.join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** What is asked for before it is used, and what stands in for it. */
const ASKED_FOR_FIRST = new Map([
  ['Navigator.share', 'the link is copied, the picture saved'],
  ['Navigator.canShare', 'the picture is saved'],
  ['requestIdleCallback', 'a timer'],
]);
/** Flags and groups of regular expressions that one of the engines refuses to read; builds leave them as they are. */
const NEWER_PATTERN = /\(\?(?:[ims]|-[ims])|\/[a-z]*v[a-z]*$/;

function* nodesOf(file: ts.SourceFile): Generator<ts.Node> {
  const nodes: ts.Node[] = [file];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (ts.isTypeNode(node)) continue;
    yield node;
    nodes.push(...node.getChildren(file));
  }
}

/** Interface and member, or a global alone, if the name is one of the standard libraries. */
function nameInLibraries(name: ts.Identifier, checker: ts.TypeChecker): readonly [string, string?] | null {
  const declaration = checker
    .getSymbolAtLocation(name)
    ?.declarations?.find((one) => /\/typescript\/lib\/lib\.[^/]+$/.test(one.getSourceFile().fileName));
  if (!declaration) return null;
  const { parent } = declaration;
  // what a constructor has stands in the type of a variable
  const owner = ts.isTypeLiteralNode(parent) ? parent.parent : parent;
  if (!ts.isInterfaceDeclaration(owner) && !ts.isVariableDeclaration(owner)) return [name.text];
  return [owner.name.getText().replace(/^Readonly(?=Array)|Constructor$/, ''), name.text];
}

test('no name and no pattern is used that a stated engine lacks', { tag: ['@long', '@wide'] }, () => {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, 'web/tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, ' '));
      },
    },
  );
  const ours = (config?.fileNames ?? []).filter((name) => !/\.test\.|\/testing\//.test(name));
  const program = ts.createProgram(ours, config?.options ?? {});
  const checker = program.getTypeChecker();
  const lacking = new Set<string>();
  for (const file of program.getSourceFiles()) {
    if (!/\/(?:web|domain)\/src\//.test(file.fileName)) continue;
    for (const node of nodesOf(file)) {
      if (ts.isRegularExpressionLiteral(node) && NEWER_PATTERN.test(node.text)) lacking.add(node.text);
      const name = ts.isIdentifier(node) && nameInLibraries(node, checker);
      if (name && enginesWithout(...name).length > 0) lacking.add(name.join('.'));
    }
  }
  expect([...lacking].toSorted()).toEqual([...ASKED_FOR_FIRST.keys()].toSorted());
});

test('README, what an older browser reads and the build state the same engines', {
  tag: ['@long', '@wide'],
}, () => {
  const { chrome, firefox, safari } = OLDEST;
  const stated = new RegExp(String.raw`Chrome ${chrome}, Firefox ${firefox}(?:,| and) Safari ${safari}`);
  expect(textOf('README.md')).toMatch(stated);
  expect(textOf('web/src/app/StartProblems.tsx')).toMatch(stated);
  expect(textOf('web/vite.config.ts')).toContain(
    `['chrome${chrome}', 'firefox${firefox}', 'safari${safari}']`,
  );
});
