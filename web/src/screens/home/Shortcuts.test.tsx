import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Shortcuts } from './Shortcuts.tsx';

describe('the floating buttons', () => {
  it('open the safety guidelines, the map and the share tab', async () => {
    const [onSafety, onMap] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const { user, location } = renderWithProviders(
      <Shortcuts quickShare onSafety={onSafety} onMap={onMap} />,
    );
    await user.click(screen.getByRole('button', { name: 'Food Safety Guidelines' }));
    await user.click(screen.getByRole('button', { name: 'Map' }));
    expect([onSafety, onMap].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await user.click(screen.getByRole('link', { name: 'Quick share' }));
    expect(location.history.at(-1)).toBe('/?tab=share');
  });

  it('show pickups in progress between them', () => {
    renderWithProviders(
      <Shortcuts quickShare onSafety={() => {}}>
        <a href="#pickup">Lasagne at 7</a>
      </Shortcuts>,
    );
    const inOrder = screen.getByRole('region', { name: 'Shortcuts' }).textContent;
    expect(inOrder).toBe('SafetyLasagne at 7Quick share');
  });

  it('are without a quick share on the share tab, and without a map where there is none', () => {
    renderWithProviders(<Shortcuts quickShare={false} onSafety={() => {}} />);
    expect(screen.getByRole('button', { name: 'Food Safety Guidelines' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Map' })).toBeNull();
  });
});
