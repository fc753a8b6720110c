// Checks that every user-visible text is in a catalog: by lingui's macros in the web app, in a table of a `*-texts.ts`
// file elsewhere. Lists anything else that looks like a sentence. Not checked: texts for programmers only (messages of
// bugs, log lines, descriptions of endpoints), SQL, tests, and the content of the demo.
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from './bootstrap.mjs';

const FOLDERS = ['domain/src', 'server/src', 'web/src'];
const LEFT_OUT =
  /-texts\.ts$|\/feature-order\.ts$|\.test\.tsx?$|\.d\.ts$|\/(testing|demo|migrations|locales)\/|\/platform\/http\/openapi\//;

/** Components and calls whose content is in the catalog. */
const MACROS = new Set(['t', 'msg', 'plural', 'select', 'selectOrdinal', 'defineMessage', 'textTable']);
const MACRO_ELEMENTS = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);
/** Properties that only programmers read: the OpenAPI document and the rules of a database. */
const FOR_PROGRAMMERS = new Set(['summary', 'tag', 'headers', 'comment', 'example']);
const LOG_METHODS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'log']);

/** Texts that look like a sentence and are none, or are translated elsewhere. */
const ALLOWED = new Map([
  ...[
    ...['FDA', 'USDA', 'FSA', 'WRAP', 'Samsung Internet', 'Food Banks Canada', 'Trussell food banks'],
    ...['Society of St Vincent de Paul', 'Ask Izzy', 'Work and Income', 'The Salvation Army'],
    'Voedselbanken Nederland',
    'Codex Alimentarius',
    'New York',
    'Feeding America, from USDA What We Eat in America 2011–12',
    'SOFI 2025',
  ].map((name) => [name, 'a proper name']),
  ['Food bank|555 0100|https://food.example|Mondays; Town hall|555 0199||', 'an example of a setting'],
  ['Photo x', 'the evidence of a report, stored'],
  ['Photo xx', 'the evidence of a report, stored'],
  ['Made with Natural Earth. GeoNames, CC BY 4.0', 'the credit that the data asks for'],
  ['Bearer x', 'a header'],
  ...['Expires Very Soon', 'Expires Today', 'Expires Tomorrow'].map((key) => [
    key,
    'a key that the browser words',
  ]),
  ['Food needed', 'a title on the wire that the browser words'],
  ['Anonymous User', 'a name on the wire, as specified'],
  ['Deleted account', 'a name on the wire, as specified'],
  ...['Estimated weight (lb)', 'Estimated weight (kg)', 'Received by'].map((name) => [
    name,
    'a column of a file for other programs',
  ]),
  ...[
    'Han Hira Kana Bopo Hang',
    'Yiii Tang Nshu Kits Thai Laoo Khmr Mymr Lana Talu Tavt Tibt Java Bali Cham Ahom',
  ].map((codes) => [codes, 'codes of scripts']),
  ['Unable to preload CSS', 'an error of the bundler, recognized'],
  ['Figtree, system-ui, sans-serif', 'fonts'],
  ['Bricolage Grotesque', 'a font'],
]);

const isWord = /\p{L}{2}/u;
/** Two words that begin with a capital, or that end as a sentence does. */
const isSentence = (text) =>
  /^\s*\p{Lu}[\p{Ll}’']+[,:]? \p{L}/u.test(text) || /^[^:]*\p{Ll}{2,} [\p{L} ,’'-]*\p{Ll}[.?!]$/u.test(text);
/** Quotation marks differ between languages. */
const hasQuotes = (text) => /[“”„«»]/.test(text);
const isLabel = (text) => /^\p{Lu}\p{Ll}+/u.test(text);

/** Whether a parent node shows that the text is in a catalog, or that only programmers read it. */
function isExempt(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at;
    if (ts.isJsxElement(parent) && MACRO_ELEMENTS.has(parent.openingElement.tagName.getText())) return true;
    if (ts.isJsxOpeningLikeElement(parent) && MACRO_ELEMENTS.has(parent.tagName.getText())) return true;
    if (ts.isTaggedTemplateExpression(parent)) return true;
    if (ts.isNewExpression(parent) && /(Error|Exception)$/.test(parent.expression.getText())) return true;
    if (ts.isCallExpression(parent) && at !== parent.expression) {
      const called = parent.expression;
      if (MACROS.has(called.getText()) || called.kind === ts.SyntaxKind.SuperKeyword) return true;
      if (ts.isPropertyAccessExpression(called) && LOG_METHODS.has(called.name.text)) return true;
    }
    if (ts.isPropertyAssignment(parent) && FOR_PROGRAMMERS.has(parent.name.getText())) return true;
    if (ts.isVariableDeclaration(parent) && parent.name.getText().startsWith('EXAMPLE_')) return true;
    if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
  }
  return false;
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join('');
  return null;
}

/** Finds the sentences of a TypeScript text that are in no catalog, as `{ line, text }`. */
export function hardcodedTextsIn(source, name = 'module.tsx') {
  const tree = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const tell = (node, text) => {
    if (ALLOWED.has(text.trim()) || isExempt(node)) return;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    found.push({ line: line + 1, text: text.trim() });
  };
  const visit = (node) => {
    if (ts.isJsxText(node)) {
      if (isWord.test(node.text)) tell(node, node.text);
      return;
    }
    const text = textOf(node);
    if (text !== null) {
      const isAttribute = node.parent && ts.isJsxAttribute(node.parent);
      if (isSentence(text) || hasQuotes(text) || (isAttribute && isLabel(text))) tell(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

if (process.argv[1] === import.meta.filename) {
  const files = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file)),
  );
  const found = files.flatMap((file) =>
    hardcodedTextsIn(fs.readFileSync(path.join(root, file), 'utf8'), file).map(
      ({ line, text }) => `${file}:${line}: ${text}`,
    ),
  );
  for (const each of found) console.error(`${each} (stands in no catalog)`);
  if (files.length === 0) console.error('no module to check was found');
  process.exit(found.length === 0 && files.length > 0 ? 0 : 1);
}
