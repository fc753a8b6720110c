/**
 * Runs in the page, at twice the text size. Lists horizontal scrolling, cut text, words broken letter by letter, and
 * fixed bars that leave too little of the screen. Rows that scroll horizontally by design, and previews that end in an
 * ellipsis, are fine.
 */
export function findLargeTextProblems(): string[] {
  const problems = new Set<string>();
  const view = document.documentElement;
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')];
  const open = dialogs.filter((one) => one.checkVisibility()).at(-1);
  const root = open ?? document.body;
  const elements = [root, ...root.querySelectorAll('*')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true }),
  );
  const textOf = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 60);
  const placeOf = (element: Element): string =>
    [element, element.parentElement, element.parentElement?.parentElement]
      .flatMap((one) =>
        one
          ? [
              `${one.tagName.toLowerCase()}.${(one.getAttribute('class') ?? '').split(' ').slice(0, 6).join('.')}`,
            ]
          : [],
      )
      .join(' < ');
  const report = (what: string, element: Element) =>
    problems.add(`${what}: "${textOf(element)}" ${placeOf(element)}`);
  const ancestorsOf = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let one = element.parentElement; one; one = one.parentElement) found.push(one);
    return found;
  };
  const isDrawnElsewhere = (element: Element): boolean =>
    element.closest('.leaflet-container, [aria-hidden=true], svg') !== null ||
    [element, ...ancestorsOf(element)].some((one) => getComputedStyle(one).clipPath === 'inset(50%)');
  const hides = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip';

  if (view.scrollWidth > view.clientWidth + 1) {
    const wide = elements.filter((one) => one.getBoundingClientRect().right > view.clientWidth + 1);
    const isCaught = (one: Element): boolean =>
      ancestorsOf(one).some(
        (by) => by !== document.body && by !== view && getComputedStyle(by).overflowX !== 'visible',
      );
    const cause = wide.filter((one) => !isCaught(one)).at(-1) ?? root;
    report(`page scrolls sideways, ${view.scrollWidth} of ${view.clientWidth} px`, cause);
  }

  for (const element of elements) {
    if (isDrawnElsewhere(element)) continue;
    const style = getComputedStyle(element);
    const isAsideByDesign = element.matches('[class*="overflow-x-"], textarea');
    if (
      ['auto', 'scroll'].includes(style.overflowX) &&
      !isAsideByDesign &&
      element.scrollWidth > element.clientWidth + 1
    )
      report('scrolls sideways', element);

    const isPreview = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    if (
      hasText &&
      !isPreview &&
      element.clientWidth > 0 &&
      hides(style.overflowX) &&
      element.scrollWidth > element.clientWidth + 1
    )
      report('cut', element);

    if (element.matches('button, a[href], input, select, textarea, summary, [role=tab]')) {
      const box = element.getBoundingClientRect();
      const isOnScreen = box.width > 1 && box.bottom > 0;
      const isScrolledAside = ancestorsOf(element).some(
        (one) =>
          ['auto', 'scroll'].includes(getComputedStyle(one).overflowX) &&
          one.matches('[class*="overflow-x-"]'),
      );
      if (isOnScreen && !isScrolledAside && (box.left < -1 || box.right > view.clientWidth + 1))
        report(`beyond the edge, ${Math.round(box.left)} to ${Math.round(box.right)} px`, element);
      // a positioned element is clipped by its containing block and the ancestors of that
      const holder = style.position === 'absolute' && element instanceof HTMLElement && element.offsetParent;
      const clipper = ancestorsOf(element).find(
        (one) => (!holder || one.contains(holder)) && hides(getComputedStyle(one).overflowX),
      );
      const frame = clipper?.getBoundingClientRect();
      if (
        frame &&
        !isScrolledAside &&
        frame.width > 1 &&
        (box.right > frame.right + 1 || box.left < frame.left - 1)
      )
        report('button cut', element);
      if (
        style.display !== 'inline' &&
        // a count badge overlaps the corner
        !element.querySelector(':scope > .absolute') &&
        element.scrollWidth > element.clientWidth + 2 &&
        !element.matches('input, select, textarea') &&
        !isPreview
      )
        report('wider than its button', element);
    }

    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      for (const word of node.data.matchAll(/\p{L}{4,}/gu)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1 && word[0].length / lines.size < 3)
          report(`"${word[0]}" on ${lines.size} lines`, element);
      }
    }
  }

  const height = view.clientHeight;
  const staying = elements
    .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(
      ({ one, box }) => box.width > view.clientWidth * 0.8 && box.height < height * 0.8 && one !== root,
    );
  const kept = staying.reduce(
    (sum, { box }) => sum + Math.max(0, Math.min(height, box.bottom) - Math.max(0, box.top)),
    0,
  );
  if (!open && kept > height / 3) problems.add(`what stays takes ${Math.round(kept)} of ${height} px`);
  return [...problems];
}

