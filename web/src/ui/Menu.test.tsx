import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Menu } from './Menu.tsx';

const show = () => {
  const onEdit = vi.fn();
  render(
    <Menu trigger={<button type="button">More</button>} items={[{ label: 'Edit', onSelect: onEdit }]} />,
  );
  return { user: userEvent.setup(), onEdit };
};
const isOpen = () => screen.queryByRole('menu') !== null;

it('stays shut while a finger goes down on its button, and opens by the tap', () => {
  show();
  const button = screen.getByRole('button', { name: 'More' });
  fireEvent.pointerDown(button, { button: 0, ctrlKey: false, pointerType: 'touch' });
  expect(isOpen()).toBe(false);
  fireEvent.click(button);
  expect(isOpen()).toBe(true);
});

it('stays between the page and a tap beside it until the tap is over', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'More' }));
  // the layer listens for presses a moment after it opens
  await new Promise((resolve) => setTimeout(resolve, 0));
  const beside = document.querySelector('[aria-hidden="true"].fixed');
  if (!beside) throw new Error('nothing covers the page');
  fireEvent.pointerDown(beside, { button: 0, pointerType: 'mouse' });
  expect(isOpen()).toBe(true);
  fireEvent.click(beside);
  expect(isOpen()).toBe(false);
});

it('works by keyboard as by pointer', async () => {
  const { user, onEdit } = show();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  await user.keyboard('{Enter}{Enter}');
  expect(onEdit).toHaveBeenCalledOnce();
});
