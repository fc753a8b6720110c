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
  'abababab',
  '12341234',
  'foodfood',
  'abcdefgh',
  '87654321',
  '1234567890',
  '0987654321',
  'Password1!',
  'letmein!',
  'dragon2027',
  'aaaa\u200baaa',
  '\u200b\u2060\u200b\u2060\u200b\u2060\u200b\u2060',
])('%j is easily guessed', (password) => {
  expect(() => requireHardToGuess('newPassword', password)).toThrow(expect.objectContaining(refusal));
});

it.each([
  'a good long password',
  'share-a-meal',
  'aaaaaaab',
  'abcdefgi',
  '12345-678-x',
  'dragon-of-2027',
  'пароль и хлеб',
])('%j is taken', (password) => {
  expect(() => requireHardToGuess('newPassword', password)).not.toThrow();
});
