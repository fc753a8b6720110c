import { expect, it } from 'vitest';
import html from '../../index.html?raw';

it('the page shows no English text before the language is known', () => {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const root = page.getElementById('root');
  expect(root?.textContent.trim()).toBe('');
  expect(root?.querySelector('output')?.getAttribute('aria-busy')).toBe('true');
});
