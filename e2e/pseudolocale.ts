import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect as plainExpect, type Locator } from '@playwright/test';
import { helpLineTexts } from '@openlarder/domain/emergency/help-line-texts.ts';
import { helpLinesFor } from '@openlarder/domain/emergency/help-lines.ts';
import { impactFactTexts } from '@openlarder/domain/impact-facts/impact-fact-texts.ts';
import { impactFacts } from '@openlarder/domain/impact-facts/impact-facts.ts';
import { pseudoLetter, pseudoLetters, toPseudo } from '../web/pseudolocale.ts';

/** Set by playwright.pseudo.config.ts: the page is in the pseudolocale. */
export const isPseudo = process.env['E2E_LANGUAGE'] === 'pseudo';

export type Direction = 'ltr' | 'rtl';
type Pattern = string | RegExp;

const inEither = (letter: string): string => {
  const accented = pseudoLetter(letter);
  return accented === letter ? letter : `(?:${letter}|${accented})`;
};

/** The source of a regular expression; escapes such as `\d` and classes such as `[?&]` stay. */
const sourceInEither = (source: string): string =>
  source.replaceAll(/\\.|\[(?:\\.|[^\]])*\]|[A-Za-z]/g, (part) =>
    part.length === 1 ? inEither(part) : part,
  );

/** A pattern that matches an English text and its pseudolocale form. */
export function either(text: Pattern, { exact = false } = {}): RegExp {
  if (text instanceof RegExp) return new RegExp(sourceInEither(text.source), text.flags);
  const source = sourceInEither(
    text.trim().replaceAll(/[.*+?^${}()|[\]\\/]/g, (character) => `\\${character}`),
  ).replaceAll(/\s+/g, '\\s+');
  return exact ? new RegExp(`^\\s*${source}\\s*$`) : new RegExp(source, 'i');
}

/**
 * Texts by people of the tests are in no catalog: their names, titles, messages and addresses. They are kept in a file,
 * because a test sees texts of other tests, also of other workers.
 */
const ownTextsFile = `${process.env['E2E_DATA_DIR']}-own-texts`;
const remember = (text: string): void => appendFileSync(ownTextsFile, `${JSON.stringify(text)}\n`);
const OWN_FIELDS =
  /^(firstName|lastName|title|description|content|areaLabel|address|organizationName|location|button|text|pickup(Location|Instructions))$/;

export function rememberOwnTexts(data: unknown): void {
  if (!isPseudo) return;
  for (const [name, value] of Object.entries(data ?? {}))
    if (OWN_FIELDS.test(name) && typeof value === 'string' && value !== '') remember(value);
}
/** The server's names of areas. */
const placesFile = path.join(import.meta.dirname, '../server/src/demo/midtown-places.json');
const placeNames = (): string[] =>
  (JSON.parse(readFileSync(placesFile, 'utf8')) as { places: { name: string }[] }).places.map(
    ({ name }) => name,
  );

const catalogFile = path.join(import.meta.dirname, '../locales/en.po');
const badgeWords = (): string[] =>
  [...readFileSync(catalogFile, 'utf8').matchAll(/^msgid "badge\..*"\nmsgstr "(.*)"$/gm)].map(
    ([, words = '']) => words,
  );

/** Texts of the server in its own language: help lines, facts and badges. */
const serverWords = (): string[] => [
  ...badgeWords(),
  ...helpLinesFor('US', [], (key) => helpLineTexts.messages[key]).flatMap(({ name, url, note }) => [
    name,
    note,
    ...(url ? [new URL(url).hostname.replace(/^www\./, '')] : []),
  ]),
  ...impactFacts({}, (key) => impactFactTexts.messages[key]).flatMap(({ unit, description, source }) => [
    // the percent sign is part of the figure
    unit.replace('% ', ''),
    description,
    source,
  ]),
];

/** The longest first, so that a title is recognized before a word of it. */
export function knownOwnTexts(): string[] {
  const lines = readFileSync(ownTextsFile, { encoding: 'utf8', flag: 'a+' }).trim().split('\n');
  const written = lines.filter(Boolean).map((line) => JSON.parse(line) as string);
  return [...new Set([...placeNames(), ...serverWords(), ...written])].toSorted(
    (a, b) => b.length - a.length,
  );
}

type Method = (this: unknown, ...given: unknown[]) => unknown;
type Methods = Record<string, Method>;
const prototypeOf = (instance: object): Methods => Object.getPrototypeOf(instance) as Methods;

/** Replaces a method by one that maps its arguments. */
function giveOther(methods: Methods, name: string, other: (given: unknown[]) => unknown[]): void {
  const plain = methods[name];
  if (!plain) throw new Error(`There is no method ${name}`);
  methods[name] = function replaced(...given) {
    return plain.apply(this, other(given));
  };
}

