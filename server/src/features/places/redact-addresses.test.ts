import { expect, test } from 'vitest';
import { redactEach } from './places.service.ts';

const HOME = '417 West 51st Street, apartment 7';

test.each([
  ['Come to 417 West 51st Street, apartment 7!', 'Come to [address]!'],
  ['come to 417 west  51st street', 'come to [address]'],
  ['417 West 51st Street, side door', '[address], side door'],
  ['West 51st is nice', 'West 51st is nice'],
])('%s', (text, expected) => {
  expect(redactEach(text, [HOME])).toBe(expected);
});

test('leaves the text unchanged for values that are not an address or too short', () => {
  expect(redactEach('Home at 5 (upper bell)', ['', 'Home', 'at 5', 'Garden Lane'])).toBe(
    'Home at 5 (upper bell)',
  );
  expect(redactEach('a 1.2 Street+ b', ['1.2 Street+'])).toBe('a [address] b');
  expect(redactEach('1x2 Street+', ['1.2 Street+'])).toBe('1x2 Street+');
});
