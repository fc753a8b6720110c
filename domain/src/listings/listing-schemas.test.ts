import { expect, it } from 'vitest';
import { changeListingBody } from './listing-schemas.ts';

const phone = (contactPhone: string) => changeListingBody.safeParse({ contactPhone });

it.each([
  ['', ''],
  ['\u202a+1\u00a0(212)\u2011555\u20130100\u202c', '+1 (212)-555-0100'],
  ['＋１　２１２　５５５　０１００', '+1 212 555 0100'],
  ['٠٢٠٧٩٤٦٠١٢٣', '02079460123'],
  ['tel:+1-212-555-0100;ext=5', '+1-212-555-0100;ext=5'],
  ['+1 212 555 0100 x5', '+1 212 555 0100 x5'],
  ['+1 212 555 0100, ext. 5', '+1 212 555 0100, ext. 5'],
  ['212.555.0100 extension 5', '212.555.0100 extension 5'],
  ['+1 212 555 0100 #5', '+1 212 555 0100 #5'],
  ['+1 212 555 0100,,5#', '+1 212 555 0100,,5#'],
  ['−212 − 555', '-212 - 555'],
])('%j is the phone number %s', (typed, number) => {
  expect(phone(typed).data).toEqual({ contactPhone: number });
});

it.each(['-', 'call me', '212 555 0100 x', '+1 212 <b>', 'javascript:1', '1'.repeat(41)])(
  '%j is no phone number',
  (typed) => {
    expect(phone(typed).success).toBe(false);
  },
);
