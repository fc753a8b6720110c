import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tooltip } from './Tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const words = () => screen.queryByRole('tooltip')?.textContent ?? null;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function show() {
  render(
    <Tooltip text="What is safe to share">
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
    expect(words()).toBe('What is safe to share');
    expect(control.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
    fireEvent.pointerLeave(control);
    expect(words()).toBeNull();
    expect(control.hasAttribute('aria-describedby')).toBe(false);
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
    expect(words()).toBe('What is safe to share');
    act(() => control.blur());
    expect(words()).toBeNull();
  });
});
