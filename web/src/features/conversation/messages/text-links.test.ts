import { describe, expect, it } from 'vitest';
import { splitLinks } from './text-links.ts';

const links = (content: string) => splitLinks(content).flatMap(({ href }) => href ?? []);

describe('splitLinks', () => {
  it('finds http and https URLs, without trailing punctuation', () => {
    expect(links('See https://example.org/a?b=1. Or (http://example.org/c)!')).toEqual([
      'https://example.org/a?b=1',
      'http://example.org/c',
    ]);
  });

  it.each([
    'Look: https://example.org/?listing=1.',
    '看这里：https://example.org/?listing=1。谢谢',
    'انظر https://example.org/?listing=1؟',
    'देखो https://example.org/?listing=1।',
    '（https://example.org/?listing=1）',
    '«https://example.org/?listing=1»',
    'https://example.org/?listing=1…',
    'https://example.org/?listing=1?!',
  ])('leaves the punctuation of every script to the sentence: %s', (content) => {
    expect(links(content)).toEqual(['https://example.org/?listing=1']);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'www.example.org', 'https://', '<b>bold</b>'])(
    'leaves %s as text',
    (content) => {
      expect(links(content)).toEqual([]);
      expect(splitLinks(content)).toEqual([{ text: content, href: null, actualHost: null }]);
    },
  );

  it('leaves addresses of our own calls as text, and links our pages and the calls of others', () => {
    const own = window.location.origin;
    for (const path of [
      '/api/logout',
      '/api',
      '//api/login',
      '/%61pi/logout',
      '/x/../api/logout',
      '/API/x',
      '/%E0',
    ])
      expect(links(`see ${own}${path}`)).toEqual([]);
    expect(links(`${own}/?listing=1 ${own}/apiary https://example.org/api/x`)).toEqual([
      `${own}/?listing=1`,
      `${own}/apiary`,
      'https://example.org/api/x',
    ]);
  });

  it('keeps a bracket that was opened in the URL', () => {
    expect(links('(see https://example.org/Bread_(food))')).toEqual(['https://example.org/Bread_(food)']);
  });

  it.each([
    ['https://example.org/a', null],
    ['https://EXAMPLE.org', null],
    ['http://localhost:3000/?listing=1', null],
    // A Cyrillic а in front.
    ['https://аpple.com/login', 'xn--pple-43d.com'],
    ['https://bank.example@evil.example/', 'evil.example'],
    ['https://bank.example:80@evil.example/', 'evil.example'],
    ['https://2130706433/', '127.0.0.1'],
  ])('returns the actual host of %s: %s', (content, actualHost) => {
    expect(splitLinks(content).map((part) => part.actualHost)).toEqual([actualHost]);
  });

  it.each(['', 'plain', 'a https://example.org b', 'https://x.y/).', 'one\ntwo https://a.b https://c.d'])(
    'loses and adds nothing: %j',
    (content) => {
      expect(
        splitLinks(content)
          .map(({ text }) => text)
          .join(''),
      ).toBe(content);
    },
  );
});
