import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { waitingCalls } from '#web/lib/call.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ConnectionStrip } from './App.tsx';

it('stays in view while offline and says that nothing can be sent', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  renderWithProviders(<ConnectionStrip />);
  expect(screen.queryByText(/offline/)).toBeNull();
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  const strip = screen.getByText("You're offline. This may be out of date, and you can't send anything.");
  expect(strip.closest('output')?.className).toContain('sticky top-0');
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.queryByText(/offline/)).toBeNull();
  onLine.mockRestore();
});

it('is hidden beside an open conversation, which says so at its input', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { location } = renderWithProviders(<ConnectionStrip />, { at: '/?tab=messages&conversation=1' });
  expect(screen.queryByText(/offline/)).toBeNull();
  act(() => location.navigate('/?tab=messages'));
  expect(screen.getByText(/offline/)).toBeTruthy();
  onLine.mockRestore();
});

it('says that calls wait for a busy server', () => {
  renderWithProviders(<ConnectionStrip />);
  act(() => waitingCalls.set(1));
  expect(screen.getByText('This takes a little longer than usual. We keep trying for you.')).toBeTruthy();
  act(() => waitingCalls.set(0));
  expect(screen.queryByText(/longer than usual/)).toBeNull();
});