type TextOptions = { exact?: boolean };
const textFirst = ([text, options]: unknown[]): unknown[] => [
  either(text as Pattern, options as TextOptions | undefined),
  options,
];
const namedRole = ([role, options]: unknown[]): unknown[] => {
  const { name, ...others } = (options ?? {}) as TextOptions & { name?: Pattern };
  return [role, name === undefined ? others : { ...others, name: either(name, others) }];
};
const withText = (options: unknown): unknown => {
  const { hasText, ...others } = (options ?? {}) as { hasText?: Pattern };
  return hasText === undefined ? others : { ...others, hasText: either(hasText) };
};
const labeled = ([value, options]: unknown[]): unknown[] => {
  const label = (value as { label?: string }).label;
  return [label === undefined ? value : { label: toPseudo(label) }, options];
};

/** Runs in a page before its scripts: fixes its direction, and formats dates, units and lists with `letters`. */
function preparePage({
  direction,
  letters,
}: {
  direction: Direction;
  letters: Record<string, string>;
}): void {
  const setDirection = () => {
    const page = document.documentElement;
    if (page && page.dir !== direction) page.dir = direction;
  };
  const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ['dir'] };
  new MutationObserver(setDirection).observe(document, watched);
  setDirection();

  type Part = { type: string; value: string };
  type Formatter = { formatToParts(...given: unknown[]): Part[] };
  const inLetters = (text: string) => text.replaceAll(/[A-Za-z]/g, (letter) => letters[letter] ?? letter);
  for (const name of ['DateTimeFormat', 'RelativeTimeFormat', 'NumberFormat', 'ListFormat'] as const) {
    const formatter = Intl[name].prototype as unknown as Formatter;
    const plain = formatter.formatToParts;
    // list elements are texts of people or already in the pseudolocale
    const partsOf = (self: Formatter, given: unknown[]): Part[] =>
      plain
        .apply(self, given)
        .map((part) => (part.type === 'element' ? part : { ...part, value: inLetters(part.value) }));
    formatter.formatToParts = function formatToParts(...given) {
      return partsOf(this, given);
    };
    if ('formatRangeToParts' in formatter) {
      const range = formatter.formatRangeToParts as Formatter['formatToParts'];
      formatter.formatRangeToParts = function formatRangeToParts(this: Formatter, ...given: unknown[]) {
        return range.apply(this, given).map((part) => ({ ...part, value: inLetters(part.value) }));
      };
    }
    Object.defineProperty(formatter, 'format', {
      configurable: true,
      get(this: Formatter) {
        return (...given: unknown[]) =>
          partsOf(this, given)
            .map(({ value }) => value)
            .join('');
      },
    });
  }
}

/** Patches the pages and locators of the browser so that English texts find their pseudolocale form. */
export async function enablePseudolocale(browser: Browser, direction: Direction): Promise<void> {
  const page = await browser.newPage();
  for (const methods of [prototypeOf(page), prototypeOf(page.locator('html'))]) {
    giveOther(methods, 'getByRole', namedRole);
    giveOther(methods, 'locator', ([selector, options]) => [selector, withText(options)]);
    for (const name of ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'])
      giveOther(methods, name, textFirst);
  }
  const locator = prototypeOf(page.locator('html'));
  giveOther(locator, 'filter', ([options]) => [withText(options)]);
  giveOther(locator, 'selectOption', labeled);
  giveOther(locator, 'fill', (given) => {
    const [text] = given;
    if (typeof text === 'string' && text.length > 1) remember(text);
    return given;
  });
  const browsers = prototypeOf(browser);
  const newContext = browsers['newContext'];
  browsers['newContext'] = async function withDirection(...given) {
    const context = (await newContext?.apply(this, given)) as Awaited<ReturnType<Browser['newContext']>>;
    await context.addInitScript(preparePage, { direction, letters: pseudoLetters });
    return context;
  };
  await page.close();
}

const patternOf = (expected: Pattern | readonly Pattern[], exact: boolean): RegExp | RegExp[] =>
  typeof expected === 'string' || expected instanceof RegExp
    ? either(expected, { exact })
    : expected.map((one) => either(one, { exact }));

const matcher = (name: 'toHaveText' | 'toContainText', exact: boolean) =>
  async function matchEither(
    this: { isNot: boolean },
    locator: Locator,
    expected: Pattern | readonly Pattern[],
    options?: { timeout?: number },
  ) {
    const asserted = this.isNot ? plainExpect(locator).not : plainExpect(locator);
    try {
      await asserted[name](patternOf(expected, exact), options);
      return { pass: !this.isNot, message: () => '' };
    } catch (error) {
      return { pass: this.isNot, message: () => (error as Error).message };
    }
  };

/** Compares English texts with a page in the pseudolocale. */
export const pseudoExpect = plainExpect.extend({
  toHaveText: matcher('toHaveText', true),
  toContainText: matcher('toContainText', false),
});
