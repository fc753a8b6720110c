import { describe, expect, it } from 'vitest';
import { emailSchema, enterSignUpCodeBody, signUpBody } from './sign-in-schemas.ts';

describe('emailSchema', () => {
  it.each([
    ['\u200eAna@Example.org\u2069 ', 'ana@example.org'],
    ['ａｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ana@example.org'],
    ['a\u00adna@exam\u200bple.org', 'ana@example.org'],
    ['a&b@x.org', 'a&b@x.org'],
    ['Ana Bell <ana@example.org>', 'ana@example.org'],
    ['ana@example.org.,', 'ana@example.org'],
    ['ana@xn--bcher-kva.xn--p1ai', 'ana@xn--bcher-kva.xn--p1ai'],
  ])('%j is the address %s', (typed, address) => {
    expect(emailSchema.parse(typed)).toBe(address);
  });

  it.each([
    ['\u200b', '@required.email'],
    ['ana@localhost', '@invalid.email'],
    ['ana@@example.org', '@invalid.email'],
    ['ana@example.org\nbcc', '@invalid.email'],
    [`${'a'.repeat(250)}@x.org`, '@too-long {"max":254}'],
    [`${'a'.repeat(100_000)}@x.org`, '@too-long {"max":254}'],
  ])('%j is refused: %s', (typed, error) => {
    expect(emailSchema.safeParse(typed).error?.issues[0]?.message).toBe(error);
  });
});

it.each(['123456', '१२३ ४५६', '۱۲۳۴۵۶', '১২৩-৪৫৬', '１２３４５６', '\u2066123456\u2069'])(
  '%j is a code of digits',
  (code) => {
    expect(enterSignUpCodeBody.parse({ code })).toEqual({ code: '123456' });
  },
);

it.each(['12345', '1234567', '12345x', '12345½'])('%j is no code', (code) => {
  expect(enterSignUpCodeBody.safeParse({ code }).success).toBe(false);
});

it.each(['✔', '. -', '\u202e', '\u3164', '́'])('%j is no first name', (firstName) => {
  const { error } = signUpBody.safeParse({
    email: 'ana@example.org',
    password: 'a good long password',
    firstName,
    userType: 'donor',
  });
  expect(error?.issues[0]?.message).toBe('@required.first-name');
});
