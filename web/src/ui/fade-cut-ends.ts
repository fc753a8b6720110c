/** The last few pixels of a row are its padding. */
const AT_END_PX = 8;

/** A ref of a row that scrolls sideways: it fades at an end where it goes on out of sight. */
export function fadeCutEnds(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  const look = () => {
    const before = Math.abs(row.scrollLeft);
    const after = row.scrollWidth - row.clientWidth - before;
    const isRtl = getComputedStyle(row).direction === 'rtl';
    const [left, right] = isRtl ? [after, before] : [before, after];
    const edge = (hidden: number) => (hidden > AT_END_PX ? 'transparent' : 'black');
    row.style.maskImage =
      Math.max(left, right) <= AT_END_PX
        ? ''
        : `linear-gradient(to right, ${edge(left)}, black 1.5rem, black calc(100% - 1.5rem), ${edge(right)})`;
  };
  const observer = new ResizeObserver(look);
  for (const part of [row, ...row.children]) observer.observe(part);
  row.addEventListener('scroll', look, { passive: true });
  return () => {
    observer.disconnect();
    row.removeEventListener('scroll', look);
  };
}