/** Runs in the page: whether one level-one heading comes first, and no level of the others is left out. */
export function findHeadingProblems(): string[] {
  // screen readers do not read content behind a dialog
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return [];
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(
    (one) => one.checkVisibility() && !one.closest('[role=dialog], [role=alertdialog], [aria-hidden=true]'),
  );
  const levels = headings.map(({ tagName }) => Number(tagName.slice(1)));
  const said = headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`).join(' | ');
  const firsts = levels.filter((level) => level === 1).length;
  const skipped = levels.findIndex((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1);
  return [
    ...(firsts === 1 ? [] : [`${firsts} level-one headings: ${said}`]),
    ...(levels[0] === 1 || firsts === 0 ? [] : [`the level-one heading is not first: ${said}`]),
    ...(skipped < 0 ? [] : [`level ${levels[skipped]} after ${levels[skipped - 1]}: ${said}`]),
  ];
}

/** Marks elements set off by a fill or a shadow, and selected ones, for `findForcedColorProblems`. */
export function markFills(): void {
  const alphaOf = (color: string): number => {
    if (color === 'transparent') return 0;
    const parts = /[\d.]+\s*\)$/.exec(color);
    return color.startsWith('rgba') || color.includes('/') ? parseFloat(parts?.[0] ?? '1') : 1;
  };
  const fillBehind = (element: Element | null): string => {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one);
      if (alphaOf(backgroundColor) > 0.5) return backgroundColor;
    }
    return '';
  };
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() || element.closest('svg, .leaflet-container, [aria-hidden=true]'))
      continue;
    // a selected control is filled as a whole
    if (element.parentElement?.closest('[aria-pressed=true], [aria-selected=true], [aria-current]')) continue;
    const { backgroundColor, boxShadow } = getComputedStyle(element);
    const isControl = element.matches('button, [role=tab], a[href]');
    const isFilled = alphaOf(backgroundColor) > 0.5 && backgroundColor !== fillBehind(element.parentElement);
    const { width, height } = element.getBoundingClientRect();
    const isScreen = width >= innerWidth && height >= innerHeight;
    if (width < 3 || height < 3 || isScreen) continue;
    if (
      element.matches('button') ||
      isFilled ||
      (boxShadow !== 'none' &&
        !/rgba?\(0, 0, 0, 0\)/.test(boxShadow) &&
        element.matches('.shadow-card, .shadow-float'))
    )
      element.setAttribute('data-filled', isControl ? 'control' : 'surface');
  }
}

/** Runs in the page, in forced colors, after `markFills`: lists elements without a visible edge. */
export function findForcedColorProblems(): string[] {
  const problems = new Set<string>();
  const nameOf = (element: Element): string =>
    `"${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}" ${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').slice(0, 80)}`;
  const isClear = (color: string): boolean => color === 'transparent' || /^rgba\(.*, 0\)$/.test(color);
  const fillBehind = (element: Element | null): string => {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one);
      if (!isClear(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const hasEdge = (element: Element): boolean => {
    const style = getComputedStyle(element);
    const behind = fillBehind(element.parentElement);
    const sides = (['Top', 'Right', 'Bottom', 'Left'] as const).filter(
      (side) =>
        parseFloat(style[`border${side}Width`]) > 0 &&
        style[`border${side}Style`] !== 'none' &&
        style[`border${side}Color`] !== behind &&
        !isClear(style[`border${side}Color`]),
    );
    const isOutlined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
    // what the browser draws itself has one
    const isNative = element instanceof HTMLInputElement && style.appearance === 'auto';
    return isNative || sides.length > 0 || isOutlined || fillBehind(element) !== behind;
  };
  for (const element of document.querySelectorAll('[data-filled]')) {
    if (!element.checkVisibility({ opacityProperty: true }) || element.closest('.leaflet-container'))
      continue;
    if (!hasEdge(element)) problems.add(`no edge: ${nameOf(element)}`);
  }
  // a count lies half beside its control, so it needs a background of its own
  for (const count of document.querySelectorAll('[data-count]'))
    if (
      count.checkVisibility() &&
      !count.closest('.leaflet-container') &&
      isClear(getComputedStyle(count).backgroundColor)
    )
      problems.add(`count without a ground: ${nameOf(count.parentElement ?? count)}`);
  const look = (element: Element): string => {
    const { backgroundColor, borderTopWidth, outlineStyle, textDecorationLine } = getComputedStyle(element);
    return `${backgroundColor} ${borderTopWidth} ${outlineStyle} ${textDecorationLine}`;
  };
  const isChosen = (element: Element): boolean =>
    ['aria-pressed', 'aria-selected', 'aria-current'].some((name) =>
      ['true', 'page', 'date', 'step'].includes(element.getAttribute(name) ?? ''),
    );
  for (const chosen of document.querySelectorAll(
    '[aria-pressed=true], [aria-selected=true], [aria-current=page]',
  )) {
    if (!chosen.checkVisibility() || chosen.closest('.leaflet-container')) continue;
    const row = chosen.closest('fieldset, [role=tablist], ul, nav, ol');
    const other = [...(row?.querySelectorAll(chosen.tagName) ?? [])].find(
      (one) => one !== chosen && !isChosen(one),
    );
    if (other && look(other) === look(chosen))
      problems.add(`chosen looks like the others: ${nameOf(chosen)}`);
  }
  return [...problems];
}

/**
 * Runs in the page after a press of Tab, of which the ring of `:focus-visible` follows. Lists controls of the open dialog,
 * or else of the page, whose focus shows no ring, or one of which more than a pixel is clipped.
 */
export function findFocusProblems(): string[] {
  const problems = new Set<string>();
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')];
  const root = dialogs.filter((one) => one.checkVisibility()).at(-1) ?? document.body;
  const nameOf = (element: Element): string =>
    `"${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40)}" ${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').slice(0, 80)}`;
  const reachOf = ({ outlineStyle, outlineWidth, outlineOffset }: CSSStyleDeclaration): number | null =>
    outlineStyle === 'none' || parseFloat(outlineWidth) < 2
      ? null
      : parseFloat(outlineWidth) + parseFloat(outlineOffset);
  const isClipped = (element: Element, reach: number): boolean => {
    const own = element.getBoundingClientRect();
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(one);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const frame = one.getBoundingClientRect();
      // what is scrolled out, and a side to which it scrolls, are shown when the focus really comes there
      const gaps: readonly (readonly [number, boolean])[] = [
        [own.left - frame.left, one.scrollLeft > 0],
        [own.top - frame.top, one.scrollTop > 0],
        [frame.right - own.right, one.scrollLeft + one.clientWidth < one.scrollWidth - 1],
        [frame.bottom - own.bottom, one.scrollTop + one.clientHeight < one.scrollHeight - 1],
      ];
      if (gaps.some(([gap]) => gap < -0.5)) return false;
      if (gaps.some(([gap, isScrolled]) => !isScrolled && gap < reach - 1.5)) return true;
    }
    return false;
  };
  const controls = root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary');
  for (const control of controls) {
    if (!control.checkVisibility() || control.closest('.leaflet-container')) continue;
    control.focus({ preventScroll: true });
    if (document.activeElement !== control) continue;
    // a card has the ring of the link that lies over it, a choice that of its circle
    const bearers = [control, control.closest('label'), control.parentElement];
    const bearer = bearers.find((one) => one && reachOf(getComputedStyle(one)) !== null);
    const reach = bearer && reachOf(getComputedStyle(bearer));
    if (!bearer || reach === undefined || reach === null)
      problems.add(`no ring: ${nameOf(control)} of ${nameOf(control.parentElement ?? root)}`);
    else if (isClipped(bearer, reach)) problems.add(`clipped ring: ${nameOf(control)}`);
  }
  return [...problems];
}
