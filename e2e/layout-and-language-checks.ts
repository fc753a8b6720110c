/** Texts typed by people of the tests, and words that are the same in every language. */
export type Known = { readonly ownTexts: readonly string[]; readonly names: string };

type Box = { left: number; top: number; right: number; bottom: number };

/**
 * Runs in the page. Lists words that are in no catalog, cut texts and overlaps, in the open dialog or else on the page.
 */
export function findLayoutAndLanguageProblems({ ownTexts, names }: Known): string[] {
  const problems = new Set<string>();
  const view = document.documentElement;
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')];
  const root = dialogs.filter((one) => one.checkVisibility()).at(-1) ?? document.body;
  const elements = [root, ...root.querySelectorAll('*')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
  );
  const nameOf = (element: Element): string => {
    const path = [element, element.parentElement, element.parentElement?.parentElement];
    const short = (one: Element) =>
      `${one.tagName.toLowerCase()}.${(one.getAttribute('class') ?? '').slice(0, 90)}`;
    return path.flatMap((one) => (one ? [short(one)] : [])).join(' < ');
  };

  const known = new RegExp(names, 'g');
  /** The text without texts of people. */
  const productText = (text: string): string =>
    ownTexts
      .reduce(
        (rest, own) => rest.replaceAll(own, ' '),
        text.trim().replaceAll(/\S+@\S+|https?:\S+|\S+\.jpg/g, ' '),
      )
      // initials in place of a photo
      .replace(/^[A-Z]{1,2}$/, ' ')
      .replaceAll(known, ' ');
  const checkWords = (text: string, place: string) => {
    const [word] = /[A-Za-z]{2,}/.exec(productText(text)) ?? [];
    if (word) problems.add(`English: ${word} (${text.trim().slice(0, 80)}) ${place}`);
  };

  const boxOf = ({ left, top, right, bottom }: DOMRect): Box => ({ left, top, right, bottom });
  const common = (a: Box, b: Box): Box => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
  /** Whether the inner box exceeds the outer one by more than these pixels. */
  const isOutside = (inner: Box, outer: Box, { x, y }: { x: number; y: number }): boolean =>
    inner.left < outer.left - x ||
    inner.right > outer.right + x ||
    inner.top < outer.top - y ||
    inner.bottom > outer.bottom + y;
  const widthOf = (box: Box): number => box.right - box.left;
  const heightOf = (box: Box): number => box.bottom - box.top;
  const ancestorsOf = (element: Element): Element[] => {
    const found: Element[] = [];
    for (let one = element.parentElement; one; one = one.parentElement) found.push(one);
    return found;
  };
  const clips = ({ overflowX, overflowY }: CSSStyleDeclaration): boolean =>
    [overflowX, overflowY].some((overflow) => overflow !== 'visible');
  const hides = (overflow: string): boolean => ['hidden', 'clip'].includes(overflow);
  const scrolls = ({ overflowY }: CSSStyleDeclaration): boolean => ['auto', 'scroll'].includes(overflowY);
  /** The part of the box that is visible without scrolling. */
  const seenOf = (element: Element, box: Box): Box =>
    ancestorsOf(element)
      .filter((one) => one !== document.body && one !== view && clips(getComputedStyle(one)))
      .reduce((seen, one) => common(seen, boxOf(one.getBoundingClientRect())), box);
  /** For screen readers only, or replaced by a drawing. */
  const isUnseen = (element: Element): boolean =>
    [element, ...ancestorsOf(element)].some((one) => {
      const { clipPath, opacity } = getComputedStyle(one);
      return opacity === '0' || clipPath === 'inset(50%)';
    });
  /** Floating elements may cover content that scrolls beneath; markers lie where their places are. */
  const layerOf = (element: Element): Element | null =>
    [element, ...ancestorsOf(element)].find(
      (one) =>
        one === root ||
        ['fixed', 'sticky'].includes(getComputedStyle(one).position) ||
        (scrolls(getComputedStyle(one)) && one.scrollHeight > one.clientHeight),
    ) ?? null;
  const isOnMap = (element: Element): boolean => element.closest('.leaflet-pane') !== null;

  const drawing = document.createElement('canvas').getContext('2d');
  const placeholderWidth = ({ placeholder }: HTMLInputElement, { font }: CSSStyleDeclaration): number => {
    if (drawing) drawing.font = font;
    return drawing?.measureText(placeholder).width ?? 0;
  };

  /** Clickable elements without fields. */
  const buttons = 'a[href], button, summary, [role=tab], [role=menuitem]';

  type Piece = { element: Element; layer: Element | null; box: Box; text: string };
  const texts: Piece[] = [];
  const controls: Piece[] = [];
  for (const element of elements) {
    for (const attribute of ['aria-label', 'alt', 'placeholder', 'title'])
      if (element.hasAttribute(attribute))
        checkWords(element.getAttribute(attribute) ?? '', `${attribute} of ${nameOf(element)}`);
    const nodes = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '');
    const isField = element.matches('input, textarea, select');
    // the link of a whole card lies under the controls on the card
    const isControl = isField || element.matches(`:is(${buttons}):not(a:empty)`);
    if (nodes.length > 0 && !element.closest('script, style, noscript'))
      for (const node of nodes) checkWords(node.textContent ?? '', nameOf(element));
    if ((nodes.length === 0 && !isControl) || isOnMap(element) || isUnseen(element)) continue;

    const style = getComputedStyle(element);
    const isOwn = !/\p{L}{2,}/u.test(productText(element.textContent ?? ''));
    const isCut =
      (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCut && !isField && !isOwn) problems.add(`cut: ${element.textContent} ${nameOf(element)}`);
    if (
      element instanceof HTMLInputElement &&
      element.value === '' &&
      placeholderWidth(element, style) >
        element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
    )
      problems.add(`cut: ${element.placeholder} ${nameOf(element)}`);

    const layer = layerOf(element);
    const own = boxOf(element.getBoundingClientRect());
    if (isControl && style.pointerEvents !== 'none') {
      const box = seenOf(element, own);
      controls.push({ element, layer, box, text: element.textContent ?? '' });
    }
    for (const node of nodes) {
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const whole = boxOf(rect);
        const seen = seenOf(element, clips(style) ? common(whole, own) : whole);
        // text that a row can be scrolled to is not cut
        const frame = ancestorsOf(element).find((one) => one !== view && clips(getComputedStyle(one)));
        const box = frame?.getBoundingClientRect();
        const clipper =
          frame &&
          box &&
          hides(getComputedStyle(frame).overflowX) &&
          isOutside(whole, box, { x: 1, y: Infinity })
            ? frame
            : null;
        if (clipper && !isOwn) problems.add(`cut: ${node.textContent} by ${nameOf(clipper)}`);
        const around = element.closest(`label, ${buttons}`);
        const outer =
          around && getComputedStyle(around).display !== 'inline' && around.getBoundingClientRect();
        if (outer && !isCut && isOutside(whole, outer, { x: 1, y: 2 }))
          problems.add(`out of its button: ${node.textContent} ${nameOf(element)}`);
        if (widthOf(seen) > 0 && heightOf(seen) > 0)
          texts.push({ element, layer, box: seen, text: node.textContent ?? '' });
      }
    }
  }
  checkWords(document.title, 'title of the page');

  const pairs = (pieces: readonly Piece[]): [Piece, Piece][] =>
    pieces.flatMap((a, index) =>
      pieces
        .slice(index + 1)
        .filter(
          (b) =>
            a.layer === b.layer &&
            a.element !== b.element &&
            !a.element.contains(b.element) &&
            !b.element.contains(a.element),
        )
        .map((b): [Piece, Piece] => [a, b]),
    );
  /** A field without its padding, where a button may stand. */
  const innerBox = ({ element, box }: Piece): Box => {
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    const isField = element.matches('input, textarea');
    const [left, right] = isField ? [parseFloat(paddingLeft), parseFloat(paddingRight)] : [0, 0];
    return { ...box, left: box.left + left, right: box.right - right };
  };
  for (const [a, b] of pairs(controls)) {
    const both = common(innerBox(a), innerBox(b));
    if (widthOf(both) > 1 && heightOf(both) > 1)
      problems.add(`overlap: ${nameOf(a.element)} (${a.text}) and ${nameOf(b.element)} (${b.text})`);
  }
  for (const [a, b] of pairs(texts)) {
    const both = common(a.box, b.box);
    if (widthOf(both) > 3 && heightOf(both) > 0.4 * Math.min(heightOf(a.box), heightOf(b.box)))
      problems.add(`overlap: ${a.text} and ${b.text} ${nameOf(a.element)}`);
  }

  if (view.scrollWidth > view.clientWidth) {
    const wide = [...document.querySelectorAll('body *')].filter((one) => {
      const { left, right } = seenOf(one, boxOf(one.getBoundingClientRect()));
      return layerOf(one) === root && (left < -0.5 || right > view.clientWidth + 0.5);
    });
    problems.add(`sideways: ${view.scrollWidth} of ${view.clientWidth} px, ${wide.map(nameOf).at(-1)}`);
  }
  for (const element of elements) {
    const { overflowX, overflowY } = getComputedStyle(element);
    const isAsideOnly = element.matches('[class*="overflow-x"]');
    if (
      overflowX === 'auto' &&
      overflowY === 'auto' &&
      !isAsideOnly &&
      !isUnseen(element) &&
      !element.matches('textarea') &&
      element.scrollWidth > element.clientWidth + 1
    )
      problems.add(`sideways: ${nameOf(element)}`);
  }
  return [...problems];
}
