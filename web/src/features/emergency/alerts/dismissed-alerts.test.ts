import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDismissedAlerts, dismissedKey } from './alert-list.ts';

const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10 * DAY_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

const dismissedIds = (alerts: ReturnType<typeof createDismissedAlerts>) => alerts.get().map(([id]) => id);

it('keeps dismissals per person, and drops them once the request must have ended', () => {
  const alertedAt = '2026-05-01T12:00:00.000Z';
  createDismissedAlerts('ana').dismiss([{ id: 'a', alertedAt }]);
  expect(createDismissedAlerts('ana').get()).toEqual([['a', alertedAt, 10 * DAY_MS]]);
  expect(createDismissedAlerts('ben').get()).toEqual([]);
  vi.setSystemTime(14 * DAY_MS);
  createDismissedAlerts('ana').dismiss([{ id: 'b', alertedAt: null }]);
  expect(createDismissedAlerts('ana').get()).toEqual([['b', null, 14 * DAY_MS]]);
});

it('does not overwrite dismissals of another tab', () => {
  const [one, other] = [createDismissedAlerts('ana'), createDismissedAlerts('ana')];
  const onChange = vi.fn<() => void>();
  const stop = other.subscribe(onChange);
  expect(other.get()).toEqual([]);
  localStorage.setItem(dismissedKey('ana'), JSON.stringify([['a', null, Date.now()]]));
  window.dispatchEvent(new StorageEvent('storage', { key: dismissedKey('ben') }));
  expect(onChange).not.toHaveBeenCalled();
  window.dispatchEvent(new StorageEvent('storage', { key: dismissedKey('ana') }));
  expect(onChange).toHaveBeenCalledOnce();
  other.dismiss([{ id: 'b', alertedAt: null }]);
  expect(dismissedIds(one)).toEqual(['a', 'b']);
  stop();
});

it('returns the same list until something changes', () => {
  const alerts = createDismissedAlerts('ana');
  const before = alerts.get();
  expect(alerts.get()).toBe(before);
  alerts.dismiss([{ id: 'a', alertedAt: null }]);
  expect(alerts.get()).not.toBe(before);
  expect(alerts.get()).toBe(alerts.get());
});

it('works without storage, and ignores stored text that is not a list of dismissals', () => {
  const refuse = vi.fn(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  vi.stubGlobal('localStorage', { setItem: refuse, getItem: refuse, removeItem: refuse });
  const alerts = createDismissedAlerts('ana');
  alerts.dismiss([{ id: 'a', alertedAt: null }]);
  expect(dismissedIds(alerts)).toEqual(['a']);
  expect(refuse).toHaveBeenCalled();
  vi.unstubAllGlobals();
  for (const text of ['{', '7', '[["x"],[1,2,3],null]']) {
    localStorage.setItem(dismissedKey('ana'), text);
    expect(createDismissedAlerts('ana').get()).toEqual([]);
  }
});
