import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nameProblem, nameRules } from '../kernel/names.ts';
import { emailSchema, enterSignUpCodeBody, signUpBody } from '../accounts/sign-in-schemas.ts';
import { completeBody } from './handover-schemas.ts';
import { createListingBody } from '../listings/listing-schemas.ts';

declare const URL: new (address: string) => { readonly hostname: string };

/** Everything that Unicode assigns up to the supplementary ideographs. */
const CHARACTERS = Array.from({ length: 0x3_0000 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code));
const SCRIPTS = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari'],
  ...['Bengali', 'Tamil', 'Thai', 'Han', 'Hangul', 'Ethiopic'],
];
/** Visible letters of a script, composed and of no compatibility form, which is another character's. */
const letters = (script: string) => {
  const pattern = new RegExp(
    String.raw`^(?=\p{L})(?!\p{Default_Ignorable_Code_Point})\p{Script=${script}}$`,
    'u',
  );
  return CHARACTERS.filter((one) => pattern.test(one) && one.normalize('NFKC') === one);
};
const word = (from: readonly string[]) =>
  fc
    .array(
      fc.nat({ max: from.length - 1 }).map((nth) => from[nth] ?? ''),
      { minLength: 2, maxLength: 12 },
    )
    .map((some) => some.join('').normalize('NFC'));
/** The runs of ten decimal digits (UAX #44, 5.7.4), of the script or of all. */
const digitsOf = (script: string): string[][] => {
  const all = CHARACTERS.filter((one) => /\p{Nd}/u.test(one));
  const own = all.filter((one) => new RegExp(String.raw`\p{scx=${script}}`, 'u').test(one));
  const runs = own.length >= 10 ? own : all;
  return Array.from({ length: Math.floor(runs.length / 10) }, (_, run) =>
    runs.slice(run * 10, run * 10 + 10),
  );
};

const person = { email: 'ana@example.org', password: 'a good long password', userType: 'donor' };
const listing = {
  description: '',
  category: 'other',
  estimatedServings: 1,
  availableFrom: '2026-05-04T12:00:00Z',
  availableUntil: '2026-05-04T18:00:00Z',
  bestByDate: '2026-05-05T12:00:00Z',
};

test.each(SCRIPTS)(
  '%s: names, titles, addresses of places and of mail, codes and phones are taken',
  (script) => {
    const own = letters(script);
    const systems = digitsOf(script);
    expect(own.length).toBeGreaterThan(20);
    const digits = (length: number) =>
      fc
        .tuple(
          fc.nat({ max: systems.length - 1 }),
          fc.array(fc.nat({ max: 9 }), { minLength: length, maxLength: length }),
        )
        .map(([nth, values]) => ({
          typed: values.map((value) => systems[nth]?.[value] ?? '').join(''),
          meant: values.join(''),
        }));
    fc.assert(
      fc.property(word(own), word(own), digits(6), digits(10), (first, second, code, phone) => {
        const name = signUpBody.parse({ ...person, firstName: first, lastName: second });
        expect([name.firstName, name.lastName]).toEqual([first, second]);
        expect(nameProblem(`${first} ${second}`, nameRules([]))).toBeNull();
        const food = createListingBody.parse({
          ...listing,
          title: `${first} ${second}`,
          pickupLocation: `${second} 5, ${first}`,
          contactPhone: phone.typed,
        });
        expect([food.title, food.pickupLocation]).toEqual([`${first} ${second}`, `${second} 5, ${first}`]);
        expect(food.contactPhone).toBe(phone.meant);
        expect(enterSignUpCodeBody.parse({ code: code.typed })).toEqual({ code: code.meant });
        const digit = { typed: Array.from(code.typed), meant: code.meant };
        expect(completeBody.parse({ code: digit.typed.slice(0, 4).join(' ') })).toMatchObject({
          code: digit.meant.slice(0, 4),
        });
      }),
      { numRuns: 40 },
    );
  },
);

/** Domains exist in these: what a registrar takes is decided there, and labels are kept to one direction. */
test.each(SCRIPTS)('%s: an email of an international domain is the one that DNS has', (script) => {
  const own = letters(script).filter((one) => one.length === 1 && one.toLowerCase() === one);
  let taken = 0;
  fc.assert(
    fc.property(word(own), (label) => {
      const parsed = emailSchema.safeParse(`Ana@${label}.example`);
      let host: string | null = null;
      try {
        host = new URL(`http://${label}.example`).hostname;
      } catch {
        host = null;
      }
      const isHost = host !== null && host.length < 200 && /^[a-z0-9.-]+$/.test(host);
      if (!isHost || /[^.]{64}/.test(host ?? '')) return;
      expect([label, parsed.success && parsed.data]).toEqual([label, `ana@${host}`]);
      expect(emailSchema.parse(`ANA@${host}`)).toBe(`ana@${host}`);
      taken++;
    }),
    { numRuns: 60 },
  );
  expect(taken).toBeGreaterThan(10);
});

test.each([
  'ana@',
  '@münchen.example',
  'ana@mün chen.example',
  'ana@münchen',
  'ana@münchen.example/x',
  'ana@ü:80.example',
])('%s is no address', (address) => {
  expect(emailSchema.safeParse(address).success).toBe(false);
});
