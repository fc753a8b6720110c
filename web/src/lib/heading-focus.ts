// Set by a navigation inside the product, taken by the heading of the screen it leads to. The first screen of
// a visit does not take the focus: the browser's default is right there.
let arriving = false;

/** Called before another screen is shown. */
export function requestHeadingFocus(): void {
  arriving = true;
}

/** True if the screen was just navigated to; true only once per navigation. */
export function takeHeadingFocusRequest(): boolean {
  const was = arriving;
  arriving = false;
  return was;
}
