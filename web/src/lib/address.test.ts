import { expect, it } from 'vitest';
import { readAddress } from './address.ts';

const ID = '0198a0aa-0000-7000-8000-00000000000a';

it.each(['', '.', ',', ')', '>', '»', '”', '。', '」', '）', '؟', '।', '…', '!?', ' )'])(
  'a link of a sentence leads where it does without the %j behind it',
  (behind) => {
    for (const name of ['listing', 'conversation', 'request', 'claim', 'person'] as const)
      expect(readAddress(`?${name}=${ID}${behind}`)[name]).toBe(ID);
    expect(readAddress(`?tab=profile&room=settings${behind}`)).toMatchObject({
      tab: 'profile',
      room: 'settings',
    });
    expect(readAddress(`?sheet=needs${behind}`).sheet).toBe('needs');
    expect(readAddress(`?invitation=a_b-${behind}`).invitation).toBe('a_b-');
  },
);

it.each([
  `?listing=%20${ID}`,
  `?listing=3D${ID}`,
  `?listing=%E2%80%8B${ID}`,
  `?tab=discover&amp;listing=${ID}`,
])('a link as some mail programs and pages break it still leads there: %s', (link) => {
  expect(readAddress(link).listing).toBe(ID);
});

it('a search keeps its punctuation', () => {
  expect(readAddress('?q=soup%3F').q).toBe('soup?');
  expect(readAddress('?q=soup%26amp%3Bbread').q).toBe('soup&amp;bread');
});
