import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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

it('has the focus on its button when a choice opens something that will give it back', async () => {
  let focused: Element | null = null;
  function Page() {
    const [isAsked, setAsked] = useState(false);
    return (
      <>
        <Menu
          trigger={<button type="button">More</button>}
          items={[
            {
              label: 'Report',
              onSelect: () => {
                focused = document.activeElement;
                setAsked(true);
              },
            },
          ]}
        />
        {isAsked && <p>What's wrong?</p>}
      </>
    );
  }
  render(<Page />);
  const user = userEvent.setup();
  const button = screen.getByRole('button', { name: 'More' });
  await user.click(button);
  await user.click(screen.getByRole('menuitem', { name: 'Report' }));
  await screen.findByText("What's wrong?");
  expect(focused).toBe(button);
});
