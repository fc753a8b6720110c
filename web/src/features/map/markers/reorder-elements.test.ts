import { afterEach, expect, it } from 'vitest';
import { reorderElements } from './marker-navigation.ts';

afterEach(() => document.body.replaceChildren());

/** Buttons in the page in the order of their names. */
function buttonsOf(names: string): Record<string, HTMLButtonElement> {
  const made = names.split('').map((name) => {
    const button = document.createElement('button');
    button.textContent = name;
    document.body.append(button);
    return [name, button] as const;
  });
  return Object.fromEntries(made);
}

it('orders all round the one that has the keyboard, which is not moved', () => {
  const { a, b, c, d } = buttonsOf('dcba');
  c?.focus();
  const watch = new MutationObserver(() => {});
  watch.observe(document.body, { childList: true });
  reorderElements([a, b, null, c, d].map((button) => button ?? null));
  expect(document.body.textContent).toBe('abcd');
  const moved = watch.takeRecords().flatMap(({ removedNodes }) => [...removedNodes]);
  watch.disconnect();
  expect(moved).toContain(a);
  expect(moved).not.toContain(c);
  expect(document.activeElement).toBe(c);
});
