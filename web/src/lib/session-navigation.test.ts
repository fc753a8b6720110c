import { afterEach, expect, it, vi } from 'vitest';
import { isEndingSession, endSessionAndGo } from './session-navigation.ts';

afterEach(() => vi.restoreAllMocks());

it('stays on the page if the session could not be ended', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  await expect(endSessionAndGo('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(isEndingSession()).toBe(false);
  expect(assign.mock.calls).toEqual([]);
});
