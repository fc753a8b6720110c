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

const stateNow = (): object => {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null ? state : {};
};
const sheetsHere = (): number => {
  const state = stateNow();
  return 'sheets' in state && typeof state.sheets === 'number' ? state.sheets : 0;
};

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
  }
  // also for a sheet that has asked something instead of closing
  for (let missing = -surplus; missing > 0; missing -= 1)
    window.history.pushState({ ...stateNow(), sheets: open.length - missing + 1 }, '');
}

function onBack(): void {
  if (!isLeaving) for (const sheet of open.slice(sheetsHere()).toReversed()) sheet.close();
  isLeaving = false;
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
