// Set by a move inside the product, taken by the heading of the screen that it leads to. The first screen of a
// visit does not take the keyboard: there the browser's own start of the page is right.
let arriving = false;

/** Says that another screen is about to be shown. */
export function requestHeadingFocus(): void {
  arriving = true;
}

/** Whether this screen was just moved to; true only once a move. */
export function takeHeadingFocusRequest(): boolean {
  const was = arriving;
  arriving = false;
  return was;
}
