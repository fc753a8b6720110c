import { act } from '@testing-library/react';
import { expect } from 'vitest';
import { afterSheets } from '#web/ui/back-closes.ts';

/** How many sheets have entries of their own in the browser's history, here. */
export const sheetEntries = (): number =>
  (window.history.state as { readonly sheets?: number } | null)?.sheets ?? 0;

/** Waits until open sheets would have entries. */
export async function expectNoSheetEntry(): Promise<void> {
  await act(async () => new Promise<void>(afterSheets));
  expect(sheetEntries()).toBe(0);
}
