import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The long run checks every stop of the page, `npm test` the first ones. */
const MAX_STOPS = process.env['LONG'] ? 40 : 12;

type Limits = { readonly maxStops: number };

/**
 * Runs in the page. Scrolls the open dialog, or else the page, from top to bottom, and lists controls whose center is
 * covered at a stop, and those that are never clear of the header, the bars and the dock.
 */
async function findCoveredControls({ maxStops }: Limits): Promise<string[]> {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=radio], [role=tab]';
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
  const dialog = dialogs.filter((one) => one.checkVisibility()).at(-1);
  const problems = new Set<string>();
  const hidden = new Map<Element, string>();
  const clear = new Set<Element>();

  const nameOf = (one: Element): string =>
    `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 50)}"`;
  const ancestorsOf = (one: Element): Element[] => {
    const found: Element[] = [];
    for (let next = one.parentElement; next; next = next.parentElement) found.push(next);
    return found;
  };
  /** The header with the bar of filters under it, and what lies at the bottom with the toast in it. */
  const isBar = (one: Element): boolean => {
    const { position, top, bottom } = getComputedStyle(one);
    return (
      one.matches('header, [data-dock]') || (position === 'sticky' && (top !== 'auto' || bottom !== 'auto'))
    );
  };
  const barOf = (one: Element): Element | undefined => [one, ...ancestorsOf(one)].find(isBar);
  /** Whether a scrolling or clipping ancestor shows this point. */
  const isShown = (one: Element, x: number, y: number): boolean =>
    ancestorsOf(one).every((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (box === document.body || box === document.documentElement) return true;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      return (
        (overflowX === 'visible' || (x >= left && x <= right)) &&
        (overflowY === 'visible' || (y >= top && y <= bottom))
      );
    });
  const look = () => {
    for (const control of (dialog ?? document).querySelectorAll(CONTROLS)) {
      const isSeen = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Markers of a map lie over each other where the places do.
      if (!isSeen || width < 4 || height < 4 || control.closest('.leaflet-pane, [inert]')) continue;
      const { pointerEvents, clipPath } = getComputedStyle(control);
      // Links that are shown only while they have the focus are clipped away.
      if (pointerEvents === 'none' || clipPath !== 'none') continue;
      if (x < 0 || x >= window.innerWidth || y < 0 || y >= window.innerHeight || !isShown(control, x, y))
        continue;
      const hit = document.elementFromPoint(x, y);
      // the layout may have changed in the meantime
      if (!hit) continue;
      const isOwn =
        control.contains(hit) || hit.contains(control) || hit.closest('label')?.contains(control) === true;
      const bar = barOf(hit);
      if (isOwn) clear.add(control);
      else if (bar && !bar.contains(control)) hidden.set(control, nameOf(bar));
      else problems.add(`${nameOf(control)} is under ${nameOf(hit)}`);
    }
  };

  const scrolls = dialog
    ? ([...dialog.querySelectorAll('*')].find((one) => {
        const { overflowY } = getComputedStyle(one);
        return ['auto', 'scroll'].includes(overflowY) && one.scrollHeight > one.clientHeight + 1;
      }) ?? dialog)
    : (document.scrollingElement ?? document.documentElement);
  const stepPx = Math.max(120, Math.round(scrolls.clientHeight * 0.4));
  for (let stop = 0; stop < maxStops; stop++) {
    scrolls.scrollTo({ top: stop * stepPx, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    look();
    if (scrolls.scrollTop + scrolls.clientHeight >= scrolls.scrollHeight - 1) break;
  }
  // What the last stop hides can come clear further down only if the list went on.
  const isAtEnd = scrolls.scrollTop + scrolls.clientHeight >= scrolls.scrollHeight - 1;
  for (const [control, bar] of hidden)
    if (isAtEnd && !clear.has(control) && control.isConnected)
      problems.add(`${nameOf(control)} never comes clear of ${bar}`);
  scrolls.scrollTo({ top: 0, behavior: 'instant' });
  return [...problems];
}

/**
 * Checks that nothing but the header and what lies at the bottom covers a control, and that each comes clear of both.
 */
export async function expectNothingCovered(page: Page, where: string): Promise<void> {
  // What moves in is still somewhere else; placeholders breathe for ever.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  const look = async () => page.evaluate(findCoveredControls, { maxStops: MAX_STOPS });
  const problems = await look();
  // food shared by other tests moves the page during the check: only problems seen twice count
  const still = problems.length > 0 ? new Set(await look()) : new Set();
  expect(
    problems.filter((problem) => still.has(problem)),
    where,
  ).toEqual([]);
}
