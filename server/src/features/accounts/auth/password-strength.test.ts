import { expect, it } from 'vitest';
import { requireHardToGuess } from './password-hashing.ts';

const refusal = { status: 422, fields: { newPassword: '@guessable-password' } };

it.each([
  '        ',
  'aaaaaaaa',
  '\u{1f35e}'.repeat(8),
  '12345678',
  'PassWord1',
  ' iloveyou ',
  'ｐａｓｓｗｏｒｄ',
  '١٢٣٤٥٦٧٨',
  '12 34 56 78',
  'AaAaAaAa',
  'aaaa\u200baaa',
  '\u200b\u2060\u200b\u2060\u200b\u2060\u200b\u2060',
])('%j is easily guessed', (password) => {
  expect(() => requireHardToGuess('newPassword', password)).toThrow(expect.objectContaining(refusal));
});

it.each(['a good long password', 'share-a-meal', 'aaaaaaab', 'пароль и хлеб'])('%j is taken', (password) => {
  expect(() => requireHardToGuess('newPassword', password)).not.toThrow();
});
