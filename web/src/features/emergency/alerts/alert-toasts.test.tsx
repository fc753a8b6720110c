import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '#web/testing/render.tsx';
import { anId, hoursFromNow } from '#web/testing/samples.ts';
import { toastAlert } from './alert-toasts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const alert = (householdSize: number, distance: number) => ({
  id: anId(),
  title: 'Dinner',
  householdSize,
  distance,
  urgencyLevel: 'emergency' as const,
  pickupLocation: 'Chelsea',
  latitude: 40.75,
  longitude: -74,
  createdAt: hoursFromNow(0),
});

it.each([
  [1, 2.4, '1 person needs urgent food assistance 2km away'],
  [4, 0.2, '4 people need urgent food assistance 1km away'],
])('the toast of a household of %i, %f km away, stays ten seconds', async (householdSize, km, sentence) => {
  renderPart(<p>Page</p>);
  act(() => toastAlert(alert(householdSize, km), () => {}));
  const shown = () => screen.queryByText(sentence, { selector: 'li *' });
  await act(() => vi.advanceTimersByTimeAsync(9900));
  expect(shown()).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(shown()).toBeNull();
});
