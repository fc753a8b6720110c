import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '#web/testing/render.tsx';
import { FloatingActions } from './FloatingActions.tsx';

// The test environment has no layout, so nothing is ever under the buttons.
Object.assign(document, { elementsFromPoint: () => [] });

describe('the floating buttons', () => {
  it('open the safety guidelines, the map and the share tab', async () => {
    const [onSafety, onMap] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const { user, location } = renderPart(<FloatingActions quickShare onSafety={onSafety} onMap={onMap} />);
    await user.click(screen.getByRole('button', { name: 'Food Safety Guidelines' }));
    await user.click(screen.getByRole('button', { name: 'Map' }));
    expect([onSafety, onMap].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await user.click(screen.getByRole('link', { name: 'Quick share' }));
    expect(location.history.at(-1)).toBe('/?tab=share');
  });

  it('are without a quick share on the share tab, and without a map where there is none', () => {
    renderPart(<FloatingActions quickShare={false} onSafety={() => {}} />);
    expect(screen.getByRole('button', { name: 'Food Safety Guidelines' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Map' })).toBeNull();
  });
});
