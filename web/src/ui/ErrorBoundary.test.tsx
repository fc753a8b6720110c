import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPart } from '#web/testing/render.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

function Broken({ by }: { by: Error }): never {
  throw by;
}

const shown = (by: Error) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  renderPart(
    <ErrorBoundary>
      <Broken by={by} />
    </ErrorBoundary>,
  );
  told.mockRestore();
  return screen.getByRole('alert').textContent;
};

describe('where a screen breaks', () => {
  it.each([
    'Failed to fetch dynamically imported module: /assets/ShareTab.js',
    'error loading dynamically imported module: /assets/ShareTab.js',
    'Importing a module script failed.',
  ])('a part that could not be fetched is not called a fault of ours: %s', (message) => {
    expect(shown(new TypeError(message))).toContain('It comes by itself once you are online.');
  });

  it('anything else is', () => {
    expect(shown(new TypeError('x is undefined'))).toContain('Something went wrong on our side.');
  });
});
