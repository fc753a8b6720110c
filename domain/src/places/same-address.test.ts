import { expect, test } from 'vitest';
import { isSameAddress } from './same-address.ts';

test.each([
  ['12 Elm St, Apt 3', ' 12  ELM St. apt 3 ', true],
  ['Mill Lane ٥', 'Mill Lane 5', true],
  ['12 Elm St', '12 Elm St, Apt 3', false],
  ['5-12 Elm St', '512 Elm St', false],
  ['12 Elm St', 'Public library, 5th Avenue', false],
])('%s, %s: %s', (a, b, isSame) => expect(isSameAddress(a, b)).toBe(isSame));
