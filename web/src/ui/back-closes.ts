import { useEffect, useRef } from 'react';

/*
 * Every open sheet has an entry of its own in the browser's history, with the address of the page under it, so that Back
 * closes the sheet and never leaves that page. An entry says how many sheets are open there.
 */

type Sheet = { readonly close: () => void };
/** Lowest first. */
const open: Sheet[] = [];
/** Whether an entry is being left by us, not by the person: what follows closes nothing. */
let isLeaving = false;
let settling: ReturnType<typeof setTimeout> | undefined;
/** What waits until the entries of closed sheets are left. */
let waiting: (() => void)[] = [];

const stateNow = (): object => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? state : {};
};
const sheetsHere = (): number => {
  const state = stateNow();
  return 'sheets' in state && typeof state.sheets === 'number' ? state.sheets : 0;
};

function runWaiting(): void {
  const runs = waiting;
  waiting = [];
  for (const run of runs) run();
}

/**
 * Calls `run` once the entries of the sheets that are being closed are left, to change the address of the page under
 * them: while they are not, a change would be to one of their entries, and undone by leaving it.
 */
export function afterSheets(run: () => void): void {
  waiting.push(run);
  settleSoon();
}

/** For a changed address under an open sheet: the state of its entry, by which it is still the sheet's; null for none. */
export const stateOfSheet = (): object | null => (sheetsHere() > 0 ? stateNow() : null);

/** Makes the history fit what is open, once a closing sheet's navigation is through. */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle);
}

function settle(): void {
  if (isLeaving) return;
  const surplus = sheetsHere() - open.length;
  if (surplus > 0) {
    isLeaving = true;
    window.history.go(-surplus);
    return;
  }
  // also for a sheet that has asked something instead of closing
  for (let missing = -surplus; missing > 0; missing -= 1)
    window.history.pushState({ ...stateNow(), sheets: open.length - missing + 1 }, '');
  runWaiting();
}

function onBack(): void {
  if (!isLeaving) for (const sheet of open.slice(sheetsHere()).toReversed()) sheet.close();
  isLeaving = false;
  // before the page under the sheet shows its former address
  runWaiting();
  settleSoon();
}

// an entry of a sheet that a reload has closed
if (typeof window !== 'undefined') {
  window.addEventListener('popstate', onBack);
  if (sheetsHere() > 0) settleSoon();
}

/** While `isOpen`, Back calls `close`. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const sheet: Sheet = { close: () => latest.current() };
    open.push(sheet);
    settleSoon();
    return () => {
      open.splice(open.indexOf(sheet), 1);
      settleSoon();
    };
  }, [isOpen]);
}
