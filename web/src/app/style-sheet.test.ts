import { expect, it } from 'vitest';
import { styleSheetSettled } from './style-sheet.ts';

const linked = (): HTMLLinkElement => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet' });
  document.body.append(link);
  return link;
};

it.each(['load', 'error'])('waits for the style sheet at the end of the body until its %s', async (event) => {
  const link = linked();
  const settled = styleSheetSettled();
  expect(await Promise.race([settled, Promise.resolve('pending')])).toBe('pending');
  link.dispatchEvent(new Event(event));
  await settled;
  link.remove();
});

it('does not wait for one that is there, nor where there is none', async () => {
  await styleSheetSettled();
  const link = linked();
  Object.defineProperty(link, 'sheet', { value: {} });
  await styleSheetSettled();
  link.remove();
});
