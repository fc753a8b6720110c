import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { api } from '#web/testing/fake-network.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ErrorBoundary, LazyOverlay } from './ErrorBoundary.tsx';

function Broken({ by }: { by: Error }): never {
  throw by;
}

const breakBy = (by: Error, quiet = false) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  renderWithProviders(
    <>
      <p>The rest of the page</p>
      <ErrorBoundary quiet={quiet}>
        <Broken by={by} />
      </ErrorBoundary>
    </>,
  );
  told.mockRestore();
};
const shown = (by: Error) => {
  breakBy(by);
  return screen.getByRole('alert').textContent;
};
const NOT_FETCHED = new TypeError('Failed to fetch dynamically imported module: /assets/ShareTab.js');

describe('an error in a screen', () => {
  it.each([
    'Failed to fetch dynamically imported module: /assets/ShareTab.js',
    'error loading dynamically imported module: /assets/ShareTab.js',
    'Importing a module script failed.',
  ])('is a loading problem if a chunk could not be loaded: %s', (message) => {
    expect(shown(new TypeError(message))).toContain("It'll load by itself once you're back online.");
  });

  it('is a loading problem if a style sheet could not be loaded', () => {
    const by = new Error('Unable to preload CSS for /assets/MapPanel.css');
    expect(shown(by)).toContain("It'll load by itself once you're back online.");
  });

  it('is an internal error otherwise', () => {
    expect(shown(new TypeError('x is undefined'))).toContain('Something went wrong on our side.');
  });

  it('leaves an optional part empty', () => {
    breakBy(NOT_FETCHED, true);
    expect(screen.queryByRole('alert')).toBeNull();
    screen.getByText('The rest of the page');
  });

  it('loads again on request, but not while the server cannot be reached', async () => {
    const loads = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    api.use(http.head('*/', () => HttpResponse.error()));
    breakBy(NOT_FETCHED);
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/^Still no connection/)).toBeTruthy();
    expect(loads).not.toHaveBeenCalled();
    api.use(http.head('*/', () => new HttpResponse(null)));
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(loads).toHaveBeenCalledOnce());
    loads.mockRestore();
  });

  it('of a dialog stands in a sheet that can be closed', () => {
    const onClose = vi.fn<() => void>();
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    const Once = () => {
      if (onClose.mock.calls.length === 0) throw NOT_FETCHED;
      return <p>Closed</p>;
    };
    renderWithProviders(
      <LazyOverlay onClose={onClose}>
        <Once />
      </LazyOverlay>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByText('Closed')).toBeTruthy();
    told.mockRestore();
  });

  describe('while the server reports its build', () => {
    const entry = document.createElement('script');
    afterEach(() => entry.remove());
    const serve = (src: string) => {
      entry.type = 'text/plain';
      entry.setAttribute('src', '/assets/index-old.js');
      document.head.append(entry);
      // Set now, so that the import is not attempted.
      entry.type = 'module';
      let asked = 0;
      api.use(
        http.get('*/', () => {
          asked += 1;
          return HttpResponse.html(`<script type="module" crossorigin src="${src}"></script>`);
        }),
      );
      return { loads: vi.spyOn(window.location, 'reload').mockImplementation(() => {}), asked: () => asked };
    };

    it('a page of an older build reloads', async () => {
      const { loads } = serve('/assets/index-new.js');
      breakBy(NOT_FETCHED);
      await waitFor(() => expect(loads).toHaveBeenCalledOnce());
    });

    it('a page of this build waits for the network', async () => {
      const { loads, asked } = serve('/assets/index-old.js');
      breakBy(NOT_FETCHED);
      await waitFor(() => expect(asked()).toBe(1));
      await new Promise((resolve) => setTimeout(resolve));
      expect(loads).not.toHaveBeenCalled();
      window.dispatchEvent(new Event('online'));
      expect(loads).toHaveBeenCalledOnce();
    });
  });
});
