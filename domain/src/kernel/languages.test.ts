import { expect, test } from 'vitest';
import { isRightToLeft, languageAmong, languagesOf } from './languages.ts';

test('languages are the catalogs that stand in the folder, English first', () => {
  const files = ['zh-Hant.po', 'de.po', 'pt-BR.vocabulary.json', 'pt-BR.po', 'notes.md'];
  expect(languagesOf(files)).toEqual(['en', 'de', 'pt-BR', 'zh-Hant']);
});

test.each([
  [['pt-BR'], 'pt', 'pt-BR'],
  [['pt-BR'], 'pt-PT', 'pt-BR'],
  [['pt-BR'], 'PT_br.UTF-8', 'pt-BR'],
  [['pt-BR', 'pt-PT'], 'pt-PT', 'pt-PT'],
  [['pt-BR', 'pt-PT'], 'pt', 'pt-BR'],
  [['pt', 'pt-BR'], 'pt-BR', 'pt-BR'],
  [['pt-BR', 'pt'], 'pt-AO', 'pt'],
  [['zh-Hant'], 'zh-TW', 'zh-Hant'],
  [['zh-Hant'], 'zh-HK', 'zh-Hant'],
  [['zh-Hant'], 'zh-CN', null],
  [['zh-Hant'], 'zh', null],
  [['zh-Hant', 'zh-Hans'], 'zh-Hans-SG', 'zh-Hans'],
  [['sr-Latn', 'sr'], 'sr-RS', 'sr'],
  [['de'], 'de-AT;q=0.9', 'de'],
  [['de'], 'de_DE@euro', 'de'],
  [['de'], 'gsw', null],
  [['de'], '*', null],
  [['de'], '', null],
  [['de'], 'C', null],
])('of %j, a reader of %s gets %s', (languages, tag, expected) => {
  expect(languageAmong(languages, [tag])).toBe(expected);
  expect(languageAmong(languages, ['xx', tag, 'tlh'])).toBe(expected);
});

test.each([
  [['ar', 'he', 'fa-IR', 'ckb', 'dv', 'yi', 'az-Arab', 'ff-Adlm', 'nqo'], true],
  [['en', 'de', 'tr', 'az', 'ff', 'zh-Hant', ''], false],
])('%j: written from right to left: %s', (languages, isRtl) => {
  expect(languages.map(isRightToLeft)).toEqual(languages.map(() => isRtl));
});
