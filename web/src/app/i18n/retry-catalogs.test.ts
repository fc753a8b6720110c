import { expect, it, onTestFinished, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { retryMissingCatalogs } from './retry-catalogs.ts';

it('asks again with a navigation, and once the device is online', () => {
  const device = vi.spyOn(navigator, 'onLine', 'get');
  const before = window.location.href;
  onTestFinished(() => {
    device.mockRestore();
    navigate(before, { replace: true });
  });
  const become = (state: 'online' | 'offline') => {
    device.mockReturnValue(state === 'online');
    window.dispatchEvent(new Event(state));
  };
  const retry = vi.fn(() => Promise.resolve());
  const stop = retryMissingCatalogs(retry);
  const asked = (): number => retry.mock.calls.splice(0).length;
  navigate('/?tab=share');
  expect(asked()).toBe(1);
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(asked()).toBe(1);
  // as the position in a list is saved, many times while it scrolls
  navigate('/?tab=share', { replace: true });
  become('offline');
  navigate('/?tab=profile');
  expect(asked()).toBe(0);
  become('online');
  expect(asked()).toBe(1);
  stop();
  navigate('/');
  expect(asked()).toBe(0);
});
