import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpError } from '#web/lib/http-error.ts';
import { handleUnauthorized } from '#web/lib/unauthorized.ts';
import { renderPart } from '#web/testing/render.tsx';
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
    renderPart(<p>Page</p>);
    act(() => toast({ title: 'First' }));
    await pass(4900);
    expect(shown()).toEqual(['First']);
    await pass(200);
    expect(shown()).toEqual([]);
  });

  it('is replaced by the next, with its own time', async () => {
    renderPart(<p>Page</p>);
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
    renderPart(<p>Page</p>);
    act(() => toast({ title: 'Second' }));
    act(() => dismissToast(-1));
    expect(shown()).toEqual(['Second']);
  });

  it('is announced immediately if destructive, else when the reader pauses', async () => {
    renderPart(<p>Page</p>);
    act(() => toast({ title: 'First', tone: 'destructive' }));
    await pass(100);
    expect(document.querySelector('[aria-live]')?.getAttribute('aria-live')).toBe('assertive');
    act(() => toast({ title: 'Second' }));
    await pass(100);
    const last = [...document.querySelectorAll('[aria-live]')].at(-1);
    expect(last?.getAttribute('aria-live')).toBe('polite');
  });
});

describe('an ended session', () => {
  it('is reported, and the sign-in page opens half a second later', async () => {
    const went: string[] = [];
    vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
    renderPart(<p>Page</p>);
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
