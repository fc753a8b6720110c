import { render } from '@testing-library/react';
import { Fragment } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { surviveTranslation } from './translated-page.ts';

// oxlint-disable-next-line typescript/unbound-method -- put back as they were
const { removeChild, insertBefore, appendChild } = Node.prototype;
beforeEach(() => surviveTranslation());
afterEach(() => void Object.assign(Node.prototype, { removeChild, insertBefore, appendChild }));

const font = (...inside: Node[]): HTMLElement => {
  const element = document.createElement('font');
  for (const node of inside) appendChild.call(element, node);
  return element;
};
const copy = (text: Text): Text => document.createTextNode(text.data);
const put = (node: Node, before: Node): Node =>
  insertBefore.call(before.parentNode as ParentNode, node, before);
const take = (node: Node): Node => removeChild.call(node.parentNode as ParentNode, node);

/** What translators do with each text, around React. What happy-dom does not record right is in `e2e/hostile-browsers.ts`. */
const TEXT_BY_TEXT: Readonly<Record<string, (text: Text) => void>> = {
  'puts an element in its place': (text) => text.replaceWith(font(font(copy(text)))),
  'puts a text before it and takes it': (text) => {
    put(copy(text), text);
    take(text);
  },
  'puts an element around it': (text) => {
    const around = font(font());
    put(around, text);
    appendChild.call(around.firstChild as Node, text);
  },
};
/** And with all that is in an element. */
const WHOLE: Readonly<Record<string, (nodes: readonly ChildNode[], parent: Element) => void>> = {
  'puts one element around all': (nodes, parent) => {
    appendChild.call(parent, font(...nodes));
  },
  'takes all off and puts it back': (nodes, parent) => {
    for (const node of nodes) take(node);
    for (const node of nodes) appendChild.call(parent, node);
  },
};

function Servings({ left, isBread }: { readonly left: number; readonly isBread: boolean }) {
  return (
    <p>
      {isBread && 'Bread: '}
      {left}
      {isBread ? ' loaves ' : <b> cups </b>}
      left{left > 2 && <i>, many</i>}
    </p>
  );
}

const texts = (root: Element): Text[] => {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const all: Text[] = [];
  while (walk.nextNode()) all.push(walk.currentNode as Text);
  return all;
};
const TRANSLATORS: Readonly<Record<string, (root: Element) => void>> = {
  ...Object.fromEntries(
    Object.entries(TEXT_BY_TEXT).map(([name, translate]) => [
      name,
      (root: Element) => texts(root).forEach(translate),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(WHOLE).map(([name, translate]) => [
      name,
      (root: Element) => {
        const line = root.querySelector('p');
        if (line) translate([...line.childNodes], line);
      },
    ]),
  ),
};

/** The page has noticed what was changed. */
const noticed = () => new Promise((resolve) => setTimeout(resolve, 0));

it.each(Object.entries(TRANSLATORS))(
  'a translator %s: the page stays what React wants',
  async (_, translate) => {
    const { container, rerender, unmount } = render(<Servings left={2} isBread />);
    for (const [left, isBread, text] of [
      [3, true, 'Bread: 3 loaves left, many'],
      [4, false, '4 cups left, many'],
      [1, true, 'Bread: 1 loaves left'],
      [1, false, '1 cups left'],
      [5, true, 'Bread: 5 loaves left, many'],
    ] as const) {
      translate(container);
      await noticed();
      rerender(<Servings left={left} isBread={isBread} />);
      await noticed();
      expect(container.textContent).toBe(text);
    }
    translate(container);
    await noticed();
    unmount();
    expect(container.textContent).toBe('');
  },
);

it.each(Object.entries(TRANSLATORS))(
  'a translator %s: texts that move are there once',
  async (_, translate) => {
    const line = (words: readonly string[]) => (
      <p>
        {words.map((word) => (
          <Fragment key={word}>{word}</Fragment>
        ))}
      </p>
    );
    const { container, rerender } = render(line(['one', ' two', ' three']));
    for (const words of [
      [' three', ' two', 'one'],
      [' two', 'one', ' three'],
    ]) {
      translate(container);
      await noticed();
      rerender(line(words));
      await noticed();
      expect(container.textContent).toBe(words.join(''));
    }
  },
);
