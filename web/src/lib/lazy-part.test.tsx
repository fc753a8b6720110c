import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart, onPartLate, PART_LATE_AFTER_MS } from './lazy-part.ts';

afterEach(() => vi.useRealTimers());

it('reports a part that is shown and does not come, and only that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onLate = vi.fn();
  const stop = onPartLate(onLate);
  const Here = lazyPart(async () => () => <p>here</p>);
  const Hanging = lazyPart(() => new Promise<() => null>(() => {}));
  void Hanging.preload();
  const { rerender } = render(<Suspense>{<Here />}</Suspense>);
  await screen.findByText('here');
  await vi.advanceTimersByTimeAsync(PART_LATE_AFTER_MS);
  expect(onLate).not.toHaveBeenCalled();
  rerender(<Suspense>{<Hanging />}</Suspense>);
  await vi.advanceTimersByTimeAsync(PART_LATE_AFTER_MS);
  expect(onLate).toHaveBeenCalledTimes(1);
  stop();
});
