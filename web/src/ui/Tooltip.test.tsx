import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltip } from './Tooltip.tsx';

/** Each test begins long after the tooltips of the one before. */
let startMs = Date.now();

beforeEach(() => {
  vi.useFakeTimers();
  startMs += 60_000;
  vi.setSystemTime(startMs);
});
afterEach(() => {
  vi.useRealTimers();
});

const words = () => screen.queryByRole('tooltip')?.textContent ?? null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show() {
  render(
    <Tooltip text="What's safe to share">
      <button type="button">Guidelines</button>
    </Tooltip>,
  );
  return screen.getByRole('button', { name: 'Guidelines' });
}

describe('a tooltip', () => {
  it('opens on hover after a delay, describes the control, and closes with the pointer', async () => {
    const control = show();
    fireEvent.pointerEnter(control, { pointerType: 'mouse' });
    await pass(690);
    expect(words()).toBeNull();
    await pass(20);
    expect(words()).toBe("What's safe to share");
    expect(control.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    fireEvent.pointerLeave(control);
    expect(words()).toBeNull();
    expect(control.hasAttribute('aria-describedby')).toBe(false);
  });

  it('opens without the delay within 300 ms after another one has closed', async () => {
    const control = show();
    const hover = () => fireEvent.pointerEnter(control, { pointerType: 'mouse' });
    hover();
    await pass(699);
    expect(words()).toBeNull();
    await pass(1);
    expect(words()).not.toBeNull();
    fireEvent.pointerLeave(control);
    await pass(299);
    hover();
    expect(words()).not.toBeNull();
    fireEvent.pointerLeave(control);
    await pass(300);
    hover();
    expect(words()).toBeNull();
    await pass(700);
    expect(words()).not.toBeNull();
  });

  it('closes on Escape', async () => {
    const control = show();
    fireEvent.pointerEnter(control, { pointerType: 'mouse' });
    await pass(700);
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(words()).toBeNull();
  });

  it('does not open for a pointer that moved on, a finger or a press', async () => {
    const control = show();
    fireEvent.pointerEnter(control, { pointerType: 'mouse' });
    await pass(300);
    fireEvent.pointerLeave(control);
    fireEvent.pointerEnter(control, { pointerType: 'touch' });
    await pass(1000);
    expect(words()).toBeNull();
    fireEvent.pointerEnter(control, { pointerType: 'mouse' });
    fireEvent.pointerDown(control);
    await pass(1000);
    expect(words()).toBeNull();
  });

  it('opens immediately on keyboard focus', () => {
    const control = show();
    act(() => control.focus());
    expect(words()).toBe("What's safe to share");
    act(() => control.blur());
    expect(words()).toBeNull();
  });
});
