import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { HelpLine } from './request-contract.ts';
import { helpLineSchema } from './request-schemas.ts';
import { helpLineTexts } from './help-line-texts.ts';
import { HELP_LINE_COUNTRIES, helpLinesFor } from './help-lines.ts';

const linesOf = (country: string | null, own: readonly HelpLine[] = []) =>
  helpLinesFor(country, own, (key) => helpLineTexts.messages[key]);

describe('help lines', () => {
  test.each([...HELP_LINE_COUNTRIES, 'XX'])('of %s all have a phone number or address', (country) => {
    const lines = linesOf(country);
    expect(z.parse(z.array(helpLineSchema), lines)).toEqual(lines);
    for (const { phone, url, note } of lines) {
      expect(phone ?? url).not.toBeNull();
      if (phone !== null) expect(phone).toMatch(/^[\d -]{3,}$/);
      if (url !== null) expect(url).toMatch(/^https:\/\/[a-z0-9.-]+\.[a-z]{2,}$/);
      expect(note).toMatch(/\.$/);
    }
  });

  test.each(HELP_LINE_COUNTRIES)('of %s list food first and the emergency number last', (country) => {
    const lines = linesOf(country);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.at(-1)?.name).toBe('Emergency services');
  });

  test('include the national lines of the United States', () => {
    expect(linesOf('us').map(({ phone }) => phone)).toEqual(['211', '1-866-348-6479', '911']);
  });

  test.each([
    ['KE', ['999']],
    ['JP', ['119']],
    ['PE', ['106']],
    ['NO', ['113']],
    ['AR', ['107']],
    // no one number, an unknown country, and none
    ['FJ', []],
    ['XX', []],
    ['', []],
    ['toString', []],
  ])('of %j are the number of its ambulances, if it is known', (country, phones) => {
    expect(linesOf(country).map(({ phone }) => phone)).toEqual(phones);
  });

  test('start with the community’s own', () => {
    const own: HelpLine = { name: 'Our kitchen', phone: '030 123', url: null, note: 'Every evening.' };
    expect(linesOf('DE', [own])[0]).toEqual(own);
    expect(linesOf('DE', [own]).slice(1)).toEqual(linesOf('DE'));
  });
});
