import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { requestCountsFromMs } from '@openlarder/domain/recognition/points.ts';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { HandoverLog } from './HandoverLog.tsx';

it('mentions that food given for a request appears a week later', () => {
  renderWithProviders(<HandoverLog timeZone="America/New_York" />);
  expect(
    screen.getByText(
      /What you gave for a request for food appears a week later, with only its month, so that no one can be recognized\.$/,
    ),
  ).toBeTruthy();
  const completedMs = Date.parse('2026-11-21T19:00:00Z');
  const days = (requestCountsFromMs(completedMs, 'America/New_York') - completedMs) / DAY_MS;
  expect(Math.floor(days)).toBe(7);
});
