import { textTable } from '@openlarder/domain/kernel/text-table.ts';
import { expect, test } from 'vitest';
import { askedCommunityLanguage, communityLanguage, makeTranslate, translateInto } from './translate.ts';

const texts = textTable('test', {
  title: '“{title}” is waiting',
  items: '{titled, select, no {{count, plural, one {# item} other {# items}}} other {{title}: {count}}}',
});
const translate = translateInto('en');

test.each([
  String.raw`\u001b[2J`,
  String.raw`\x41\u202e\\x0a`,
  String.raw`C:\food`,
  "{title} '{' # it's",
  '<0>bold</0> {count, plural, other {#}}',
  '🥕\u202e\n',
])('a value is inserted unchanged into a text: %j', (title) => {
  expect(translate(texts, 'title', { title })).toBe(`“${title}” is waiting`);
});

test('a text is translated from the catalog, with its own order and plurals, or in English', () => {
  const other = makeTranslate(
    'en',
    new Map([
      [
        'test.items',
        '{count, plural, one {Stück: #} other {Stücke: #}}{titled, select, no {} other {, {title}}}',
      ],
    ]),
  );
  expect(other(texts, 'items', { titled: 'no', count: 1 })).toBe('Stück: 1');
  expect(other(texts, 'items', { titled: 'yes', title: 'Soup', count: 2 })).toBe('Stücke: 2, Soup');
  expect(other(texts, 'title', { title: 'Soup' })).toBe('“Soup” is waiting');
});

test('a text has variants', () => {
  expect(translate(texts, 'items', { titled: 'no', count: 1 })).toBe('1 item');
  expect(translate(texts, 'items', { titled: 'no', count: 2 })).toBe('2 items');
  expect(translate(texts, 'items', { titled: 'yes', title: 'Soup', count: 2 })).toBe('Soup: 2');
});

test.each([
  ['en_US.UTF-8:en', 'en'],
  ['tlh:es_MX', 'es'],
  ['xx:yy', null],
  ['', null],
])('the community’s language of %j is %s', (wanted, language) => {
  expect(askedCommunityLanguage(wanted)).toBe(language);
  expect(communityLanguage(wanted)).toBe(language ?? 'en');
});
