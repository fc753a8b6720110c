import { afterEach, expect, it, vi } from 'vitest';
import { NetworkError } from './http-error.ts';
import { endSessionAndGo, forgetPersonWhoLeaves, isEndingSession } from './session-navigation.ts';

afterEach(() => vi.restoreAllMocks());

it('stays on the page if the session could not be ended', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await expect(
    endSessionAndGo(
      '/',
      () => Promise.reject(new Error('away')),
      async () => null,
    ),
  ).rejects.toThrow('away');
  expect(isEndingSession()).toBe(false);
  expect(assign.mock.calls).toEqual([]);
});

it('goes on if only the answer was lost', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const unanswered = () => Promise.reject(new NetworkError(null));
  await expect(endSessionAndGo('/?closed', unanswered, async () => ({}))).rejects.toThrow();
  expect(assign.mock.calls).toEqual([]);
  await endSessionAndGo('/?closed', unanswered, async () => null);
  expect(assign.mock.calls).toEqual([['/?closed']]);
});

it('keeps what was written while the browser asks whether to leave', () => {
  localStorage.setItem('openlarder.share.someone', 'Soup');
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  forgetPersonWhoLeaves();
  window.removeEventListener('beforeunload', ask);
  expect(localStorage.getItem('openlarder.share.someone')).toBe('Soup');
  forgetPersonWhoLeaves();
  expect(localStorage.getItem('openlarder.share.someone')).toBeNull();
});
