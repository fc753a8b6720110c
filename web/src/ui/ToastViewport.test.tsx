import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '#web/lib/http-error.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Dialog } from './Dialog.tsx';
import { ToastRow } from './ToastRow.tsx';
import { dismissToast, toast } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const shown = () =>
  screen.queryAllByText(/^(First|Second)$/, { selector: 'li *' }).map((one) => one.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe('the toast', () => {
  it('stays five seconds', async () => {
    renderWithProviders(<p>Page</p>);
    act(() => toast({ title: 'First' }));
    await pass(4900);
    expect(shown()).toEqual(['First']);
    await pass(200);
    expect(shown()).toEqual([]);
  });

  it('is replaced by the next, with its own time', async () => {
    renderWithProviders(<p>Page</p>);
    act(() => toast({ title: 'First' }));
    await pass(3000);
    act(() => toast({ title: 'Second', durationMs: 4000 }));
    expect(shown()).toEqual(['Second']);
    await pass(3900);
    expect(shown()).toEqual(['Second']);
    await pass(200);
    expect(shown()).toEqual([]);
  });

  it('is not removed by the timer of the previous one', () => {
    renderWithProviders(<p>Page</p>);
    act(() => toast({ title: 'Second' }));
    act(() => dismissToast(-1));
    expect(shown()).toEqual(['Second']);
  });

  it('is announced immediately if destructive, else when the reader pauses', async () => {
    renderWithProviders(<p>Page</p>);
    act(() => toast({ title: 'First', tone: 'destructive' }));
    await pass(100);
    expect(document.querySelector('[aria-live]')?.getAttribute('aria-live')).toBe('assertive');
    act(() => toast({ title: 'Second' }));
    await pass(100);
    const last = [...document.querySelectorAll('[aria-live]')].at(-1);
    expect(last?.getAttribute('aria-live')).toBe('polite');
  });
});

describe('the place of the toast', () => {
  const placeOfToast = () => screen.getByText('First', { selector: 'li *' }).closest('[data-place]');

  it('is the row of the page, and beside an open dialog', async () => {
    let ask: ((isOpen: boolean) => void) | undefined;
    function Page() {
      const [isOpen, setOpen] = useState(false);
      ask = setOpen;
      return (
        <>
          <div data-place="row">
            <ToastRow kind="dock">
              <button type="button">Map</button>
            </ToastRow>
          </div>
          <Dialog open={isOpen} onOpenChange={setOpen} title="A question">
            <p>Text</p>
          </Dialog>
        </>
      );
    }
    renderWithProviders(<Page />);
    act(() => toast({ title: 'First' }));
    expect(placeOfToast()?.getAttribute('data-place')).toBe('row');
    act(() => ask?.(true));
    // The toast must be readable and closable there: screen readers reach nothing else.
    const dialog = screen.getByRole('dialog', { name: 'A question' });
    expect(dialog.contains(screen.getByText('First', { selector: 'li *' }))).toBe(true);
    expect(within(dialog).getByRole('button', { name: 'Dismiss' })).toBeTruthy();
    act(() => ask?.(false));
    await pass(500);
    expect(placeOfToast()?.getAttribute('data-place')).toBe('row');
  });
});

describe('on the way to another screen', () => {
  /** Navigates, by a press or by the act itself. */
  function Screens({ raises = false }: { raises?: boolean }) {
    const [, navigate] = useLocation();
    const go = () => {
      if (raises) toast({ title: 'First' });
      navigate('/?tab=profile');
    };
    return (
      <>
        <button type="button" onClick={go}>
          Go
        </button>
        <button type="button" onClick={() => navigate('/?q=soup')}>
          Search
        </button>
      </>
    );
  }
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    fireEvent.pointerDown(button);
    fireEvent.click(button);
  };

  it('goes with the person’s next navigation', async () => {
    renderWithProviders(<Screens />);
    act(() => toast({ title: 'First' }));
    await pass(200);
    press('Go');
    expect(shown()).toEqual([]);
  });

  it('goes with a later navigation that nothing was pressed for, such as Back', async () => {
    const { location } = renderWithProviders(<Screens />);
    act(() => toast({ title: 'First' }));
    await pass(2000);
    act(() => location.navigate('/?tab=messages'));
    expect(shown()).toEqual([]);
  });

  it('stays its time if its own act navigates', async () => {
    const { location } = renderWithProviders(<Screens raises />);
    press('Go');
    expect(location.history.at(-1)).toBe('/?tab=profile');
    expect(shown()).toEqual(['First']);
    await pass(4900);
    expect(shown()).toEqual(['First']);
    await pass(200);
    expect(shown()).toEqual([]);
  });

  it('stays while the same screen is searched', async () => {
    renderWithProviders(<Screens />);
    act(() => toast({ title: 'First' }));
    press('Search');
    expect(shown()).toEqual(['First']);
  });
});

describe('an ended session', () => {
  it('is reported, and the sign-in page opens half a second later', async () => {
    const went: string[] = [];
    vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
    renderWithProviders(<p>Page</p>);
    act(() => {
      expect(handleUnauthorized(new HttpError(401, '', 'Unauthorized'))).toBe(true);
    });
    expect(screen.getByText('You are logged out. Logging in again...')).toBeTruthy();
    await pass(499);
    expect(went).toEqual([]);
    await pass(1);
    expect(went).toHaveLength(1);
    expect(went[0]).toMatch(/^\/api\/login/);
  });

  it('is reported for no other failure', () => {
    expect(handleUnauthorized(new HttpError(409, '', 'Conflict'))).toBe(false);
  });
});
