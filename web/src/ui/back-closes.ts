import { useEffect, useRef } from 'react';

/*
 * Every open sheet has an entry of its own in the browser's history, with the address of the page under it, so that Back
 * closes the sheet and never leaves that page. An entry says how many sheets are open there, and since when the lowest is. A
 * link in a sheet leaves its entry behind, which is passed over later.
 */

type Sheet = { readonly close: () => void };
/** Lowest first. */
const open: Sheet[] = [];
/** Whether an entry is being left by us, not by the person: what follows closes nothing. */
let isLeaving = false;
let settling: ReturnType<typeof setTimeout> | undefined;
/** Whether the person has just come to this entry through the history. */
let hasArrived = false;
/** The entries above this one that a sheet left behind, which a link out of it had left; by their `since`. */
let above: number | null = null;
/** Whether those are being passed on the way forward. */
let isPassing = false;
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

const entriesSince = (): number | null => {
  const state = stateNow();
  return 'since' in state && typeof state.since === 'number' ? state.since : null;
};

/** Makes the history fit what is open, once a closing sheet's navigation is through. */
function settleSoon(): void {
  clearTimeout(settling);
  settling = setTimeout(settle);
}

function settle(): void {
  if (isLeaving) return;
  const surplus = sheetsHere() - open.length;
  const isStale = surplus > 0 && hasArrived;
  hasArrived = false;
  if (isStale && above !== null && entriesSince() === above) {
    // seen on the way back, so that this is the way forward; the last one may have nothing above it
    isPassing = true;
    window.history.go(1);
  } else if (surplus > 0) {
    if (isStale) above = entriesSince();
    isLeaving = true;
    window.history.go(-surplus);
    return;
  }
  // also for a sheet that has asked something instead of closing
  for (let missing = -surplus; missing > 0; missing -= 1)
    window.history.pushState({ since: Date.now(), ...stateNow(), sheets: open.length - missing + 1 }, '');
  runWaiting();
}

function onBack(): void {
  if (!isLeaving) for (const sheet of open.slice(sheetsHere()).toReversed()) sheet.close();
  hasArrived = !isLeaving;
  if (isPassing && entriesSince() !== above) {
    isPassing = false;
    above = null;
  }
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
