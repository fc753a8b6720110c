import { i18n } from '@lingui/core';
import { TILE_TITLES, tileTitleTexts } from '@openlarder/domain/kernel/tile-title-texts.ts';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { expect, it, onTestFinished } from 'vitest';
import { sentTitle, shownTitle, wordTileTitle } from './tile-title.ts';

it('sends an offered title in English and shows it in the reader’s language', () => {
  i18n.load('de', { [generateMessageId('A warm meal')]: 'Etwas Warmes' });
  i18n.activate('de');
  onTestFinished(() => i18n.activate('en'));
  expect(sentTitle('Etwas Warmes')).toBe('A warm meal');
  expect(shownTitle('A warm meal')).toBe('Etwas Warmes');
  expect([sentTitle, shownTitle].map((title) => title('Etwas warmes, bitte'))).toEqual(
    Array(2).fill('Etwas warmes, bitte'),
  );
});

it('offers in English what is sent', () => {
  expect(TILE_TITLES.map(wordTileTitle)).toEqual(Object.values(tileTitleTexts.messages));
});
