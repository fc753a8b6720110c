import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId, hoursFromNow } from '#web/testing/samples.ts';
import { toastAlert } from './use-emergency-alerts.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const alert = (householdSize: number, distance: number | null) => ({
  id: anId(),
  title: 'Dinner',
  householdSize,
  distance,
  urgencyLevel: 'emergency' as const,
  pickupLocation: 'Chelsea',
  createdAt: hoursFromNow(0),
});

it.each([
  [1, 2, '1 person needs urgent food assistance 2km away'],
  [4, 0, '4 people need urgent food assistance in your area'],
  [1, null, '1 person needs urgent food assistance in your community'],
])(
  'the toast of a household of %i, at a distance of %s, stays ten seconds',
  async (householdSize, km, sentence) => {
    renderWithProviders(<p>Page</p>);
    act(() => toastAlert(alert(householdSize, km), () => {}));
    const shown = () => screen.queryByText(sentence, { selector: 'li *' });
    await act(() => vi.advanceTimersByTimeAsync(9900));
    expect(shown()).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(shown()).toBeNull();
  },
);
