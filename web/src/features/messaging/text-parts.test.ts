import { describe, expect, it } from 'vitest';
import { textParts } from './text-parts.ts';

const links = (content: string) => textParts(content).flatMap(({ href }) => href ?? []);

describe('web addresses in what people write', () => {
  it('finds http and https, without the mark that ends the sentence', () => {
    expect(links('See https://example.org/a?b=1. Or (http://example.org/c)!')).toEqual([
      'https://example.org/a?b=1',
      'http://example.org/c',
    ]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'www.example.org', 'https://', '<b>bold</b>'])(
    'leaves %s as text',
    (content) => {
      expect(links(content)).toEqual([]);
      expect(textParts(content)).toEqual([{ text: content, href: null }]);
    },
  );

  it.each(['', 'plain', 'a https://example.org b', 'https://x.y/).', 'one\ntwo https://a.b https://c.d'])(
    'loses and adds nothing: %j',
    (content) => {
      expect(
        textParts(content)
          .map(({ text }) => text)
          .join(''),
      ).toBe(content);
    },
  );
});
