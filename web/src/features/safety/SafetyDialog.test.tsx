import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPart } from '#web/testing/render.tsx';
import { SafetyDialog } from './SafetyDialog.tsx';

it('states the temperatures, what to avoid, and where that comes from', async () => {
  const onOpenChange = vi.fn<(open: boolean) => void>();
  const { user } = renderPart(<SafetyDialog open onOpenChange={onOpenChange} />);
  const dialog = screen.getByRole('dialog', { name: 'Food Safety Guidelines' });
  for (const sentence of [
    'Keep hot food above 140°F and cold food below 40°F.',
    'Avoid home-canned food, raw or undercooked meat, and expired food.',
  ])
    expect(screen.getByText(sentence)).toBeTruthy();
  expect(dialog.textContent).toContain('Never leave food out for more than 2 hours');
  const sources = screen.getAllByRole('link').map(({ textContent }) => textContent?.split('(')[0]);
  expect(sources).toEqual(['FDA', 'USDA', 'FSA', 'WRAP']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
